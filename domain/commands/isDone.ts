/** Whether a response says that a change was made. */

/** The fields of a response that say whether the change was made. */
export const OUTCOMES: ReadonlySet<string> = new Set(['result', 'success', 'ok']);

/** Returns whether a response means success: those of its fields `result`, `success` and `ok` that it has are neither false nor empty. Source: SAVED2. */
export function isDone(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return true;
  return Object.entries(answer).every(([name, value]) => !OUTCOMES.has(name) || Boolean(value));
}
