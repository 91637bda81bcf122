import { fromJSONSchema } from 'zod';

type Fields = Readonly<Record<string, unknown>>;

/** Returns a function that validates metadata against a JSON schema. Throws for a schema that the validator cannot read. */
export function metadataCheck(schema: Fields): (metadata: Fields) => boolean {
  const readable = fromJSONSchema(schema);
  // The schema was written by a user, so no code is generated from it.
  return (metadata) => readable.safeParse(metadata, { jitless: true }).success;
}

/** Returns whether metadata matches the JSON schema of its device type; null when there is no schema or an unreadable one. */
export function metadataFits(schema: Fields | null, metadata: Fields): boolean | null {
  if (schema === null) return null;
  try {
    return metadataCheck(schema)(metadata);
  } catch {
    return null;
  }
}
