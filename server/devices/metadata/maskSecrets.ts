import { MASK, SECRET_NAME } from '#domain/text/secretMask';
import { type SchemaContext, schemaContext, isMarkedSecret, ofField, ofItems } from '#domain/text/secretSchema';

/** The JSON schema of the metadata; null if there is none. */
export type MetadataSchema = Readonly<Record<string, unknown>> | null;

/** Returns whether a schema marks any value as a secret; a field that has the name of a secret needs no mark. */
export const marksSecrets = (schema: MetadataSchema): boolean => /"format":"password"|"writeOnly":true/.test(JSON.stringify(schema));

function mask(value: unknown, isWithin: boolean, described: SchemaContext): unknown {
  const isSecret = isWithin || isMarkedSecret(described);
  if (Array.isArray(value)) return value.map((item) => mask(item, isSecret, ofItems(described)));
  if (value !== null && typeof value === 'object') return maskFields(value, isSecret, described);
  return isSecret && value !== null && value !== '' ? MASK : value;
}

const maskFields = (fields: object, isSecret: boolean, described: SchemaContext): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, mask(value, isSecret || SECRET_NAME.test(name), ofField(described, name))]),
  );

/**
 * Masks metadata before it is shown: every secret becomes `***`, with all nested values, whether recognised by its name or marked in the schema. Source:
 * OPEN-88, OPEN-95.
 */
export const maskSecrets = (metadata: object, schema: MetadataSchema): Record<string, unknown> =>
  maskFields(metadata, false, schemaContext(schema));
