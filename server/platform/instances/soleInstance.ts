/** Refuses a second server on a database without NATS, using a lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { locks } from '../database/locks.ts';

/** Time for which a server that was just killed may still hold the lock, in ms. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 250;
const RECONNECT_MS = 1_000;

/** The failure of a second server that starts on a database. */
export class SecondInstance extends Error {
  constructor() {
    super('Another server uses this database. Several servers on one database need NATS_URL.');
    this.name = 'SecondInstance';
  }
}

async function tryLock(url: string): Promise<Client | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ isOwn: boolean }>('select pg_try_advisory_lock($1) "isOwn"', [locks.soleInstance]);
    if (rows[0]?.isOwn === true) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return null;
}

/**
 * Makes this server the only one of a database by means of a lock that ends with the connection. Throws `SecondInstance` when another one holds it.
 * `onLost` is called when another server has taken it while the connection was lost. Returns the function that releases it.
 */
export async function becomeSoleInstance(url: string, onLost: () => void): Promise<() => Promise<void>> {
  let isOver = false;
  let current: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const watch = (client: Client) => {
    current = client;
    client.on('end', () => {
      if (!isOver) timer = setTimeout(() => void again(), RECONNECT_MS);
    });
  };
  const again = async () => {
    try {
      const client = await tryLock(url);
      if (client === null) onLost();
      else if (isOver) await client.end();
      else watch(client);
    } catch {
      if (!isOver) timer = setTimeout(() => void again(), RECONNECT_MS);
    }
  };
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const client = await tryLock(url);
    if (client !== null) {
      watch(client);
      break;
    }
    if (waitedMs >= PATIENCE_MS) throw new SecondInstance();
    await sleep(RETRY_MS);
  }
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await current?.end().catch(() => undefined);
  };
}
