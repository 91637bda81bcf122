import { expect, it } from 'vitest';
import { changedMetadata, type MetadataDrafts, metadataProblem, metadataText } from '#domain/devices/metadataEdit';
import { fieldName } from '#domain/devices/metadataField';
import { metadataFields } from '#domain/devices/metadataFields';

type Metadata = Readonly<Record<string, unknown>>;

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const fieldsOf = (schema: unknown, metadata: Metadata = {}) => metadataFields('NEW01', schema, metadata);
const saved = (schema: unknown, drafts: MetadataDrafts, known: Metadata = {}) =>
  changedMetadata(fieldsOf(schema, known), drafts, { masked: known, shown: known });

it.each<readonly [string, object, string, (readonly string[])?]>([
  ['a text', text, 'text'],
  ['a text or null', { type: ['string', 'null'] }, 'text'],
  ['a number', { type: 'number' }, 'number'],
  ['a whole number', { type: 'integer' }, 'number'],
  ['yes or no', { type: 'boolean' }, 'choice', ['true Yes', 'false No']],
  ['a choice of texts', { ...text, enum: ['A', ''] }, 'choice', ['A A', ' None']],
  ['a choice of numbers', { enum: [1, 2.5] }, 'choice', ['1 1', '2.5 2.5']],
  ['one value', { const: 'A' }, 'choice', ['A A']],
  ['a choice of two that look alike', { enum: ['1', 1] }, 'json'],
  ['a choice of objects', { enum: [{}] }, 'json'],
  ['a marked secret', { ...text, format: 'password' }, 'secret'],
  ['a marked number', { type: 'integer', writeOnly: true }, 'secret'],
  ['a list', { type: 'array', items: { type: 'array', items: text } }, 'json'],
  ['an object without fields', { type: 'object' }, 'json'],
  ['alternatives', { oneOf: [text, { type: 'number' }] }, 'json'],
  ['a group with alternatives', { ...object({ a: text }), anyOf: [{ required: ['a'] }] }, 'json'],
  ['two types', { type: ['string', 'number'] }, 'json'],
  ['a reference', { $ref: '#/$defs/size' }, 'number'],
  ['a reference to itself', { $ref: '#/properties/field' }, 'json'],
  ['a reference elsewhere', { $ref: 'https://example.org/a.json' }, 'json'],
  ['nothing', {}, 'json'],
  ['what is no schema', 7 as unknown as object, 'json'],
])('[FORM1] %s is one field, beside its neighbour', (_, one, kind, choices) => {
  const fields = fieldsOf(object({ field: one, name: text }, { $defs: { size: { type: 'integer' } } }));
  expect(fields.map(fieldName)).toEqual(['field', 'name']);
  expect([fields[0]?.kind, fields[0]?.choices?.map(({ value, label }) => `${value} ${label}`)]).toEqual([kind, choices]);
});

it('[FORM1] a field has the title and description of its schema, else a label of its name; equal labels have their path', () => {
  const fields = fieldsOf(
    object({
      tank: { ...text, title: 'Tank size', description: 'In litres.' },
      in: object({ a_b: text }, { title: 'Inlet' }),
      'a.b': text,
      a: object({ b: text }),
      'a b': { ...text, title: 'A B' },
    }),
  );
  expect(fields.map((one) => [fieldName(one), one.label, one.hint])).toEqual([
    ['tank', 'Tank size', 'In litres.'],
    ['in.a_b', 'Inlet A B', undefined],
    [String.raw`a\.b`, 'A.b', undefined],
    ['a.b', 'A B (a.b)', undefined],
    ['a b', 'A B (a b)', undefined],
  ]);
});

it('[FORM1] metadata besides the fields of the schema are one more field, if there are any', () => {
  const schema = object({ zone: text, lock: object({ code: text }) });
  const known = { zone: 'A', lock: { code: 'x', note: 'y' }, old: 1 };
  const [, , more] = fieldsOf(schema, known);
  expect([more?.label, more === undefined ? '' : JSON.parse(metadataText(known, more))]).toEqual([
    'Other Metadata',
    { lock: { note: 'y' }, old: 1 },
  ]);
  expect(fieldsOf(schema, { zone: 'A', lock: { code: 'x' } })).toHaveLength(2);
  expect(saved(schema, { '': '{"new": 2}' }, known)).toEqual({ zone: 'A', lock: { code: 'x' }, new: 2 });
  expect(saved(schema, { '': '{}', zone: 'B' }, known)).toEqual({ zone: 'B', lock: { code: 'x' } });
});

it('[FORM2] a value is stored as its kind, and an optional one that is emptied is taken out with its group', () => {
  const schema = object({
    on: { type: 'boolean' },
    level: { enum: [1, 2] },
    pin: { type: 'integer' },
    note: text,
    lock: object({ code: text }),
  });
  expect(saved(schema, { on: 'false', level: '2', pin: '0042', note: 'x', 'lock.code': 'y' })).toEqual({
    on: false,
    level: 2,
    pin: 42,
    note: 'x',
    lock: { code: 'y' },
  });
  const known = { on: true, level: 1, pin: '***', note: 'x', lock: { code: 'y' } };
  expect(saved(schema, { on: '', level: '', note: '', 'lock.code': '' }, known)).toEqual({ pin: '***' });
  expect(saved(schema, { pin: '***' }, known)).toBeNull();
  expect(saved(object({ constructor: text, ['__proto__']: text }), { constructor: 'a', ['__proto__']: 'b' })).toEqual(
    Object.fromEntries([
      ['constructor', 'a'],
      ['__proto__', 'b'],
    ]),
  );
});

it.each<readonly [object, string, string | undefined]>([
  [text, '', undefined],
  [{ ...text, minLength: 2, maxLength: 3 }, 'ab', undefined],
  [{ ...text, minLength: 2 }, 'a', 'Field must have at least 2 characters.'],
  [{ ...text, maxLength: 3 }, 'abcd', 'Field must have at most 3 characters.'],
  [{ type: 'number', maximum: 3 }, '3.5', 'Field must be at most 3.'],
  [{ type: 'integer' }, '2e3', undefined],
  [{ type: 'integer', writeOnly: true }, 'x', 'Field must be a number.'],
  [{ type: 'integer', writeOnly: true }, '***', undefined],
  [{ type: 'array' }, '[', 'Field must be JSON.'],
  [{ type: 'array' }, '', undefined],
])('[FORM2] %j with %j: %s', (schema, draft, problem) => {
  const [field] = fieldsOf(object({ field: schema }));
  expect(field === undefined ? 'none' : metadataProblem(field, draft)).toBe(problem);
});

it('[FORM2] a required field cannot be emptied, one in an optional group can', () => {
  const group = object({ code: text }, { required: ['code'] });
  const fields = fieldsOf(object({ zone: text, mode: { enum: ['', 'A'] }, a: group, b: group }, { required: ['zone', 'mode', 'a'] }));
  expect(fields.map((one) => metadataProblem(one, ''))).toEqual(['Zone cannot be empty.', undefined, 'A Code cannot be empty.', undefined]);
});

it.each([
  ['1,2', 1.2],
  ['1.2', 1.2],
  ['-3', -3],
])('[FORM2] the number %s has a decimal comma or point', (typed, value) => {
  expect(saved(object({ field: { type: 'number' } }), { field: typed })).toEqual({ field: value });
});

it.each(['1,2,3', '1,234.5', ',', 'a,b'])('[FORM2] %s is no number', (typed) => {
  const [field] = fieldsOf(object({ field: { type: 'number' } }));
  expect(field && metadataProblem(field, typed)).toBe('Field must be a number.');
});
