import { expect, it } from 'vitest';
import { isBoundedPattern, schemaOfText, schemaProblem } from '#domain/devices/schemaProblem';
import { deviceTypes } from '#server/devices/deviceTypes/deviceTypes';
import { emptyRow, rowProblems, rowsOfSchema, schemaOfRows, type SchemaRow } from '#domain/devices/schemaRows';

const text = { type: 'string' };
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const nested = (depth: number): object => (depth === 0 ? text : object({ a: nested(depth - 1) }));
/** Four references for each one: as many values to check as four to the power of the definitions. */
const growing = Object.fromEntries(
  Array.from({ length: 6 }, (_, n) => [`d${n}`, n === 5 ? text : { allOf: [1, 2, 3, 4].map(() => ({ $ref: `#/$defs/d${n + 1}` })) }]),
);

it.each(deviceTypes.flatMap(({ id, metadata_schema }) => (metadata_schema === null ? [] : [[id, metadata_schema] as const])))(
  '[SCHEMA1] the schema of %s is one',
  (_, schema) => {
    expect(schemaProblem(schema)).toBeUndefined();
  },
);

it.each<readonly [unknown, string | undefined]>([
  [object({ a: { ...text, format: 'password', 'x-own': 7 } }), undefined],
  [object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: text } }), undefined],
  [object({ a: { type: 'array', items: { type: ['string', 'null'] } } }, { additionalProperties: false }), undefined],
  [null, 'The schema must be a JSON object.'],
  [[], 'The schema must be a JSON object.'],
  [{ properties: { a: text } }, 'The schema must have "type": "object".'],
  [object({ a: { type: 'strin' } }), 'properties.a: type must be string, number, integer, boolean, object, array or null.'],
  [object({ a: 7 }), 'properties.a must be a JSON object.'],
  [{ type: 'object', properties: [text] }, 'The schema: properties must be schemas by name.'],
  [object({}, { requried: ['a'] }), 'The schema: requried is not supported.'],
  [object({}, { required: 'a' }), 'The schema: required must be a list of names.'],
  [object({ a: { enum: [] } }), 'properties.a: enum must be a list of values.'],
  [object({ a: { oneOf: {} } }), 'properties.a: oneOf must be a list of schemas.'],
  [object({ a: { type: 'number', minimum: '1' } }), 'properties.a: minimum must be a number.'],
  [object({ a: { not: text } }), 'properties.a: not is not supported.'],
  [object({ a: { $ref: 'https://example.org/a.json' } }), 'properties.a: $ref must lead into this schema, as in "#/$defs/name".'],
  [object({ a: { $ref: '#/$defs/b' } }), 'properties.a: #/$defs/b leads to nothing.'],
  [
    object({ a: { $ref: '#/$defs/a' } }, { $defs: { a: object({ a: { $ref: '#/$defs/a' } }) } }),
    'properties.a.properties.a: #/$defs/a refers to itself.',
  ],
  [object({ a: { $ref: '#/$defs/d0' } }, { $defs: growing }), 'The schema has more than 1000 parts.'],
  [nested(20), 'The schema nests too deep.'],
  [object({ a: { ...text, title: 'x'.repeat(20_000) } }), 'The schema is longer than 20000 characters.'],
  [object({ a: { ...text, title: 'Ta\u202Enk' } }), 'The schema.properties.a.title cannot contain control characters (U+202E).'],
])('[SCHEMA1] %j: %s', (schema, problem) => {
  expect(schemaProblem(schema)).toBe(problem);
});

it('[SCHEMA1] a text is the schema in it, or why there is none', () => {
  expect(schemaOfText('{"type": "object"}')).toEqual({ schema: { type: 'object' } });
  expect(schemaOfText('{"type": "object"')).toEqual({ problem: 'The schema must be JSON.' });
  expect(schemaOfText('{}')).toEqual({ problem: 'The schema must have "type": "object".' });
});

it.each([
  ['^[A-Z]{2}-\\d{4}$', true],
  ['^RP\\d{3,6}[a-f\\]]?$', true],
  ['^.+@serra$', true],
  ['[A-Z]+', false],
  ['^(a+)+$', false],
  ['^a|b$', false],
  ['^a*a*b$', false],
  ['^a{2,}b{3,}$', false],
  ['^a?b?c?d?$', false],
  ['^a{1,999}$', false],
  ['^[a', false],
  ['^(?=a)b', false],
  [7, false],
])('[SCHEMA1] the pattern %j takes a bounded time: %s', (pattern, isBounded) => {
  expect(isBoundedPattern(pattern)).toBe(isBounded);
});

const schema = object(
  {
    zone: { ...text, title: 'Zone', description: 'Of the greenhouse.', maxLength: 40 },
    litres: { type: 'number', minimum: 0 },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    mode: { ...text, enum: ['A', 'B'] },
    code: { ...text, format: 'password' },
    wifi_password: text,
    list: { type: 'array', items: text },
    size: { enum: [1, 2] },
    side: { ...text, enum: ['', 'TWIN'] },
  },
  { required: ['zone', 'mode'], additionalProperties: false },
);

it('[SCHEMA2] a schema is rows, and rows that nobody changes are the same schema', () => {
  const rows = rowsOfSchema(schema);
  expect(rows.rows.map(({ key, label, kind, isRequired, choices }) => [key, label, kind, isRequired, choices])).toEqual([
    ['zone', 'Zone', 'text', true, ''],
    ['litres', '', 'number', false, ''],
    ['count', '', 'integer', false, ''],
    ['on', '', 'boolean', false, ''],
    ['mode', '', 'choice', true, 'A, B'],
    ['code', '', 'secret', false, ''],
    ['wifi_password', '', 'secret', false, ''],
    ['list', '', 'other', false, ''],
    ['size', '', 'other', false, ''],
    ['side', '', 'other', false, ''],
  ]);
  const marked = { ...schema.properties, wifi_password: { ...text, format: 'password' } };
  expect(schemaOfRows(rows)).toEqual({ ...schema, properties: marked });
  expect(schemaOfRows(rowsOfSchema(null))).toEqual({ type: 'object', properties: {} });
});

it('[SCHEMA2] the input of a row becomes its schema; another kind drops the limits of the former one', () => {
  const rowOf = (change: Partial<SchemaRow>) => ({ ...emptyRow, key: ' tank ', ...change });
  const madeOf = (change: Partial<SchemaRow>) => schemaOfRows({ rows: [rowOf(change)], rest: {} });
  expect(madeOf({ label: ' Tank ', isRequired: true })).toEqual({
    type: 'object',
    properties: { tank: { type: 'string', title: 'Tank' } },
    required: ['tank'],
  });
  const kinds = [
    ['number', { type: 'number' }],
    ['integer', { type: 'integer' }],
    ['boolean', { type: 'boolean' }],
    ['secret', { type: 'string', format: 'password' }],
    ['choice', { type: 'string', enum: ['A', 'B'] }],
  ] as const;
  for (const [kind, one] of kinds) expect(madeOf({ kind, choices: 'A, B,' })).toEqual({ type: 'object', properties: { tank: one } });
  const limited = { ...text, minLength: 3, description: 'Of the sprayer.' };
  expect(madeOf({ kind: 'text', schema: limited })).toMatchObject({ properties: { tank: limited } });
  expect(madeOf({ kind: 'number', schema: limited })).toEqual({
    type: 'object',
    properties: { tank: { type: 'number', description: 'Of the sprayer.' } },
  });
});

it.each([
  [{ key: 'tank' }, {}],
  [{ key: ' ' }, { key: 'Key cannot be empty.' }],
  [{ key: 'zone' }, { key: 'Another field has this key.' }],
  [{ key: 'ta\u200Bnk' }, { key: 'Key cannot contain the invisible character U+200B.' }],
  [{ key: 'tank', kind: 'choice', choices: ' , ' }, { choices: 'Type at least one choice.' }],
  [{ key: 'tank', kind: 'choice', choices: 'A, A' }, { choices: 'A choice stands there twice.' }],
  [{ key: 'tank', label: 'x'.repeat(101) }, { label: 'Label cannot be longer than 100 characters.' }],
] as const)('[SCHEMA2] the row %j: %j', (typed, problems) => {
  const row: SchemaRow = { ...emptyRow, ...typed };
  const found = rowProblems(row, [row, { ...emptyRow, key: 'zone' }]);
  expect(Object.fromEntries(Object.entries(found).filter(([, problem]) => problem !== undefined))).toEqual(problems);
});
