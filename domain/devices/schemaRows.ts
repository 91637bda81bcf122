/** The editor of a metadata schema: converts a JSON schema to rows that a person edits (key, label, kind, required, choices), and back. */

import { toTitleCase } from '../text/titleCase.ts';
import { fieldText, fieldTextProblem } from '../text/fieldText.ts';
import { SECRET_NAME } from '../text/secretMask.ts';
import { isRecord } from './metadataField.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The kinds of a row; `other` is a field that only JSON can express. */
export type RowKind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'secret' | 'other';

/** The kinds with their labels, in the order of the choice. */
export const rowKinds: readonly { readonly value: RowKind; readonly label: string }[] = [
  { value: 'text', label: 'Text' },
  { value: 'number', label: 'Number' },
  { value: 'integer', label: 'Whole number' },
  { value: 'boolean', label: 'Yes or no' },
  { value: 'choice', label: 'Choice' },
  { value: 'secret', label: 'Secret' },
];

/** One field of a metadata schema, as a person edits it. */
export interface SchemaRow {
  /** The name of the field in the metadata. */
  readonly key: string;
  readonly label: string;
  readonly kind: RowKind;
  readonly isRequired: boolean;
  /** The options of a choice, separated by commas. */
  readonly choices: string;
  /** The description of the field in the schema; it is kept as long as the kind is unchanged. */
  readonly schema: Schema;
}

/** A metadata schema as rows, with the keywords besides its fields. */
export interface SchemaRows {
  readonly rows: readonly SchemaRow[];
  readonly rest: Schema;
}

/** An empty row. */
export const emptyRow: SchemaRow = { key: '', label: '', kind: 'text', isRequired: false, choices: '', schema: {} };

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '' && fieldText(one) === one && !one.includes(','))
    ? value.map(String)
    : undefined;

function kindOf(key: string, { type, enum: choices, format, writeOnly, $ref, const: only }: Schema): RowKind {
  if ($ref !== undefined || only !== undefined) return 'other';
  if (choices !== undefined) return type === 'string' && texts(choices) !== undefined ? 'choice' : 'other';
  if (type === 'string') return format === 'password' || writeOnly === true || SECRET_NAME.test(key) ? 'secret' : 'text';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'other';
}

/** Returns the rows of a schema; empty if there is no schema. Source: SCHEMA2. */
export function rowsOfSchema(schema: Schema | null): SchemaRows {
  const { type: _, properties, required, ...rest } = schema ?? {};
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const rows = Object.entries(isRecord(properties) ? properties : {}).map(([key, given]): SchemaRow => {
    const one = isRecord(given) ? given : {};
    return {
      key,
      label: typeof one['title'] === 'string' ? one['title'] : '',
      kind: kindOf(key, one),
      isRequired: needed.includes(key),
      choices: (texts(one['enum']) ?? []).join(', '),
      schema: one,
    };
  });
  return { rows, rest };
}

const choicesOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map(fieldText)
    .filter((one) => one !== '');

const basis: Readonly<Record<Exclude<RowKind, 'other'>, Schema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  choice: { type: 'string' },
  secret: { type: 'string', format: 'password' },
};

function schemaOfRow({ key, label, kind, choices, schema }: SchemaRow): Schema {
  const { title: _, description, ...kept } = schema;
  const own = kind === 'other' || kindOf(key, schema) === kind ? kept : basis[kind];
  const named = fieldText(label);
  return {
    ...own,
    ...(kind === 'choice' ? { enum: choicesOf(choices) } : {}),
    ...(kind === 'secret' && kept['writeOnly'] !== true ? { format: 'password' } : {}),
    ...(named === '' ? {} : { title: named }),
    ...(description === undefined ? {} : { description }),
  };
}

/** Returns the schema that rows describe; keywords that no row shows are kept. Source: SCHEMA2. */
export function schemaOfRows({ rows, rest }: SchemaRows): Schema {
  const required = rows.filter(({ isRequired }) => isRequired).map(({ key }) => fieldText(key));
  return {
    type: 'object',
    properties: Object.fromEntries(rows.map((row) => [fieldText(row.key), schemaOfRow(row)])),
    ...(required.length === 0 ? {} : { required }),
    ...rest,
  };
}

/** The problems of a row, by field. */
export interface RowProblems {
  readonly key?: string | undefined;
  readonly label?: string | undefined;
  readonly choices?: string | undefined;
}

/** Returns the problems of a row, checked against all rows of the schema. Source: SCHEMA2. */
export function rowProblems(row: SchemaRow, rows: readonly SchemaRow[]): RowProblems {
  const key = fieldText(row.key);
  const isTwice = rows.filter((one) => fieldText(one.key) === key).length > 1;
  const choices = choicesOf(row.choices);
  const isChoiceTwice = new Set(choices).size < choices.length;
  return {
    key: fieldTextProblem(row.key, { label: 'Key', isRequired: true }) ?? (isTwice ? 'Another field has this key.' : undefined),
    label: fieldTextProblem(row.label, { label: 'Label' }),
    choices:
      row.kind !== 'choice'
        ? undefined
        : choices.length === 0
          ? 'Type at least one choice.'
          : isChoiceTwice
            ? 'A choice stands there twice.'
            : undefined,
  };
}

/** Returns the label that the form shows for a row without a label. */
export const defaultLabel = (key: string): string => toTitleCase(fieldText(key)) || fieldText(key);
