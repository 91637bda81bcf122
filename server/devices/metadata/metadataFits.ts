import { z } from '#contract/schema';

/** Whether metadata is of the shape its device type asks for; null when the type asks for nothing, or for something that cannot be read. */
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
