/** Tracks, in memory, the read messages of a partition that are not written yet. */

type Done = () => void;

/** The messages of a partition on their way to the database. */
export interface Positions {
  /** Adds a message of the stream with `count` messages of devices. The returned functions are called when each is settled: written, or refused. */
  readonly add: (sequence: number, count: number) => readonly Done[];
  /** Returns the number up to which all messages are settled once those of `settled` are settled too. */
  readonly after: (settled: readonly Done[]) => number;
  /** Returns the number of unsettled messages. */
  readonly open: () => number;
  /** Resolves when fewer than `limit` messages are open. */
  readonly below: (limit: number) => Promise<void>;
}

/** Creates the positions of a partition that is read after `start`. */
export function createPositions(start: number): Positions {
  // Messages in the order of the stream. Settled ones at the front are removed; those after an unsettled one wait for it.
  let waiting: { readonly sequence: number; isSettled: boolean }[] = [];
  let last = start;
  const entries = new Map<Done, { readonly sequence: number; isSettled: boolean }>();
  let wake: () => void = () => undefined;
  const trim = () => {
    const first = waiting.findIndex(({ isSettled }) => !isSettled);
    const settled = first === -1 ? waiting : waiting.slice(0, first);
    last = settled.at(-1)?.sequence ?? last;
    waiting = first === -1 ? [] : waiting.slice(first);
  };
  const addOne = (sequence: number): Done => {
    const entry = { sequence, isSettled: false };
    const done = () => {
      if (entry.isSettled) return;
      entry.isSettled = true;
      entries.delete(done);
      wake();
    };
    waiting.push(entry);
    entries.set(done, entry);
    return done;
  };
  return {
    // The position reaches this number once the last one is settled; an empty message is settled at once.
    add: (sequence, count) => {
      const dones = Array.from({ length: Math.max(1, count) }, (_, index) => addOne(index < count - 1 ? sequence - 1 : sequence));
      if (count === 0) for (const done of dones) done();
      return dones;
    },
    after: (settled) => {
      trim();
      const also = new Set(settled.map((done) => entries.get(done)));
      let position = last;
      for (const entry of waiting) {
        if (!entry.isSettled && !also.has(entry)) break;
        position = entry.sequence;
      }
      return position;
    },
    open: () => entries.size,
    below: async (limit) => {
      while (entries.size >= limit) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
