/**
 * `npm run bench:load`: loads a cluster on this machine with devices that report over MQTT and consoles that receive all reports;
 * `--devices`, `--consoles`, `--doublings`, steps.
 */

import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from '#contract/schema';
import { type Cluster, openCluster } from '../cluster/openCluster.ts';
import { missingPackages } from '../cluster/packages.ts';
import { query } from '../cluster/postgres.ts';
import { createDevices, type Operator, signIn } from '../tests/cluster/operator.ts';
import { newDataDir, quickFolder } from '../tests/support/newDataDir.ts';
import { until } from '../tests/support/until.ts';
import { type DeviceProcess, measure, startChild, startDevices, type Step } from './loadMeasure.ts';
import { processTable, stepHeading, stepRow } from './loadTable.ts';

/**
 * Loads a cluster on this machine with devices that report over MQTT and consoles that receive all reports. `--doublings N` doubles the devices up to N times
 * and stops when fewer than 95 % of the reports are stored or they are seconds old.
 */
const number = (usual: string) => ({ type: 'string', default: usual }) as const;
const { values } = parseArgs({
  options: {
    devices: number('500'),
    hz: number('1'),
    consoles: number('10'),
    minutes: number('1'),
    instances: number('3'),
    doublings: number('0'),
  },
});
const count = z.coerce.number();
const [DEVICES, HZ, CONSOLES, MINUTES] = [values.devices, values.hz, values.consoles, values.minutes].map((value) => count.parse(value));
const [INSTANCES, DOUBLINGS] = [values.instances, values.doublings].map((value) => count.parse(value));
const WARM_UP_MS = 10_000;
const STORED_AT_LEAST = 0.95;
const OLD_MS = 5_000;
/** Devices of one process. */
const PER_PROCESS = 2_000;
const print = (line: string) => void process.stdout.write(`${line}\n`);

const isOverLoad = ({ stored, published, consoles }: Step) => stored < published * STORED_AT_LEAST || consoles.p99 > OLD_MS;

/** Creates the first device by a call and copies its rows for all others, since one call per device would take minutes. */
async function createAll(cluster: Cluster, operator: Operator, serials: readonly string[]): Promise<void> {
  const [first = '', ...others] = serials;
  await createDevices(cluster, operator, [first]);
  const from = (table: string, column: string, fields: string) =>
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object(${fields}))).*
      from ${table} one, jsonb_array_elements_text('${JSON.stringify(others)}') other where one.${column} = '${first}'`;
  await query(
    cluster.database.url,
    from('device', 'serial', "'serial', other.value"),
    from('deployment', 'device_serial', "'device_serial', other.value, 'id', gen_random_uuid()"),
  );
}

/** Connects further devices and waits until all are connected. */
async function connect(cluster: Cluster, serials: readonly string[]): Promise<readonly DeviceProcess[]> {
  const port = Number(new URL(cluster.mqttUrl).port);
  const accounts = serials.map(cluster.account);
  const parts = Array.from({ length: Math.ceil(accounts.length / PER_PROCESS) }, (_, index) =>
    accounts.slice(index * PER_PROCESS, (index + 1) * PER_PROCESS),
  );
  const started = parts.map((part) => startDevices({ port, accounts: part, hz: HZ ?? 1 }));
  await until('all devices are connected', () => started.every((one, index) => one.counts().connected === parts[index]?.length));
  return started;
}

async function run(cluster: Cluster, serials: readonly string[]): Promise<void> {
  const operator = await signIn(cluster);
  await createAll(cluster, operator, serials);
  const consoles = startChild('loadConsoles.ts');
  consoles.send({ kind: 'open', url: cluster.url, count: CONSOLES, token: operator.token() });
  let token = operator.token();
  const renewing = setInterval(() => {
    if (token === operator.token()) return;
    token = operator.token();
    consoles.send({ kind: 'token', token });
  }, 1_000);
  const devices: DeviceProcess[] = [];
  const rows: string[] = [];
  for (let step = 0, connected = 0; step <= (DOUBLINGS ?? 0); step += 1) {
    const wanted = (DEVICES ?? 0) * 2 ** step;
    devices.push(...(await connect(cluster, serials.slice(connected, wanted))));
    connected = wanted;
    await sleep(WARM_UP_MS);
    const figures = await measure({ cluster, devices, consoles }, (MINUTES ?? 1) * 60);
    rows.push(stepRow(connected, figures));
    print(`\n${connected} devices at ${HZ} Hz, ${CONSOLES} consoles, ${INSTANCES} servers\n\n${processTable(figures)}`);
    if (isOverLoad(figures)) break;
  }
  print(`\n${stepHeading}\n${rows.join('\n')}`);
  clearInterval(renewing);
  for (const child of [consoles, ...devices.map((one) => one.child)]) child.disconnect();
  await operator.stop();
}

const missing = missingPackages();
if (missing.length > 0) throw new Error(`The load needs packages that are not installed: apt-get install ${missing.join(' ')}`);
const folder = newDataDir(quickFolder());
const serials = Array.from({ length: (DEVICES ?? 0) * 2 ** (DOUBLINGS ?? 0) }, (_, index) => `LF-${String(10_000 + index)}-23`);
const settings = {
  SOCKETS_PER_PERSON: '1000',
  REQUESTS_PER_PERSON: '10000',
  REQUESTS_PER_ADDRESS: '10000',
  NODE_ENV: 'production',
  DEMO: 'true',
};
const cluster = await openCluster({ folder, devices: 0, count: INSTANCES ?? 3, settings });
const cleanUp = async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
  await run(cluster, serials);
} finally {
  await cleanUp();
}
process.exit(0);
