import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long a turn of the server's one thread maps items, in ms; one item may take longer. */
const TURN_MS = 5;

/** Same as `map`, in turns of the thread that are short however many items there are: a stop that comes meanwhile is served in between. Source: LOOP3. */
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
