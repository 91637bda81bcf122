import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const cpuMicroseconds = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Collects all garbage. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') throw new Error('no garbage collector');
  collect();
}

/**
 * Returns the longest turn of this thread while something runs, in CPU time of this thread relative to that of formatting `REFERENCE`: whatever else the
 * machine does changes neither.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  // What others left would else be collected in one of these turns, on a busy machine by this thread alone.
  collectGarbage();
  let longest = 0;
  const watch = { isOver: false };
  const running = run().finally(() => {
    watch.isOver = true;
  });
  // Awaited below: an error in the middle of a turn is not unhandled.
  running.catch(() => undefined);
  for (let last = cpuMicroseconds(); !watch.isOver;) {
    await nextTurn();
    const now = cpuMicroseconds();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await running;
  return longest / referenceMicroseconds();
}

/** A megabyte of JSON, which takes some milliseconds. */
const REFERENCE = Array.from({ length: 10_000 }, (_, id) => ({
  id,
  name: `Device ${id}`,
  tags: ['one', 'two'],
  state: { x: id / 3, y: 1, ok: true },
}));

/** Some systems count CPU time in ticks of 4 ms, so that a single round would take one or none. */
const REFERENCE_ROUNDS = 40;

function referenceMicroseconds(): number {
  const began = cpuMicroseconds();
  for (let round = 0; round < REFERENCE_ROUNDS; round += 1) JSON.stringify(REFERENCE);
  return (cpuMicroseconds() - began) / REFERENCE_ROUNDS;
}
