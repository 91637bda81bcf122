/** Refuses a second server on a database without NATS, using a lock. */

import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { locks } from '../database/locks.ts';
import { limitSession, SILENT_SESSION_MS } from '../database/sessionLimits.ts';

/** Time for which a server that was just killed may still hold the lock, in ms. */
const PATIENCE_MS = 5_000;
/** Interval in ms at which the holder uses the connection of its lock: it learns that the connection is lost, and others that it is alive. */
const BEAT_MS = 1_000;
/** A holder whose machine has vanished keeps the lock until PostgreSQL ends its session; time in ms, with a margin for a busy database. */
const SILENT_MS = SILENT_SESSION_MS + 9_000;
const RETRY_MS = 250;
const RECONNECT_MS = 1_000;
const QUERY_MS = 5_000;

/** The failure of a second server that starts on a database. */
export class SecondInstance extends Error {
  constructor() {
    super('Another server uses this database. Several servers on one database need NATS_URL.');
    this.name = 'SecondInstance';
  }
}

/** A session of the database: its process and its start, which no other session has. Null where it belongs to another database user. */
const SESSION = `pid || ' ' || backend_start`;

/** The holder of the lock: its session, and when that was last used. */
interface Holder {
  readonly session: string | null;
  readonly usedAt: string | null;
}

/** The lock, as the connection that holds it. */
interface Held {
  readonly client: Client;
  readonly session: string;
}

/** The lock, or its present holder; null if that has just ended. */
type Attempt = Held | { readonly holder: Holder | null };

async function holderOf(client: Client): Promise<Holder | null> {
  const { rows } = await client.query<Holder>(
    `select ${SESSION} as session, query_start::text as "usedAt" from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and classid = 0 and objid = $1 and granted and datname = current_database()`,
    [locks.soleInstance],
  );
  return rows[0] ?? null;
}

async function lockBy(client: Client): Promise<Attempt> {
  await client.connect();
  await limitSession(client);
  const { rows } = await client.query<{ isOwn: boolean }>('select pg_try_advisory_lock($1) "isOwn"', [locks.soleInstance]);
  if (rows[0]?.isOwn !== true) return { holder: await holderOf(client) };
  const own = await client.query<{ session: string }>(`select ${SESSION} as session from pg_stat_activity where pid = pg_backend_pid()`);
  return { client, session: own.rows[0]?.session ?? '' };
}

/** Attempts to take the lock. With `former`, ends that session first: the one of this server whose connection is lost, which PostgreSQL may not know yet. */
async function tryLock(url: string, former?: string): Promise<Attempt> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: QUERY_MS, keepAlive: true });
  client.on('error', () => undefined);
  let attempt: Attempt = { holder: null };
  try {
    attempt = await lockBy(client);
    if ('holder' in attempt && former !== undefined && attempt.holder?.session === former)
      await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${SESSION} = $1`, [former]);
    return attempt;
  } finally {
    if (!('client' in attempt)) await client.end().catch(() => undefined);
  }
}

/** What a server does about its lock. */
interface SoleInstance {
  /** Called when another server has taken the lock while the connection was lost. */
  readonly onLost: () => void;
  readonly log: Pick<Logger, 'warn'>;
  /** Waits for a time in ms. Default: a timer of this process. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Takes the lock; waits for a holder that was just killed, and longer for one that no longer uses its connection. Throws `SecondInstance`. */
async function waitForLock(url: string, { log, pause = sleep }: SoleInstance): Promise<Held> {
  let first: Holder | null = null;
  let isAlive = false;
  for (let waitedMs = 0; ; waitedMs += RETRY_MS) {
    const attempt = await tryLock(url);
    if ('client' in attempt) return attempt;
    first ??= attempt.holder;
    isAlive ||= attempt.holder !== null && attempt.holder.usedAt !== first?.usedAt;
    if (waitedMs >= (isAlive ? PATIENCE_MS : SILENT_MS)) throw new SecondInstance();
    if (waitedMs === PATIENCE_MS)
      log.warn(
        { seconds: SILENT_MS / 1_000 },
        'another server has this database and is silent: waiting until PostgreSQL ends its connection',
      );
    await pause(RETRY_MS);
  }
}

/**
 * Makes this server the only one of a database by means of a lock that ends with the connection. Throws `SecondInstance` when another one holds it. A lost
 * connection is replaced. Returns the function that releases the lock. Source: INST1, INST5.
 */
export async function becomeSoleInstance(url: string, parts: SoleInstance): Promise<() => Promise<void>> {
  let isOver = false;
  let current: Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number, run: () => Promise<void>) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void run(), ms);
  };
  const beat = async (client: Client) => {
    try {
      await client.query('select 1');
      later(BEAT_MS, () => beat(client));
    } catch {
      await client.end().catch(() => undefined);
    }
  };
  const watch = ({ client, session }: Held) => {
    current = client;
    client.on('end', () => later(RECONNECT_MS, () => again(session)));
    later(BEAT_MS, () => beat(client));
  };
  const again = async (former: string) => {
    try {
      const attempt = await tryLock(url, former);
      if ('client' in attempt) return isOver ? await attempt.client.end() : watch(attempt);
      if (!isOver && attempt.holder !== null && attempt.holder.session !== former) return parts.onLost();
    } catch {
      // The database is away: it is tried again.
    }
    later(RECONNECT_MS, () => again(former));
  };
  watch(await waitForLock(url, parts));
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await current?.end().catch(() => undefined);
  };
}
