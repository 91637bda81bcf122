/** Starts the processes of `bench:load` and measures one step: stored reports, their age, CPU of the programs. */

import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster/openCluster.ts';
import { query } from '../cluster/postgres.ts';
import { z } from '#contract/schema';
import { consolesFigures } from './loadConsoles.ts';
import { devicesCount } from './loadDevices.ts';
import { readMachine, readUsage, type Usage, type Watched } from './loadProcesses.ts';

/** The programs under load, and those that generate it. */
export interface Load {
  readonly cluster: Cluster;
  /** Processes of devices; each reports its counts. */
  readonly devices: readonly DeviceProcess[];
  readonly consoles: ChildProcess;
}

/** A process of devices, with its newest counts. */
export interface DeviceProcess {
  readonly child: ChildProcess;
  readonly counts: () => z.infer<typeof devicesCount>;
}

/** The figures of one step. */
export interface Step {
  readonly seconds: number;
  /** Reports that were sent, acknowledged and stored during the step. */
  readonly published: number;
  readonly acknowledged: number;
  readonly stored: number;
  readonly consoles: z.infer<typeof consolesFigures>;
  /** CPU time of everything on the machine, including processes that are not part of the load test. */
  readonly machineUs: number;
  readonly rows: readonly { readonly name: string; readonly cpuUs: number; readonly memoryBytes: number }[];
}

const count = z.object({ count: z.coerce.number() });

/** Starts a program of this folder. */
export const startChild = (file: string): ChildProcess =>
  fork(path.join(import.meta.dirname, file), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });

/** Starts a process of devices. */
export function startDevices(shape: {
  port: number;
  accounts: readonly { username: string; password: string }[];
  hz: number;
}): DeviceProcess {
  const child = startChild('loadDevices.ts');
  let counts = { connected: 0, published: 0, acknowledged: 0 };
  child.on('message', (message) => (counts = devicesCount.parse(message)));
  child.send(shape);
  return { child, counts: () => counts };
}

function watchedOf({ cluster, devices, consoles }: Load): readonly Watched[] {
  const programs = cluster.programs().map(({ name, program: { pid } }) => ({
    name,
    pid,
    ...(name.startsWith('server') ? { childrenName: `${name}, broker` } : {}),
  }));
  return [
    ...programs,
    ...devices.map(({ child }, index) => ({ name: `load: devices ${index + 1}`, pid: child.pid ?? 0 })),
    { name: 'load: consoles', pid: consoles.pid ?? 0 },
  ];
}

async function storedReports({ cluster }: Load): Promise<number> {
  const [row] = await query(cluster.database.url, 'select coalesce(sum(report_count), 0) as count from history_block');
  return count.parse(row).count;
}

const sumOf = ({ devices }: Load, key: 'published' | 'acknowledged') => devices.reduce((sum, one) => sum + one.counts()[key], 0);

/** Measures the load for a number of seconds. */
export async function measure(load: Load, seconds: number): Promise<Step> {
  const counted = async () => ({
    stored: await storedReports(load),
    published: sumOf(load, 'published'),
    acknowledged: sumOf(load, 'acknowledged'),
    usage: readUsage(watchedOf(load)),
    machineUs: readMachine(),
    at: performance.now(),
  });
  load.consoles.send({ kind: 'begin' });
  const before = await counted();
  await sleep(seconds * 1_000);
  const after = await counted();
  const figures = new Promise<unknown>((resolve) => load.consoles.once('message', resolve));
  load.consoles.send({ kind: 'end' });
  const nothing: Usage = { cpuUs: 0, memoryBytes: 0 };
  return {
    seconds: (after.at - before.at) / 1_000,
    published: after.published - before.published,
    acknowledged: after.acknowledged - before.acknowledged,
    stored: after.stored - before.stored,
    machineUs: after.machineUs - before.machineUs,
    consoles: consolesFigures.parse(await figures),
    rows: [...after.usage].map(([name, { cpuUs, memoryBytes }]) => ({
      name,
      cpuUs: cpuUs - (before.usage.get(name) ?? nothing).cpuUs,
      memoryBytes,
    })),
  };
}
