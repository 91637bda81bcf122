/** CPU and memory of each process of `bench:load`, read from `/proc`, and of the machine. */

import { readdirSync, readFileSync } from 'node:fs';

/** A process whose CPU time is counted together with that of its children, or separately. */
export interface Watched {
  readonly name: string;
  readonly pid: number;
  /** Name of a separate row for the children. Default: they count with the process. */
  readonly childrenName?: string;
}

/** CPU time since the start of the processes in µs, and memory in bytes. */
export interface Usage {
  readonly cpuUs: number;
  readonly memoryBytes: number;
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_US = 10_000;
const KB = 1_024;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuUs: number;
}

/** Reads `/proc/PID/stat`: CPU time in user and kernel mode, including that of children that have ended. Null when the process has ended. */
function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything. After it come the state, the parent and, from the twelfth field on, the four times.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return { pid, parent: Number(fields[1]), cpuUs: ticks * TICK_US };
  } catch {
    return null;
  }
}

/** Returns the memory of a process, including its share of shared memory. */
function memoryOf(pid: number): number {
  try {
    const kilobytes = /^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * KB;
  } catch {
    return 0;
  }
}

function descendantsOf(pid: number, all: readonly Stat[]): readonly Stat[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

const sumOf = (stats: readonly Stat[]): Usage => ({
  cpuUs: stats.reduce((sum, { cpuUs }) => sum + cpuUs, 0),
  memoryBytes: stats.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
});

/** Returns the CPU time of everything on this machine, in µs. */
export function readMachine(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] =
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/ +/).map(Number) ?? [];
  return (user + nice + system + irq + softirq) * TICK_US;
}

/** Reads the resources that processes have used so far, by name in the given order. */
export function readUsage(watched: readonly Watched[]): ReadonlyMap<string, Usage> {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));
  return new Map(
    watched.flatMap(({ name, pid, childrenName }): [string, Usage][] => {
      const own = all.filter((one) => one.pid === pid);
      const children = descendantsOf(pid, all);
      if (childrenName === undefined) return [[name, sumOf([...own, ...children])]];
      return [[name, sumOf(own)], ...(children.length > 0 ? [[childrenName, sumOf(children)] satisfies [string, Usage]] : [])];
    }),
  );
}
