/** Number of failures after which the remaining items are skipped: each costs seconds while a storage does not respond. */
const MOST_FAILURES = 20;

/**
 * Runs a function for each item in turn, also after a failure, so that one item does not hold up the others; then throws the first error. Stops after
 * `MOST_FAILURES` failures, and throws at once when the signal aborts.
 */
export async function forEachTried<Item>(items: readonly Item[], run: (item: Item) => Promise<void>, signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    signal?.throwIfAborted();
    await run(item).catch((error: unknown) => {
      errors.push(error);
    });
    if (errors.length === MOST_FAILURES) break;
  }
  if (errors.length > 0) throw errors[0];
}
