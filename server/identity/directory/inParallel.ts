/** Number of concurrent requests: a directory serves sign-ins too. */
const WIDTH = 4;

/** Applies a function that sends requests to items, a few at a time, and returns the results in the items' order. Stops at the first failure. */
export async function inParallel<Item, Mapped>(items: readonly Item[], mapped: (item: Item) => Promise<Mapped>): Promise<Mapped[]> {
  const results: Mapped[] = [];
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [at, item] = next;
      results[at] = await mapped(item);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return results;
}
