/** Checks whether a response reports that a change was made. */

/** The fields of a response that report whether the change was made. */
export const OUTCOMES: ReadonlySet<string> = new Set(['result', 'success', 'ok']);

/** Returns whether a response means success: none of its fields `result`, `success` and `ok` is false or empty; missing ones are ignored. Source: SAVED2. */
export function isDone(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  return Object.entries(answer).every(([name, value]) => !OUTCOMES.has(name) || Boolean(value));
}
