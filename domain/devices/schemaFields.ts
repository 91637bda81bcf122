import { isMarkedSecret, type SchemaContext, schemaContext, ofField, resolveReference } from '../text/secretSchema.ts';
import { SECRET_NAME } from '../text/secretMask.ts';
import { toTitleCase } from '../text/titleCase.ts';
import { fieldName, isRecord, type FieldBounds, type MetadataField, withoutPaths } from './metadataField.ts';

/** Maximum schema depth that becomes separate fields; deeper values are edited as JSON. */
const MAX_DEPTH = 4;
/** Maximum length of a chain of references. */
const MAX_REFERENCES = 8;
const NUMBERS: ReadonlySet<unknown> = new Set(['number', 'integer']);
/** Keywords that combine schemas: no single input can represent them. */
const COMBINED = ['oneOf', 'anyOf', 'allOf', 'not', 'if'];
const YES_NO = [
  { value: 'true', label: 'Yes', stored: true },
  { value: 'false', label: 'No', stored: false },
];

type Schema = Readonly<Record<string, unknown>>;

/** A schema inside the root schema, with its path. */
interface Within {
  readonly schema: Schema;
  readonly path: readonly string[];
  readonly isRequired: boolean;
  /** All schemas that apply to the value, needed to find its secrets. */
  readonly described: SchemaContext;
  readonly isSecret: boolean;
}

/** Returns a schema merged with the schemas that it refers to. */
function resolved(root: unknown, schema: unknown): Schema {
  let one: Schema = isRecord(schema) ? schema : {};
  for (let hops = 0; one['$ref'] !== undefined && hops < MAX_REFERENCES; hops += 1) {
    const { $ref, ...own } = one;
    const target = resolveReference(root, $ref);
    one = { ...(isRecord(target) ? target : {}), ...own };
  }
  return one;
}

/** Returns the single type besides null; undefined if there is none or more than one. */
function typeOf({ type }: Schema): unknown {
  const types: readonly unknown[] = Array.isArray(type) ? type.filter((one) => one !== 'null') : [type];
  return types.length === 1 ? types[0] : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined);

/** Returns the options of a list of plain values; undefined if two options have the same text or one is not a plain value. */
function choicesOf(values: unknown): MetadataField['choices'] {
  if (!Array.isArray(values) || values.length === 0) return undefined;
  const choices = values.flatMap((value: unknown) => {
    if (typeof value === 'string') return [{ value, label: value === '' ? 'None' : value }];
    const isPlain = value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
    return isPlain ? [{ value: JSON.stringify(value), label: JSON.stringify(value), stored: value }] : [];
  });
  return choices.length === values.length && new Set(choices.map(({ value }) => value)).size === values.length ? choices : undefined;
}

const bound = (name: 'min' | 'max', value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? { [name]: value } : {});

function boundsOf(schema: Schema, type: unknown): FieldBounds | undefined {
  const isNumber = NUMBERS.has(type);
  const [min, max] = isNumber ? [schema['minimum'], schema['maximum']] : [schema['minLength'], schema['maxLength']];
  const bounds: FieldBounds = {
    ...bound('min', min),
    ...bound('max', max),
    ...(isNumber ? { number: type === 'integer' ? ('integer' as const) : ('number' as const) } : {}),
  };
  return Object.keys(bounds).length === 0 ? undefined : bounds;
}

function kindOf(schema: Schema, isSecret: boolean): Pick<MetadataField, 'kind' | 'choices' | 'bounds'> {
  const type = typeOf(schema);
  const choices = choicesOf(Object.hasOwn(schema, 'const') ? [schema['const']] : schema['enum']);
  if (choices !== undefined) return { kind: 'choice', choices };
  if (COMBINED.some((word) => schema[word] !== undefined)) return { kind: 'json' };
  if (type === 'boolean') return { kind: 'choice', choices: YES_NO };
  if (type !== 'string' && !NUMBERS.has(type)) return { kind: 'json' };
  const bounds = boundsOf(schema, type);
  const kind = isSecret ? 'secret' : type === 'string' ? 'text' : 'number';
  return { kind, ...(bounds === undefined ? {} : { bounds }) };
}

function innerOf({ schema, path, isRequired, described, isSecret }: Within): readonly Within[] {
  const { properties, required } = schema;
  if (!isRecord(properties) || path.length >= MAX_DEPTH || COMBINED.some((word) => schema[word] !== undefined)) return [];
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, one]) => {
    const inner = ofField(described, name);
    return {
      schema: resolved(described.root, one),
      path: [...path, name],
      isRequired: isRequired && needed.includes(name),
      described: inner,
      isSecret: isSecret || SECRET_NAME.test(name) || isMarkedSecret(inner),
    };
  });
}

function fieldsWithin(within: Within, labels: readonly string[] = []): readonly MetadataField[] {
  const inner = innerOf(within);
  const { schema, path, isRequired, isSecret } = within;
  const own = path.length === 0 ? [] : [textOf(schema['title']) ?? (toTitleCase(path.at(-1) ?? '') || (path.at(-1) ?? ''))];
  const names = [...labels, ...own];
  if (inner.length > 0) return inner.flatMap((one) => fieldsWithin(one, names));
  if (path.length === 0) return [];
  const hint = textOf(schema['description']);
  return [{ path, label: names.join(' '), ...kindOf(schema, isSecret), isRequired, ...(hint === undefined ? {} : { hint }) }];
}

/** Returns the fields, with the path appended to each label that several fields share. */
function distinct(fields: readonly MetadataField[]): readonly MetadataField[] {
  const count = (label: string) => fields.filter((one) => one.label === label).length;
  return fields.map((one) => (count(one.label) > 1 ? { ...one, label: `${one.label} (${fieldName(one)})` } : one));
}

/**
 * Converts the JSON schema of a device type to form fields for its devices' metadata; a part that no input can represent becomes a JSON field. One more field
 * holds further fields of `metadata`, if there are any. Undefined when the schema names no fields. Source: FORM1.
 */
export function schemaFields(schema: unknown, metadata: Readonly<Record<string, unknown>>): readonly MetadataField[] | undefined {
  const described = schemaContext(schema);
  const root: Within = { schema: resolved(schema, schema), path: [], isRequired: true, described, isSecret: false };
  // A combination at the top level only constrains the same fields, so it is ignored.
  const fields = distinct(fieldsWithin({ ...root, schema: { properties: root.schema['properties'], required: root.schema['required'] } }));
  if (fields.length === 0) return undefined;
  const others = fields.map(({ path }) => path);
  const hasMore = Object.keys(withoutPaths(metadata, others)).length > 0;
  return hasMore ? [...fields, { path: [], label: 'Other Metadata', kind: 'json', others }] : fields;
}
