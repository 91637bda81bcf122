import { tooMany } from '../failure/failure.ts';

/** Limits on expensive work: tasks that run at the same time, tasks that wait, and tasks of one key in total. */
interface SlotLimits {
  readonly active: number;
  readonly waiting: number;
  readonly perKey: number;
}

/** A function that runs expensive work in slots, a few tasks at a time and in order. Throws 429 at once if too many tasks wait. */
export type Slots = <T>(key: string, work: () => Promise<T>) => Promise<T>;

const RETRY_SECONDS = 2;

/** Creates slots for expensive work. */
export function createSlots({ active, waiting, perKey }: SlotLimits): Slots {
  const queue: (() => void)[] = [];
  const perKeyNow = new Map<string, number>();
  let running = 0;
  const count = (key: string, change: number) => {
    const next = (perKeyNow.get(key) ?? 0) + change;
    if (next === 0) perKeyNow.delete(key);
    else perKeyNow.set(key, next);
  };
  const enter = async () => {
    if (running < active) running += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
  };
  // The next task takes over the slot, so that no other task can take it first.
  const leave = () => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };
  return async (key, work) => {
    if (queue.length >= waiting || (perKeyNow.get(key) ?? 0) >= perKey) throw tooMany('the server is busy, try again', RETRY_SECONDS);
    count(key, 1);
    await enter();
    try {
      return await work();
    } finally {
      leave();
      count(key, -1);
    }
  };
}
