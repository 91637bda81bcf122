import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import mqtt from 'mqtt';
import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { brokerPassword } from '#server/platform/broker/accounts';
import { freePort } from '../support/freePort.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { treeOf } from '../support/processTree.ts';
import { healthOf, healthy, partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';

const ROUNDS = 8;
const WRITES_PER_ROUND = 130;
const MESSAGES_PER_ROUND = 190;
/** A device of the database that is not simulated in later rounds. */
const SERIAL = 'LF-0141-23';

/** Each test goes on with what the one before left, so that a database is made once; one that runs alone makes it. */
const DATA_DIR = newDataDir();
let recovered: StartedProduct | undefined;
afterAll(async () => {
  await recovered?.stop();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

async function connected(dataDir: string): Promise<Client> {
  const client = new Client({ connectionString: partsOf(dataDir).databaseUrl });
  client.on('error', () => undefined); // it is going to be killed
  await client.connect();
  return client;
}

/** Writes without end, one acknowledged write after the other, until the connection dies; calls `onAcknowledged` for each. */
async function writeUntilDeath(client: Client, round: number, onAcknowledged: (id: string) => void): Promise<void> {
  for (let count = 0; ; count += 1) {
    const id = `${round}-${count}`;
    await client.query('insert into acknowledged (id) values ($1)', [id]);
    onAcknowledged(id);
  }
}

const eventOf = (id: string) => JSON.stringify({ kind: 'event', time: '2026-03-04T13:05:00Z', level: 'info', message: id });

/** A device that writes down one event after the other, 50 at a time, until its connection dies, and what it wrote before without an answer. */
async function reportUntilDeath(round: number, unanswered: Set<string>, onAcknowledged: (id: string) => void): Promise<void> {
  const { mqttUrl, brokerSecret: secret } = partsOf(DATA_DIR);
  const password = brokerPassword(secret, SERIAL);
  const client = await mqtt.connectAsync(mqttUrl, { username: SERIAL, password, clientId: SERIAL, protocolVersion: 4, reconnectPeriod: 0 });
  client.on('error', () => undefined);
  const gone = new Promise<void>((resolve) => client.once('close', () => resolve()));
  const again = [...unanswered];
  let count = 0;
  const next = () => again.pop() ?? `m${round}-${(count += 1)}`;
  const write = async (): Promise<void> => {
    const id = next();
    unanswered.add(id);
    await client.publishAsync(deviceTopic(SERIAL, 'log'), eventOf(id), { qos: 1 });
    unanswered.delete(id);
    onAcknowledged(id);
    return write();
  };
  for (let lane = 0; lane < 50; lane += 1) write().catch(() => undefined);
  await gone;
  client.end(true);
}

it('[START7] [INGEST15] kill -9 of the whole process tree, 8 times, loses none of 1,000 acknowledged writes and none of 1,500 acknowledged messages', async () => {
  const acknowledged: string[] = [];
  const reported: string[] = [];
  const unanswered = new Set<string>();
  const first = await startProduct({ DATA_DIR, DEVICES: '2' });
  await first.stop();
  for (let round = 0; round < ROUNDS; round += 1) {
    const product = await startProduct({ DATA_DIR, DEVICES: '1' });
    const client = await connected(DATA_DIR);
    await client.query('create table if not exists acknowledged (id text primary key)');
    let [writes, messages] = [0, 0];
    const killWhenEnough = () => {
      if (writes < WRITES_PER_ROUND || messages < MESSAGES_PER_ROUND) return;
      for (const pid of treeOf(product.pid)) process.kill(pid, 'SIGKILL');
    };
    const writing = writeUntilDeath(client, round, (id) => {
      acknowledged.push(id);
      writes += 1;
      killWhenEnough();
    }).catch(() => undefined);
    const reporting = reportUntilDeath(round, unanswered, (id) => {
      reported.push(id);
      messages += 1;
      killWhenEnough();
    });
    await Promise.all([writing, reporting]);
    expect(await product.ended).toBeNull();
  }
  recovered = await startProduct({ DATA_DIR, DEVICES: '1' });
  expect(await healthOf(recovered)).toEqual(healthy);
  const client = await connected(DATA_DIR);
  const { rows } = await client.query<{ id: string }>('select id from acknowledged');
  await client.query('drop table acknowledged');
  const events = await client.query<{ id: string }>("select message as id from device_event where serial = $1 and message like 'm%-%'", [
    SERIAL,
  ]);
  await client.end();
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITES_PER_ROUND);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  const stored = new Set(events.rows.map(({ id }) => id));
  expect(reported.length).toBeGreaterThanOrEqual(ROUNDS * MESSAGES_PER_ROUND);
  expect(reported.filter((id) => !stored.has(id))).toEqual([]);
  // A message that was sent again, because its answer was lost, is stored once.
  expect(events.rows.length).toBe(stored.size);
}, 900_000);

it('[BACKUP1] [AUDIT7] a running product is backed up with its keys apart, and is the same in another data folder', async () => {
  const product = recovered ?? (await startProduct({ DATA_DIR, DEVICES: '1' }));
  recovered = product;
  const named = async (dataDir: string, statement: string) => {
    const client = await connected(dataDir);
    const { rows } = await client.query<{ name: string }>(statement);
    await client.end();
    return rows.map(({ name }) => name);
  };
  await named(DATA_DIR, "update device set name = 'Backed up' where serial = 'LF-0140-23'");
  const [backup, keys, elsewhere] = [path.join(newDataDir(), 'backup'), path.join(newDataDir(), 'keys'), newDataDir()];
  const command = (what: string, dataDir: string) =>
    spawnSync(process.execPath, ['server/app/backup/run.ts', what, backup, '--keys', keys], {
      env: { ...process.env, DATA_DIR: dataDir },
      encoding: 'utf8',
    });
  expect(command('backup', DATA_DIR)).toMatchObject({ status: 0, stderr: '' });
  expect(command('restore', DATA_DIR)).toMatchObject({ status: 1, stderr: expect.stringContaining('is in use by another running server') });
  expect(command('restore', elsewhere)).toMatchObject({ status: 0, stderr: '' });
  const restored = await startProduct({ DATA_DIR: elsewhere, DEVICES: '1' });
  onTestFinished(restored.stop);
  expect(await healthOf(restored)).toEqual(healthy);
  expect(await named(elsewhere, "select name from device where serial = 'LF-0140-23'")).toEqual(['Backed up']);
});

it('[START8] a server killed alone leaves its database running, and the next start takes it over', async () => {
  const killed = recovered ?? (await startProduct({ DATA_DIR, DEVICES: '1' }));
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const database = Number(readFileSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  expect(() => process.kill(database, 0)).not.toThrow();
  const next = await startProduct({ DATA_DIR, DEVICES: '1' });
  onTestFinished(next.stop);
  expect(await healthOf(next)).toEqual(healthy);
  expect(() => process.kill(database, 0)).toThrow();
});

it('[START10] a server whose npm was asked to stop does not outlive it', async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" server/start.ts; true`], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      NODE_ENV: 'development',
      npm_lifecycle_event: 'start',
      DATA_DIR,
      DEVICES: '1',
      PORT: String(await freePort()),
      MQTT_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => shell.stdout.on('data', (piece: Buffer) => piece.toString().includes('ready ') && resolve()));
  const tree = treeOf(shell.pid ?? 0);
  shell.kill('SIGTERM');
  const alive = () => tree.filter((pid) => treeOf(1).includes(pid));
  await expect.poll(alive).toEqual([]);
});
