import { sql } from 'kysely';
import { Client, DatabaseError } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/openDatabase';
import { locks } from '#server/platform/database/locks';
import { allowPauses, limitSession } from '#server/platform/database/sessionLimits';
import { databaseLeases } from '#server/platform/instances/databaseLeases';
import { type Fence, LeaseLost } from '#server/platform/instances/leases';
import { becomeSoleInstance } from '#server/platform/instances/soleInstance';
import { openProxy } from '../support/tcpProxy.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { until } from '../support/until.ts';

let url = '';
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  url = await workerDatabases().migrated();
  database = openDatabase(url);
});
afterAll(() => database.destroy());

/** An instance that records what it does. */
function instance(holder: string, at = database) {
  const log: string[] = [];
  const fences: Fence[] = [];
  const leases = databaseLeases({ database: at, holder, elapsed: () => performance.now(), log: pino({ level: 'silent' }) });
  const take = (name: string) =>
    leases.take({
      name,
      start: async (fence) => {
        fences.push(fence);
        log.push('started');
        return async () => void log.push('stopped');
      },
    });
  const write = (meanwhile = () => Promise.resolve()) => {
    const fence = fences.at(-1);
    return database.transaction().execute(async (tx) => {
      await fence?.(tx);
      await meanwhile();
    });
  };
  return { log, take, write };
}

it('[INST2] a duty is done by one instance of two; the other one takes over at once when it ends', async () => {
  const [one, two] = [instance('one'), instance('two')];
  const [first, second] = [await one.take('work'), await two.take('work')];
  expect([one.log, two.log]).toEqual([['started'], []]);
  await first.close();
  expect(one.log).toEqual(['started', 'stopped']);
  await until('the other works', () => two.log.includes('started'));
  await second.close();
});

it('[INST3] an instance that lost the database past its lease stops, and what it writes then is refused', async () => {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const far = openDatabase(through.href);
  const [cut, near] = [instance('cut', far), instance('near')];
  const tenures = [await cut.take('ingest'), await near.take('ingest')];
  await cut.write();
  cable.cut();
  await until('the other works', () => near.log.includes('started'));
  expect(cut.log).toEqual(['started']);
  await expect(cut.write()).rejects.toThrow(LeaseLost);
  await near.write();
  cable.heal();
  await until('it has stopped', () => cut.log.includes('stopped'));
  expect(cut.log).toEqual(['started', 'stopped']);
  await Promise.all(tenures.map((tenure) => tenure.close()));
  await far.destroy();
  await cable.close();
});

it('[INST3] a takeover waits for a transaction that passed the fence', async () => {
  const one = instance('one');
  const tenure = await one.take('fenced');
  const order: string[] = [];
  let taking: Promise<unknown> = Promise.resolve();
  await one.write(async () => {
    taking = database
      .updateTable('lease')
      .set({ holder: 'other' })
      .where('name', '=', 'fenced')
      .execute()
      .then(() => order.push('taken'));
    await until('the takeover waits', async () => {
      const { rows } = await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update "lease"%'`.execute(
        database,
      );
      return rows.length > 0 || order.length > 0;
    });
    order.push('written');
  });
  await taking;
  expect(order).toEqual(['written', 'taken']);
  await tenure.close();
});

/** A server that takes the lock of the database, with what it logs and whether it lost its place. */
function soleServer(at = url, pause?: () => Promise<unknown>) {
  const lost: string[] = [];
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const opening = becomeSoleInstance(at, { onLost: () => void lost.push('lost'), log, ...(pause === undefined ? {} : { pause }) });
  return { lost, warnings, opening };
}

const holderOfLock = () =>
  sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and objid = ${locks.soleInstance}`
    .execute(database)
    .then(({ rows }) => rows[0]?.pid);

it('[INST1] the second server on a database is refused; the first one that loses its place is informed', async () => {
  const first = soleServer();
  const giveBack = await first.opening;
  const refused = soleServer();
  await expect(refused.opening).rejects.toThrow('Another server uses this database. Several servers on one database need NATS_URL.');
  expect(refused.warnings).toEqual([]);
  await giveBack();
  const second = soleServer();
  const giveBackToo = await second.opening;
  await sql`select pg_terminate_backend(${await holderOfLock()})`.execute(database);
  const third = await soleServer().opening;
  await until('the second one knows', () => second.lost.length > 0);
  expect(first.lost).toEqual([]);
  await Promise.all([giveBackToo(), third()]);
});

/** A connection that holds the lock and is not used, like that of a machine that has vanished. */
async function silentHolder(): Promise<Client> {
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [locks.soleInstance]);
  return holder;
}

it('[INST5] a server waits for a silent holder of the lock until PostgreSQL has ended its session, and says so', async () => {
  const holder = await silentHolder();
  let pauses = 0;
  const late = soleServer(url, async () => {
    pauses += 1;
    if (pauses === 70) await holder.end();
  });
  const giveBack = await late.opening;
  expect(late.warnings.length).toBe(1);
  expect(late.warnings[0]).toContain('another server has this database and is silent: waiting until PostgreSQL ends its connection');
  await giveBack();
});

it('[INST5] a silent holder whose session does not end refuses a server in the end', async () => {
  const holder = await silentHolder();
  let pauses = 0;
  const late = soleServer(url, async () => void (pauses += 1));
  await expect(late.opening).rejects.toThrow('Another server uses this database.');
  expect(pauses * 250).toBe(20_000);
  await holder.end();
});

it('[INST5] a server whose connection was lost on its own side alone keeps its place', async () => {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const server = soleServer(through.href);
  const giveBack = await server.opening;
  const former = await holderOfLock();
  cable.abandon();
  await until('another session of it holds the lock', async () => {
    if (server.lost.length > 0) return true;
    const holder = await holderOfLock();
    return holder !== undefined && holder !== former;
  });
  expect(server.lost).toEqual([]);
  await giveBack();
  await cable.close();
});

it('[INST5] a holder of the lock notices that its connection has frozen, and takes it again', async () => {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const server = soleServer(through.href);
  const giveBack = await server.opening;
  const former = await holderOfLock();
  cable.freeze();
  await until('its session has ended', async () => (await holderOfLock()) !== former);
  cable.heal();
  await until('it holds the lock again', async () => (await holderOfLock()) !== undefined);
  expect(server.lost).toEqual([]);
  await giveBack();
  await cable.close();
});

const LIMITS = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'idle_in_transaction_session_timeout'];

it('[INST5] PostgreSQL ends sessions of a machine that has vanished, and transactions that hold rows without being continued', async () => {
  const limits = await Promise.all(
    LIMITS.map(async (name) => (await sql<Record<string, string>>`show ${sql.id(name)}`.execute(database)).rows[0]?.[name]),
  );
  expect(limits).toEqual(['5', '2', '3', '10s']);
  const paused = await database.transaction().execute(async (tx) => {
    await allowPauses.execute(tx);
    return (await sql<Record<string, string>>`show ${sql.id('idle_in_transaction_session_timeout')}`.execute(tx)).rows;
  });
  expect(paused).toEqual([{ idle_in_transaction_session_timeout: '0' }]);
});

it('[INST5] a database that refuses the limits of a session is used without them', async () => {
  const asked: string[] = [];
  const refusing = Object.assign(new Client(), {
    query: (text: string) => {
      asked.push(text);
      return Promise.reject(new DatabaseError('unrecognized configuration parameter', 0, 'error'));
    },
  });
  await limitSession(refusing);
  // Together, then each.
  expect(asked.length).toBe(3);
});
