/**
 * Measures `stop`: the latency of a stop through the whole product, idle, under load (`stopLoad.ts`), under each flood (`stopFloods.ts`;
 * `--flood 'half headers'` for one) and beside heavy answers.
 */

import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { MqttClient } from 'mqtt';
import { addressOf, REQUEST_ID_HEADER } from '#contract/call';
import { getStopImmediately } from '#contract/command';
import { getAllDevices } from '#contract/devices/device';
import { commandMessage, deviceTopic } from '#contract/messages/deviceMessage';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { getMetrics } from '#contract/fleet/metrics';
import { z } from '#contract/schema';
import { budgets } from './budgets.ts';
import { uploadLargeMap } from './largeMap.ts';
import { measured, median, type Result } from './result.ts';
import { type FloodName, floodNames, type FloodTarget } from './stopFloods.ts';
import type { LoadShape } from './stopLoad.ts';
import { openStopProduct, type StopProduct } from './stopProduct.ts';

const SERIAL = 'BENCH-1';
const REPORTING = [SERIAL, 'BENCH-2', 'BENCH-3', 'BENCH-4'];
const FLOODING = Array.from({ length: 8 }, (_, index) => `FLOOD-${index}`);
/** Reports per device and second; together with the simulated robots, they equal the load of a fleet of a few hundred devices. */
const REPORTS_PER_SECOND = 50;
const CONNECTIONS = 32;
const SATURATION_SECONDS = 6;
const WARM_UP_SECONDS = 2;
const STOPS = 300;
const STOPS_PER_FLOOD = 200;
/** Time between two floods, in which pending work ends and sign-ins and headers time out. */
const CALM_SECONDS = 5;
const STOP_EVERY_MS = 50;
const LOAD = 0.95;

/** Publishes reports of some devices until stopped, in addition to the simulated robots. */
async function reportAlways(product: StopProduct): Promise<{ readonly device: MqttClient; readonly end: () => void }> {
  for (const serial of REPORTING) await product.create(serial);
  const [device, ...others] = [await product.device(SERIAL), ...(await Promise.all(REPORTING.slice(1).map(product.device)))];
  const clients = [device, ...others];
  let sequence = 1_000_000;
  const timer = setInterval(() => {
    sequence += 1;
    const message = {
      time: new Date().toISOString(),
      sequence,
      state: { current_state: 'waiting_for_task', battery_level: sequence % 100 },
    };
    for (const [index, client] of clients.entries()) {
      client.publish(deviceTopic(REPORTING[index] ?? '', 'state'), JSON.stringify(message), { qos: 1 });
    }
  }, 1_000 / REPORTS_PER_SECOND);
  await device.subscribeAsync(deviceTopic(SERIAL, 'command'), { qos: 1 });
  return { device, end: () => clearInterval(timer) };
}

function startLoad(
  product: StopProduct,
  perSecond: number | null,
): { readonly worker: Worker; readonly answered: () => readonly number[] } {
  const urls = [getMachines, getAllDevices, getMetrics].map((call) => `${product.url}/api/${addressOf(call, {})}`);
  const shape: LoadShape = {
    urls: [...urls, `${product.url}/api/${addressOf(getRawState, { serial: SERIAL })}`],
    token: product.token,
    connections: CONNECTIONS,
    perSecond,
  };
  const worker = new Worker(new URL('stopLoad.ts', import.meta.url), { workerData: shape });
  const counts: number[] = [];
  worker.on('message', (count: unknown) => counts.push(z.number().parse(count)));
  return { worker, answered: () => counts };
}

/** Returns the maximum number of responses per second. */
async function saturation(product: StopProduct): Promise<number> {
  const { worker, answered } = startLoad(product, null);
  await pause((WARM_UP_SECONDS + SATURATION_SECONDS) * 1_000);
  await worker.terminate();
  return median(answered().slice(WARM_UP_SECONDS));
}

type Headers = Readonly<Record<string, string>>;

const onOpenConnection = (url: string, headers: Headers): Promise<boolean> =>
  fetch(url, { headers }).then(
    async (reply) => {
      await reply.arrayBuffer();
      return reply.ok;
    },
    () => false,
  );

/** A new connection, as for a person whose browser has none open. */
const onNewConnection = (url: string, headers: Headers): Promise<boolean> =>
  new Promise((resolve) => {
    request(url, { headers, agent: false }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode === 200));
    })
      .on('error', () => resolve(false))
      .end();
  });

/** Returns the time from each stop's request to its message at the device, in ms, ascending; every other request uses a new connection. */
export async function stops(
  product: StopProduct,
  device: MqttClient,
  { count = STOPS, serial = SERIAL }: { readonly count?: number; readonly serial?: string } = {},
): Promise<readonly number[]> {
  const begun = new Map<string, number>();
  const took: number[] = [];
  const onCommand = (_topic: string, payload: Buffer) => {
    const { command_id } = commandMessage.parse(JSON.parse(payload.toString('utf8')));
    const at = begun.get(command_id);
    if (at === undefined) return;
    took.push(performance.now() - at);
    const result = { command_id, time: new Date().toISOString(), status: 'done' };
    device.publish(deviceTopic(serial, 'result'), JSON.stringify(result), { qos: 1 });
  };
  device.on('message', onCommand);
  const url = `${product.url}/api/${addressOf(getStopImmediately, { serial })}`;
  const answers: Promise<boolean>[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const id = randomUUID();
    begun.set(id, performance.now());
    const headers = { authorization: `Bearer ${product.token}`, [REQUEST_ID_HEADER]: id };
    answers.push(sent % 2 === 0 ? onOpenConnection(url, headers) : onNewConnection(url, headers));
    await pause(STOP_EVERY_MS);
  }
  await Promise.all(answers);
  device.off('message', onCommand);
  // A stop that did not arrive counts as infinitely long.
  return [...took.toSorted((a, b) => a - b), ...Array.from({ length: count - took.length }, () => Infinity)];
}

export const at = (sorted: readonly number[], part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/** The load comes from one person, who requests more than a person may. */
const UNLIMITED = { REQUESTS_PER_ADDRESS: '1000000', REQUESTS_PER_PERSON: '1000000' };

/** Measures the latency of a stop while somebody floods the product, which has its usual limits. */
async function floodBench(floods: readonly FloodName[]): Promise<readonly Result[]> {
  const product = await openStopProduct();
  const { device, end } = await reportAlways(product);
  for (const serial of FLOODING) await product.create(serial);
  await pause(WARM_UP_SECONDS * 1_000);
  const figures = async (what: string): Promise<readonly Result[]> => {
    const took = await stops(product, device, { count: STOPS_PER_FLOOD });
    return [{ what: `${what}, p50`, value: at(took, 0.5), unit: 'ms' }, measured(`${what}, p99`, at(took, 0.99), budgets.stopUnderFlood)];
  };
  const results = [...(await figures('stop, request to device, without a flood'))];
  for (const name of floods) {
    const { url, token, mqttUrl } = product;
    const workerData: FloodTarget = { name, url, token, mqttUrl, serial: 'FLOOD-0', accounts: FLOODING.map(product.account) };
    const worker = new Worker(new URL('stopFloods.ts', import.meta.url), { workerData });
    await pause(WARM_UP_SECONDS * 1_000);
    results.push(...(await figures(`stop under a flood: ${name}`)));
    await worker.terminate();
    await pause(CALM_SECONDS * 1_000);
  }
  end();
  await product.close();
  return results;
}

/** Measures the latency of a stop while one person requests the heaviest answers. */
async function heavyBench(): Promise<readonly Result[]> {
  const product = await openStopProduct();
  const { device, end } = await reportAlways(product);
  const results: Result[] = [];
  for (const heavy of await uploadLargeMap(product)) {
    const worker = new Worker(new URL('stopHeavy.ts', import.meta.url), { workerData: heavy });
    await pause(WARM_UP_SECONDS * 1_000);
    const took = await stops(product, device, { count: STOPS_PER_FLOOD });
    results.push({ what: `stop beside ${heavy.name}, p50`, value: at(took, 0.5), unit: 'ms' });
    results.push(measured(`stop beside ${heavy.name}, p99`, at(took, 0.99), budgets.stopUnderFlood));
    await worker.terminate();
    await pause(CALM_SECONDS * 1_000);
  }
  end();
  await product.close();
  return results;
}

/**
 * Measures the latency of a stop through the whole server: idle, at 95 % of its maximum request rate, during heavy answers, and under floods. With names of
 * floods, only under these floods.
 */
export async function stopBench(names: readonly string[] = []): Promise<readonly Result[]> {
  const unknown = names.filter((name) => !floodNames.some((known) => known === name));
  if (unknown.length > 0) throw new Error(`No such flood: ${unknown.join(', ')}. There are: ${floodNames.join(', ')}.`);
  if (names.length > 0) return floodBench(floodNames.filter((name) => names.includes(name)));
  const product = await openStopProduct(UNLIMITED);
  const { device, end } = await reportAlways(product);
  await pause(WARM_UP_SECONDS * 1_000);
  const most = await saturation(product);
  const quiet = await stops(product, device);
  const { worker, answered } = startLoad(product, most * LOAD);
  await pause(WARM_UP_SECONDS * 1_000);
  const loaded = await stops(product, device);
  const reached = median(answered().slice(WARM_UP_SECONDS));
  await worker.terminate();
  end();
  await product.close();
  const ms = (what: string, value: number): Result => ({ what, value, unit: 'ms' });
  return [
    { what: 'calls the server answers when as many are asked as go', value: most, unit: '/s' },
    { what: 'calls it answered during the stops', value: (reached / most) * 100, unit: '%' },
    ms('stop, request to device, quiet, p50', at(quiet, 0.5)),
    ms('stop, request to device, quiet, p99', at(quiet, 0.99)),
    ms('stop, request to device, under load, p50', at(loaded, 0.5)),
    ms('stop, request to device, under load, p99', at(loaded, 0.99)),
    measured('p99 under load beside quiet', at(loaded, 0.99) / at(quiet, 0.99), budgets.stopUnderLoad),
    ...(await heavyBench()),
    ...(await floodBench(floodNames)),
  ];
}
