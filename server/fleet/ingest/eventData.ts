/** Reads the data of stored events. */

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the data of a stored event, without the text of a configuration that could not be read: earlier versions stored the beginning of it, and not everybody
 * who reads events may read its parameters. Source: DOOR3.
 */
export function eventDataOf(stored: unknown): unknown {
  if (!isRecord(stored) || stored['topic'] !== 'configuration') return stored;
  if (!Array.isArray(stored['unreadable']) && !Array.isArray(stored['noticed'])) return stored;
  const { payload: _, ...shown } = stored;
  return shown;
}
