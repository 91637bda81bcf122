import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/freePort.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { treeOf } from '../support/processTree.ts';
import { COMPILED, partsOf, startProduct, type StartedProduct } from '../support/startProduct.ts';

const ROUNDS = 10;
const WRITES_PER_ROUND = 100;

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

it('[START7] kill -9 of the whole process tree, ten times, loses none of 1,000 acknowledged writes, and the next start recovers by itself', async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const product = await startProduct({ DATA_DIR, DEVICES: '1' });
    const client = await connected(DATA_DIR);
    await client.query('create table if not exists acknowledged (id text primary key)');
    let here = 0;
    await new Promise<void>((resolve) => {
      const onAcknowledged = (id: string) => {
        acknowledged.push(id);
        here += 1;
        if (here === WRITES_PER_ROUND) for (const pid of treeOf(product.pid)) process.kill(pid, 'SIGKILL');
      };
      writeUntilDeath(client, round, onAcknowledged).catch(() => resolve());
    });
    expect(await product.ended).toBeNull();
  }
  recovered = await startProduct({ DATA_DIR, DEVICES: '1' });
  expect((await fetch(`${recovered.url}/healthz`)).status).toBe(200);
  const client = await connected(DATA_DIR);
  const { rows } = await client.query<{ id: string }>('select id from acknowledged');
  await client.end();
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITES_PER_ROUND);
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
}, 900_000);

it('[START8] a server killed alone leaves its database running, and the next start takes it over', async () => {
  const killed = recovered ?? (await startProduct({ DATA_DIR, DEVICES: '1' }));
  process.kill(killed.pid, 'SIGKILL');
  await killed.ended;
  const database = Number(readFileSync(path.join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  expect(() => process.kill(database, 0)).not.toThrow();
  const next = await startProduct({ DATA_DIR, DEVICES: '1' });
  onTestFinished(next.stop);
  expect((await fetch(`${next.url}/healthz`)).status).toBe(200);
  expect(() => process.kill(database, 0)).toThrow();
});

it('[START10] a server whose npm was asked to stop does not outlive it', async () => {
  const shell = spawn('sh', ['-c', `"${process.execPath}" server/start.ts; true`], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: {
      ...process.env,
      ...COMPILED,
      NODE_ENV: 'development',
      npm_lifecycle_event: 'start',
      DATA_DIR,
      DEVICES: '1',
      PORT: String(await freePort()),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => shell.stdout.on('data', (piece: Buffer) => piece.toString().includes('ready ') && resolve()));
  const tree = treeOf(shell.pid ?? 0);
  shell.kill('SIGTERM');
  const alive = () => tree.filter((pid) => treeOf(1).includes(pid));
  await expect.poll(alive).toEqual([]);
});
