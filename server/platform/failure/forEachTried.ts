/** Number of failures after which the rest is not tried: a storage that does not answer takes seconds for each. */
const MOST_FAILURES = 20;

/**
 * Runs something for one item after the other, also for those after one that failed, so that none holds up the others; then throws the first error.
 * Throws at once when it is aborted.
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
