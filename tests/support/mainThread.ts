import { setImmediate as nextTurn } from 'node:timers/promises';

const cpuMicroseconds = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/**
 * Returns the longest turn of this thread while something runs, in CPU time of this thread relative to that of formatting `REFERENCE`: whatever else the
 * machine does changes neither.
 */
export async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const watch = { isOver: false };
  const running = run().finally(() => {
    watch.isOver = true;
  });
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

function referenceMicroseconds(): number {
  const took = Array.from({ length: 7 }, () => {
    const began = cpuMicroseconds();
    JSON.stringify(REFERENCE);
    return cpuMicroseconds() - began;
  });
  return took.toSorted((a, b) => a - b)[3] ?? NaN;
}
