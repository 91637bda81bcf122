/** Finds the values that a JSON schema marks as secret, following references, fields and items. */

type Fields = Readonly<Record<string, unknown>>;

/** The JSON schemas that describe one value, and the root schema that their references start from. */
export interface SchemaContext {
  readonly root: unknown;
  readonly schemas: readonly Fields[];
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns the target of a reference like `#/$defs/name`; undefined for any other reference. */
export function resolveReference(root: unknown, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) return undefined;
  const parts = reference.split('/').slice(1);
  return parts.reduce<unknown>((at, part) => fieldsOf(at)[part.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** Adds a schema and all schemas that it combines or refers to, each once: references may be circular. */
function collect(root: unknown, schema: unknown, found: Set<Fields>): void {
  if (!isFields(schema) || found.has(schema)) return;
  found.add(schema);
  const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema;
  for (const one of [resolveReference(root, $ref), ...[allOf, anyOf, oneOf].flatMap(listOf), then, otherwise]) collect(root, one, found);
}

function describe(root: unknown, schemas: readonly unknown[]): SchemaContext {
  const found = new Set<Fields>();
  for (const schema of schemas) collect(root, schema, found);
  return { root, schemas: [...found] };
}

/** Returns the schemas of a value that a JSON schema describes; no schemas for null. */
export const schemaContext = (schema: unknown): SchemaContext => describe(schema, [schema]);

/** Returns the schemas of a field of an object. A pattern applies to every name, so that no secret is missed. */
export const ofField = ({ root, schemas }: SchemaContext, name: string): SchemaContext =>
  describe(
    root,
    schemas.flatMap(({ properties, patternProperties, additionalProperties }) => {
      const own = fieldsOf(properties);
      return [Object.hasOwn(own, name) ? own[name] : additionalProperties, ...Object.values(fieldsOf(patternProperties))];
    }),
  );

/** Returns the combined schemas of the items of a list. */
export const ofItems = ({ root, schemas }: SchemaContext): SchemaContext =>
  describe(
    root,
    schemas.flatMap(({ items, prefixItems }) => [items, prefixItems].flatMap(listOf)),
  );

/** Returns whether a value is marked as a secret: `format: password`, or `writeOnly`. */
export const isMarkedSecret = ({ schemas }: SchemaContext): boolean =>
  schemas.some(({ format, writeOnly }) => format === 'password' || writeOnly === true);
