/** Refuses a second server on a database without NATS, using a lock. */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { locks } from '../database/locks.ts';
import type { Admission } from '../database/openDatabase.ts';
import { isLimitAccepted, limitSession, SILENT_SESSION_MS } from '../database/sessionLimits.ts';

/** Time for which a server that was just killed may still hold the lock, in ms. */
const PATIENCE_MS = 5_000;
/**
 * Interval in ms at which the holder uses the connection of its lock: the holder notices a lost connection, and other servers see that the holder is alive.
 */
const BEAT_MS = 1_000;
/** Time for which a holder whose machine has vanished may keep the lock until PostgreSQL ends its session, in ms, with a margin for a busy database. */
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

/** The failure of a query that this server may not send: callers treat the database as unavailable (SQLSTATE `cannot_connect_now`). */
class NotAdmitted extends Error {
  readonly code = '57P03';
}

/** SQL for the lock and the sessions that hold it, with their name and last use. */
const HOLDER = `pg_locks join pg_stat_activity using (pid)
  where locktype = 'advisory' and classid = 0 and objid = ${locks.soleInstance} and granted and datname = current_database()`;

/** The holder of the lock: the name of its session, which is the id of its server, and when the session was last used. */
interface Holder {
  readonly name: string | null;
  readonly usedAt: string | null;
}

/** The connection that holds the lock, or the present holder of the lock; null if that holder has just ended. */
type Attempt = { readonly client: Client } | { readonly holder: Holder | null };

/** Throws on a standby, which grants the same lock as its primary does. */
function refuseStandby(isStandby: boolean | undefined): void {
  if (isStandby !== false) throw new NotAdmitted('The database is a standby.');
}

async function lockBy(client: Client, id: string): Promise<Attempt> {
  await client.connect();
  await limitSession(client);
  // Keep-alive does not end a session with data that its client has not acknowledged.
  await isLimitAccepted(client, `set tcp_user_timeout = ${SILENT_SESSION_MS}`);
  await client.query(`select set_config('application_name', $1, false)`, [id]);
  const { rows } = await client.query<{ isStandby: boolean; isOwn: boolean | null }>(
    `select pg_is_in_recovery() as "isStandby", case when not pg_is_in_recovery() then pg_try_advisory_lock($1) end as "isOwn"`,
    [locks.soleInstance],
  );
  refuseStandby(rows[0]?.isStandby);
  if (rows[0]?.isOwn === true) return { client };
  const holders = await client.query<Holder>(`select application_name as name, query_start::text as "usedAt" from ${HOLDER}`);
  return { holder: holders.rows[0] ?? null };
}

/**
 * Attempts to take the lock. A former session of this server that holds the lock, by its `id`, is ended: its connection is lost, or its response arrived too
 * late, which PostgreSQL may not know yet.
 */
async function tryLock(url: string, id: string): Promise<Attempt> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: QUERY_MS, keepAlive: true });
  client.on('error', () => undefined);
  let attempt: Attempt = { holder: null };
  try {
    attempt = await lockBy(client, id);
    if ('holder' in attempt && attempt.holder?.name === id)
      await client.query(`select pg_terminate_backend(pid) from ${HOLDER} and application_name = $1`, [id]);
    return attempt;
  } finally {
    if (!('client' in attempt)) await client.end().catch(() => undefined);
  }
}

/** Dependencies of the lock of a sole server. */
interface SoleInstance {
  /** Called when another server has taken the lock while the connection was lost. */
  readonly onLost: () => void;
  readonly log: Pick<Logger, 'warn'>;
  /** A clock that is never set, in ms. */
  readonly elapsed: () => number;
  /** Waits for a time in ms. Default: a timer of this process. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Takes the lock; waits for a holder that was just killed, and longer for one that does not use its connection. Throws `SecondInstance`. */
async function waitForLock(url: string, id: string, { log, elapsed, pause = sleep }: SoleInstance): Promise<Client> {
  const startedAt = elapsed();
  let changedAt = startedAt;
  let usedAt: string | null = null;
  let isWarned = false;
  for (;;) {
    const attempt = await tryLock(url, id);
    if ('client' in attempt) return attempt.client;
    const seen: string | null = attempt.holder?.usedAt ?? usedAt;
    const isAlive = usedAt !== null && seen !== usedAt;
    usedAt = seen;
    if (isAlive) changedAt = elapsed();
    const silentMs = elapsed() - changedAt;
    if (silentMs >= SILENT_MS || (isAlive && elapsed() - startedAt >= PATIENCE_MS)) throw new SecondInstance();
    if (silentMs >= PATIENCE_MS && !isWarned) {
      isWarned = true;
      log.warn(
        { seconds: SILENT_MS / 1_000 },
        'another server has this database and does not show that it is alive: waiting until PostgreSQL ends its connection',
      );
    }
    await pause(RETRY_MS);
  }
}

/** The place of this server as the only one of a database. */
interface Place {
  /** Throws once another server has the place. */
  readonly admission: Admission;
  /** Releases the lock. */
  readonly release: () => Promise<void>;
}

/** Throws when the connection of the lock does not respond, or now belongs to a standby. */
async function proveLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"');
  refuseStandby(rows[0]?.isStandby);
}

/**
 * Makes this server the only one of a database by means of a lock that ends with the connection. Throws `SecondInstance` when another server holds the lock. A
 * lost connection is replaced; once another server has taken the lock, no query is admitted any more. Source: INST1, INST5, INST7, INST8.
 */
export async function becomeSoleInstance(url: string, parts: SoleInstance): Promise<Place> {
  const { elapsed, onLost } = parts;
  const id = `orangery ${randomUUID()}`;
  let isOver = false;
  let current: Client | null = null;
  let takenAt = 0;
  let isLost = false;
  let timer: NodeJS.Timeout | undefined;
  const later = (ms: number, run: () => Promise<void>) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(() => void run(), ms);
  };
  const lose = (client: Client) => {
    if (client !== current) return;
    current = null;
    void client.end().catch(() => undefined);
    // The lock is retaken at once, because another server may take it now; after a connection that lasted only briefly, there is a pause.
    later(elapsed() - takenAt >= RECONNECT_MS ? 0 : RECONNECT_MS, again);
  };
  const beat = async (client: Client): Promise<void> => {
    try {
      await proveLock(client);
    } catch {
      return lose(client);
    }
    if (client === current) later(BEAT_MS, () => beat(client));
  };
  const watch = (client: Client) => {
    current = client;
    takenAt = elapsed();
    client.on('end', () => lose(client));
    later(0, () => beat(client));
  };
  const again = async () => {
    let isOwn = false;
    try {
      const attempt = await tryLock(url, id);
      if ('client' in attempt) return isOver ? await attempt.client.end() : watch(attempt.client);
      isOwn = attempt.holder?.name === id;
      if (!isOver && attempt.holder !== null && !isOwn) {
        isLost = true;
        return onLost();
      }
    } catch {
      // The database is unavailable: the attempt is repeated.
    }
    later(isOwn ? RETRY_MS : RECONNECT_MS, again);
  };
  watch(await waitForLock(url, id, parts));
  return {
    admission: () => {
      if (isLost) throw new NotAdmitted('Another server uses this database.');
    },
    release: async () => {
      isOver = true;
      clearTimeout(timer);
      await current?.end().catch(() => undefined);
    },
  };
}
