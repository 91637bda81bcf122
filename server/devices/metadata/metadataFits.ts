import { fromJSONSchema } from 'zod';

/** Returns whether metadata matches the JSON schema of its device type; null when there is no schema or an unreadable one. */
export function metadataFits(
  schema: Readonly<Record<string, unknown>> | null,
  metadata: Readonly<Record<string, unknown>>,
): boolean | null {
  if (schema === null) return null;
  try {
    // The schema is a person's text: no code is made of it.
    return fromJSONSchema(schema).safeParse(metadata, { jitless: true }).success;
  } catch {
    return null;
  }
}
