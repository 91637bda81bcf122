import { z } from '#contract/schema';

/** Returns whether metadata matches the JSON schema of its device type; null when there is no schema or an unreadable one. */
export function metadataFits(
  schema: Readonly<Record<string, unknown>> | null,
  metadata: Readonly<Record<string, unknown>>,
): boolean | null {
  if (schema === null) return null;
  try {
    return z.fromJSONSchema(schema).safeParse(metadata).success;
  } catch {
    return null;
  }
}
