import { rmSync } from 'node:fs';
import { openCluster } from '../../cluster/openCluster.ts';
import { missingPackages } from '../../cluster/packages.ts';
import { newDataDir, quickFolder } from '../support/newDataDir.ts';
import { startStops } from './calls.ts';
import { clockFaults } from './clockFault.ts';
import { awaitStops, countAll } from './counting.ts';
import { databaseFaults } from './databaseFaults.ts';
import { faults, lastFault } from './faults.ts';
import { startDevice } from './loadDevice.ts';
import { createDevices, signIn } from './operator.ts';
import { openShift } from './shift.ts';
import { type Trial, waitUntilLive } from './trial.ts';
import { startConsole } from './watchingConsole.ts';

/** [INST4] Kills, pauses and misleads the parts of a cluster under load, then counts what was lost. */

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
/** Devices that write down one event after the other beside the simulated robots, and consoles that watch them. */
const DEVICES = Array.from({ length: numberOf('DEVICES', 40) }, (_, index) => `LF-${String(10_000 + index)}-23`);
const CONSOLES = numberOf('CONSOLES', 6);
const PAUSES = { eventMs: numberOf('EVENT_MS', 100), stateMs: numberOf('STATE_MS', 500) };
/** Names of the faults to try, separated by commas. Default: all. */
const ONLY = process.env['FAULTS']?.split(',');
const SIMULATED = 24;
/** Devices that connect at the same time. */
const CONNECTING = 50;

const print = (line: string) => void process.stdout.write(`${line}\n`);
const missing = missingPackages();
if (missing.length > 0) {
  print(`cluster: skipped, not installed: ${missing.join(' ')}`);
  process.exit(0);
}

/** Connects the devices, some at a time. */
async function startDevices(cluster: Trial['cluster']): Promise<Trial['devices']> {
  const devices: Trial['devices'][number][] = [];
  for (let from = 0; from < DEVICES.length; from += CONNECTING) {
    const serials = DEVICES.slice(from, from + CONNECTING);
    devices.push(...(await Promise.all(serials.map((serial) => startDevice(cluster, serial, PAUSES)))));
  }
  return devices;
}

async function runTrial(cluster: Trial['cluster'], problem: Trial['problem']): Promise<void> {
  const operator = await signIn(cluster);
  const connected = createDevices(cluster, operator, DEVICES).then(() => startDevices(cluster));
  const [devices, shift] = await Promise.all([connected, openShift(cluster, DEVICES[0] ?? '', connected)]);
  const consoles = Array.from({ length: CONSOLES }, () => startConsole(cluster.url, operator));
  const trial: Trial = { cluster, operator, devices, consoles, shift, live: waitUntilLive(consoles, DEVICES), problem };
  await trial.live();
  const stops = startStops(cluster, operator, DEVICES);
  for (const [name, fault] of [...faults, ...clockFaults, ...databaseFaults, lastFault])
    if (ONLY?.includes(name) !== false) print(await fault(trial));
  await stops.stop();
  await awaitStops(devices, stops);
  await Promise.all(devices.map((device) => device.stop()));
  await Promise.all(consoles.map((one) => one.stop()));
  await operator.stop();
  await shift.close();
  for (const { line, problems } of await countAll(cluster.database.url, devices, stops)) {
    print(line);
    problems.forEach(problem);
  }
}

const folder = newDataDir(quickFolder());
const settings = { SOCKETS_PER_PERSON: String(CONSOLES + 2) };
const cluster = await openCluster({ folder, devices: SIMULATED, settings });
const problems: string[] = [];
const cleanUp = async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await runTrial(cluster, (text) => problems.push(text));
} finally {
  await cleanUp();
}
print(problems.length === 0 ? 'cluster: passed' : `cluster: failed: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
