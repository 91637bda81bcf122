import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import mqtt from 'mqtt';
import { Client } from 'pg';
import { REQUEST_ID_HEADER } from '#contract/call';
import { getStopImmediately } from '#contract/command';
import { getAllDeviceTypes, postCreateDevice } from '#contract/devices/device';
import { deviceTopic } from '#contract/fleet/deviceMessage';
import { getMachines } from '#contract/fleet/machine';
import { type Cluster, openCluster } from '../../cluster/openCluster.ts';
import { missingPackages } from '../../cluster/programs.ts';
import { answerOf, ask } from '../support/client.ts';
import { newDataDir, quickFolder } from '../support/newDataDir.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { openSocket, type TestSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

/** [INST4] Kills and pauses the parts of a cluster under load, then counts what was lost. */

/** Devices that write down one event after the other beside the simulated robots, and consoles that watch them. */
const DEVICES = Array.from({ length: 40 }, (_, index) => `LF-${String(9_000 + index)}-23`);
const SIMULATED = 24;
const CONSOLES = 6;
const EVENT_PAUSE_MS = 100;
const STATE_PAUSE_MS = 500;

/** A device under load: it repeats what was not acknowledged. */
interface LoadDevice {
  readonly serial: string;
  readonly acknowledged: Set<string>;
  /** Ids of the commands that it received, one per message. */
  readonly commands: string[];
  readonly stop: () => Promise<void>;
}

async function startDevice(cluster: Cluster, serial: string): Promise<LoadDevice> {
  const client = await mqtt.connectAsync(cluster.mqttUrl, {
    ...cluster.account(serial),
    clientId: serial,
    protocolVersion: 4,
    clean: false,
    reconnectPeriod: 300,
  });
  client.on('error', () => undefined);
  const commands: string[] = [];
  client.on('message', (_, payload) => {
    const { command_id }: { command_id: string } = JSON.parse(payload.toString());
    commands.push(command_id);
    for (const status of ['delivered', 'done']) {
      const message = { command_id, time: new Date().toISOString(), status };
      client.publish(deviceTopic(serial, 'result'), JSON.stringify(message), { qos: 1 });
    }
  });
  await client.subscribeAsync(deviceTopic(serial, 'command'), { qos: 1 });
  const acknowledged = new Set<string>();
  const closing = new AbortController();
  const writeEvents = async () => {
    for (let count = 0; !closing.signal.aborted; count += 1) {
      const id = `cluster ${serial} ${count}`;
      const event = { kind: 'event', time: new Date().toISOString(), level: 'info', message: id };
      await client.publishAsync(deviceTopic(serial, 'log'), JSON.stringify(event), { qos: 1 });
      acknowledged.add(id);
      await sleep(EVENT_PAUSE_MS);
    }
  };
  const report = async () => {
    for (let sequence = 1; !closing.signal.aborted; sequence += 1) {
      const state = { current_state: 'waiting_for_task', battery_level: sequence % 100 };
      const message = { time: new Date().toISOString(), sequence, state };
      client.publish(deviceTopic(serial, 'state'), JSON.stringify(message), { qos: 1 });
      await sleep(STATE_PAUSE_MS);
    }
  };
  const work = [writeEvents(), report()];
  return {
    serial,
    acknowledged,
    commands,
    stop: async () => {
      closing.abort();
      await Promise.all(work);
      await client.endAsync();
    },
  };
}

/** A console that connects again at once, as the real one does. `newest` is the time of its newest state. */
function startConsole(cluster: Cluster, token: string) {
  const closing = new AbortController();
  let socket: TestSocket | null = null;
  let newest = 0;
  const watch = async () => {
    while (!closing.signal.aborted) {
      const opened = await openSocket(cluster.url);
      socket = opened;
      if (opened.closed() === null && opened.refused() === null) opened.begin(token);
      while (!closing.signal.aborted && opened.closed() === null && opened.refused() === null) {
        for (const push of opened.pushes.splice(0)) if (push.type === 'state') newest = Math.max(newest, Date.parse(push.timestamp));
        await sleep(50);
      }
      await sleep(200);
    }
  };
  const watching = watch();
  return {
    newest: () => newest,
    stop: async () => {
      closing.abort();
      socket?.socket.close();
      await watching;
    },
  };
}

/** Signs in the first administrator through the load balancer, with the printed code. */
async function signIn(cluster: Cluster): Promise<string> {
  const [, email = '', password = '', code = ''] = /^ {2}(\S+@\S+) +(\S+) +(\d{6}) +system_admin$/m.exec(cluster.accounts) ?? [];
  const identity = await (await fetch(`${cluster.url}/config.json`)).json();
  return (await signInByHttp({ identity, settings: { publicUrl: cluster.url } }, { email, password, code })).access;
}

async function createDevices({ url }: Cluster, token: string): Promise<void> {
  const [type] = (await answerOf(url, getAllDeviceTypes, { token })).result;
  if (type === undefined) throw new Error('no device type');
  for (const serial of DEVICES) {
    const outcome = await ask(url, postCreateDevice, { token, params: { serial }, body: { name: serial, device_type: type.id } });
    if (!outcome.ok) throw new Error(outcome.error);
  }
}

/** Stops devices in turn through the load balancer; returns the ids of those that were answered with success. */
function startStops({ url }: Cluster, token: string) {
  const done: { readonly serial: string; readonly id: string }[] = [];
  const closing = new AbortController();
  let failed = 0;
  const work = (async () => {
    for (let count = 0; !closing.signal.aborted; count += 1) {
      const serial = DEVICES[count % DEVICES.length] ?? '';
      const id = `stop-${count}`;
      const outcome = await ask(url, getStopImmediately, { token, params: { serial }, headers: { [REQUEST_ID_HEADER]: id } }).catch(
        () => null,
      );
      if (outcome?.ok === true && outcome.answer.success) done.push({ serial, id });
      else failed += 1;
      await sleep(200);
    }
  })();
  return {
    done,
    failed: () => failed,
    stop: async () => {
      closing.abort();
      await work;
    },
  };
}

/** Asks without pause through the load balancer while something happens; returns how many answers there were and how many failed. */
async function askMeanwhile({ url }: Cluster, token: string, run: () => Promise<void>): Promise<{ asked: number; failed: number }> {
  const closing = new AbortController();
  let [asked, failed] = [0, 0];
  const lane = async () => {
    while (!closing.signal.aborted) {
      const outcome = await ask(url, getMachines, { token }).catch(() => null);
      asked += 1;
      if (outcome?.ok !== true) failed += 1;
    }
  };
  const lanes = [lane(), lane()];
  await run();
  closing.abort();
  await Promise.all(lanes);
  return { asked, failed };
}

const missing = missingPackages();
if (missing.length > 0) {
  console.log(`cluster: skipped, not installed: ${missing.join(' ')}`);
  process.exit(0);
}
const folder = newDataDir(quickFolder());
const cluster = await openCluster({ folder, devices: SIMULATED });
const problems: string[] = [];
try {
  const token = await signIn(cluster);
  await createDevices(cluster, token);
  const devices = await Promise.all(DEVICES.map((serial) => startDevice(cluster, serial)));
  const consoles = Array.from({ length: CONSOLES }, () => startConsole(cluster, token));
  const live = async () => {
    const at = Date.now();
    await until('all consoles are live', () => consoles.every((one) => one.newest() > at));
    return ((Date.now() - at) / 1_000).toFixed(1);
  };
  await live();
  const stops = startStops(cluster, token);

  for (const [index, { program }] of cluster.servers.entries()) {
    program.signal('SIGKILL');
    await program.ended;
    console.log(`server ${index + 1} killed: every console live again after ${await live()} s`);
    await cluster.again(index);
  }
  for (const [index, { program }] of cluster.servers.entries()) {
    program.signal('SIGSTOP');
    await sleep(6_000);
    program.signal('SIGCONT');
    console.log(`server ${index + 1} asleep for 6 s, past its lease: every console live again after ${await live()} s`);
  }
  for (const index of cluster.nats.nodes.keys()) {
    cluster.nats.nodes[index]?.signal('SIGKILL');
    await cluster.nats.nodes[index]?.ended;
    console.log(`node ${index + 1} of NATS killed: every console live again after ${await live()} s`);
    await cluster.nats.again(index);
  }
  for (const node of cluster.nats.nodes) node.signal('SIGKILL');
  await Promise.all(cluster.nats.nodes.map(({ ended }) => ended));
  await sleep(20_000);
  const alone = await Promise.all(
    cluster.servers.map(({ url }) => ask(url, getStopImmediately, { token, params: { serial: DEVICES[0] ?? '' } }).catch(() => null)),
  );
  const stopping = alone.filter((outcome) => outcome?.ok === true && outcome.answer.success).length;
  if (stopping === 0) problems.push('without NATS no server stops a device');
  for (const index of cluster.nats.nodes.keys()) await cluster.nats.again(index);
  console.log(`all of NATS away for 20 s: ${stopping} of 3 servers stop meanwhile; every console live again after ${await live()} s`);

  const { asked, failed } = await askMeanwhile(cluster, token, async () => {
    for (const [index, { program }] of cluster.servers.entries()) {
      await program.stop();
      await cluster.again(index);
      await sleep(2_000);
    }
  });
  console.log(`all servers restarted one after the other: ${failed} of ${asked} calls failed`);
  if (failed > 0) problems.push('calls failed while the servers were restarted');
  console.log(`afterwards every console live again after ${await live()} s`);

  await stops.stop();
  await Promise.all(devices.map((device) => device.stop()));
  await Promise.all(consoles.map((one) => one.stop()));
  const acknowledged = devices.flatMap((device) => [...device.acknowledged]);
  const database = new Client({ connectionString: cluster.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ id: string }>("select message as id from device_event where message like 'cluster %'");
  const commands = await database.query<{ id: string; status: string }>("select id, status from command where id like 'stop-%'");
  await database.end();
  const stored = new Set(rows.map(({ id }) => id));
  const lost = acknowledged.filter((id) => !stored.has(id)).length;
  console.log(`${acknowledged.length} acknowledged events: ${lost} lost, ${rows.length - stored.size} doubled`);
  if (lost > 0 || rows.length > stored.size) problems.push('events were lost or doubled');
  const received = new Map(devices.map(({ serial, commands: ids }) => [serial, ids]));
  const timesReceived = stops.done.map(({ serial, id }) => (received.get(serial) ?? []).filter((one) => one === id).length);
  const recorded = new Set(commands.rows.map(({ id }) => id));
  const unrecorded = stops.done.filter(({ id }) => !recorded.has(id)).length;
  console.log(
    `${stops.done.length} stops answered with success (${stops.failed()} not): ${timesReceived.filter((count) => count !== 1).length} not received exactly once, ${unrecorded} without a record`,
  );
  if (timesReceived.some((count) => count !== 1) || unrecorded > 0) problems.push('stops were lost or doubled');
} finally {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(problems.length === 0 ? 'cluster: passed' : `cluster: failed: ${problems.join('; ')}`);
process.exit(problems.length === 0 ? 0 : 1);
