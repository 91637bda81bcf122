import { setImmediate as nextTurn } from 'node:timers/promises';

/** Maximum time for which one turn of the server's only thread maps items, in ms; one item may take longer. */
const TURN_MS = 5;

/** Maps items like `map`, in short turns of the thread, whatever their number: a stop that arrives meanwhile is served in between. Source: LOOP3. */
export async function mapInTurns<Item, Mapped>(
  items: readonly Item[],
  mapped: (item: Item) => Mapped,
  elapsed: () => number = () => performance.now(),
): Promise<Mapped[]> {
  const results: Mapped[] = [];
  let began = elapsed();
  for (const item of items) {
    results.push(mapped(item));
    if (elapsed() - began < TURN_MS) continue;
    await nextTurn();
    began = elapsed();
  }
  return results;
}
