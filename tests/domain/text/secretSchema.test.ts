import { expect, it } from 'vitest';
import { metadataFields } from '#domain/devices/metadataFields';
import { schemaContext, isMarkedSecret, ofField, ofItems } from '#domain/text/secretSchema';

const secret = { type: 'string', format: 'password' };
const plain = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

/** A schema with two alternatives; in a literal, `then` would be taken for a promise's. */
const either = (...cases: readonly object[]) => Object.fromEntries(['then', 'else'].map((name, index) => [name, cases[index]]));

/** Whether the value at a path is marked; `0` stands for an item of a list. */
function isMarked(schema: unknown, path: string): boolean {
  const steps = path.split('.');
  return isMarkedSecret(steps.reduce((at, step) => (step === '0' ? ofItems(at) : ofField(at, step)), schemaContext(schema)));
}

it.each<readonly [string, unknown, string, boolean]>([
  ['format password', object({ code: secret }), 'code', true],
  ['writeOnly', object({ code: { ...plain, writeOnly: true } }), 'code', true],
  ['writeOnly that is false', object({ code: { ...plain, writeOnly: false } }), 'code', false],
  ['another format', object({ code: { ...plain, format: 'email' } }), 'code', false],
  ['its neighbour', object({ code: secret, name: plain }), 'name', false],
  ['a field that the schema does not name', object({ code: secret }), 'other', false],
  ['a nested one', object({ lock: object({ code: secret }) }), 'lock.code', true],
  ['an object', object({ lock: { ...object({ code: plain }), writeOnly: true } }), 'lock', true],
  ['an item of a list', object({ codes: { type: 'array', items: secret } }), 'codes.0', true],
  ['an item of a tuple', object({ codes: { type: 'array', prefixItems: [plain, secret] } }), 'codes.0', true],
  ['any other field', object({ name: plain }, { additionalProperties: secret }), 'other', true],
  ['a named field beside any other', object({ name: plain }, { additionalProperties: secret }), 'name', false],
  ['a pattern', object({}, { patternProperties: { '^code_': secret } }), 'code_1', true],
  ['a reference', object({ code: { $ref: '#/$defs/a~1b' } }, { $defs: { 'a/b': secret } }), 'code', true],
  ['a reference to the whole', object({ code: secret, next: { $ref: '#' } }), 'next.next.code', true],
  ['references in a circle', object({ code: { $ref: '#/$defs/a' } }, { $defs: { a: { $ref: '#/$defs/a' } } }), 'code', false],
  ['allOf', { allOf: [object({ name: plain }), object({ code: secret })] }, 'code', true],
  ['one of several', object({ code: { anyOf: [plain, secret] } }), 'code', true],
  ['either of two', either(object({ code: plain }), object({ code: secret })), 'code', true],
  ['no schema', null, 'code', false],
  ['a schema that is true', true, 'code', false],
  ['a property that is true', object({ code: true }), 'code', false],
  ['an inherited name', object({ code: secret }), 'constructor', false],
])('[SECRET1] %s: %j at %s is marked: %s', (_, schema, path, expected) => {
  expect(isMarked(schema, path)).toBe(expected);
});

it('[SECRET1] a marked text is edited as a secret', () => {
  const fields = metadataFields('SPR01', object({ code: secret, name: plain, wifi_password: plain }));
  expect(fields.map(({ path, kind }) => [path.join('.'), kind])).toEqual([
    ['code', 'secret'],
    ['name', 'text'],
    ['wifi_password', 'secret'],
  ]);
});
