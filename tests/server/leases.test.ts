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
function soleServer(at = url, pause?: (clock: (ms: number) => void) => Promise<unknown>) {
  const lost: string[] = [];
  let passed = 0;
  const pass = (ms: number) => {
    passed += ms;
  };
  const timing =
    pause === undefined
      ? { elapsed: () => performance.now() }
      : {
          elapsed: () => passed,
          pause: (ms: number) => {
            pass(ms);
            return pause(pass);
          },
        };
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) });
  const opening = becomeSoleInstance(at, { onLost: () => void lost.push('lost'), log, ...timing });
  return { lost, warnings, opening, passed: () => passed };
}

const holderOfLock = () =>
  sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and granted and objid = ${locks.soleInstance}`
    .execute(database)
    .then(({ rows }) => rows[0]?.pid);

/** Waits for the lock of the database, and has it as soon as its holder's session has ended. */
async function nextHolder(name = ''): Promise<Client> {
  const next = new Client({ connectionString: url });
  next.on('error', () => undefined);
  await next.connect();
  await next.query(`select set_config('application_name', $1, false)`, [name]);
  const holding = next.query('select pg_advisory_lock($1)', [locks.soleInstance]).catch(() => undefined);
  await until('it waits', async () => {
    const { rows } =
      await sql`select 1 from pg_locks where locktype = 'advisory' and not granted and objid = ${locks.soleInstance}`.execute(database);
    return rows.length > 0;
  });
  void holding;
  return next;
}

const endHolder = async () => sql`select pg_terminate_backend(${await holderOfLock()})`.execute(database);

it('[INST1] the second server on a database is refused; the first one that loses its place is informed', async () => {
  const first = soleServer();
  const { release } = await first.opening;
  const refused = soleServer();
  await expect(refused.opening).rejects.toThrow('Another server uses this database. Several servers on one database need NATS_URL.');
  expect(refused.warnings).toEqual([]);
  await release();
  const second = soleServer();
  const { release: releaseToo } = await second.opening;
  const third = await nextHolder();
  await endHolder();
  await until('the second one knows', () => second.lost.length > 0);
  expect(first.lost).toEqual([]);
  await Promise.all([releaseToo(), third.end()]);
});

it('[INST7] a server in whose place another one is uses the database no more', async () => {
  const server = soleServer();
  const { admission, release } = await server.opening;
  const own = openDatabase(url, { admission });
  const write = () =>
    sql`select 1`.execute(own).then(
      () => 'written',
      (error: unknown) => String(error),
    );
  expect(await write()).toBe('written');
  const next = await nextHolder();
  await endHolder();
  await until('it has lost its place', () => server.lost.length > 0);
  expect(await write()).toBe('Error: Another server uses this database.');
  await Promise.all([release(), own.destroy(), next.end()]);
});

it('[INST8] a lock that this server was granted without having learned it does not count as another server', async () => {
  const server = soleServer();
  const { release } = await server.opening;
  const { rows } = await sql<{
    name: string;
  }>`select application_name as name from pg_stat_activity where pid = ${await holderOfLock()}`.execute(database);
  const forgotten = await nextHolder(rows[0]?.name);
  const former = await holderOfLock();
  await endHolder();
  let pid: number | undefined;
  await until('it holds the lock with another connection', async () => {
    pid = await holderOfLock();
    const { rows: names } = await sql`select 1 from pg_stat_activity where pid = ${pid ?? 0} and query like '%recovery%'`.execute(database);
    return server.lost.length > 0 || (pid !== former && names.length > 0);
  });
  expect(server.lost).toEqual([]);
  await Promise.all([release(), forgotten.end().catch(() => undefined)]);
});

it('[INST8] the lock of a standby does not count', async () => {
  const at = new URL(await workerDatabases().fresh());
  const there = openDatabase(at.href);
  await sql`create table is_standby as select false as value`.execute(there);
  await sql`create schema fake`.execute(there);
  await sql`create function fake.pg_is_in_recovery() returns boolean language sql as 'select value from public.is_standby'`.execute(there);
  at.searchParams.set('options', '-c search_path=fake,pg_catalog,public');
  const server = soleServer(at.href);
  const place = await server.opening;
  await sql`update is_standby set value = true`.execute(there);
  await until('it has given its lock up', async () => (await holderOfLock()) === undefined);
  await expect(soleServer(at.href).opening).rejects.toThrow('The database is a standby.');
  await sql`update is_standby set value = false`.execute(there);
  await until('it has its place again', async () => (await holderOfLock()) !== undefined);
  expect(server.lost).toEqual([]);
  await place.release();
  await there.destroy();
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
  const { release } = await late.opening;
  expect(late.warnings.length).toBe(1);
  expect(late.warnings[0]).toContain(
    'another server has this database and does not show that it is alive: waiting until PostgreSQL ends its connection',
  );
  await release();
});

it('[INST5] a silent holder whose session does not end refuses a server after 20 s, with the time of its attempts', async () => {
  const holder = await silentHolder();
  const late = soleServer(url, async (pass) => pass(750));
  await expect(late.opening).rejects.toThrow('Another server uses this database.');
  expect(late.passed()).toBe(20_000);
  await holder.end();
});

it.each([
  ['is still used after 5 s refuses a server then', 9_000, 5_000, 0],
  ['was used last 3 s after the start refuses it 20 s after that', 3_000, 23_000, 1],
])('[INST5] a holder whose connection %s', async (_, lastUseMs, refusedMs, warnings) => {
  const holder = await silentHolder();
  let now = 0;
  const late = soleServer(url, async (pass) => {
    pass(750);
    now += 1_000;
    if (now <= lastUseMs) await holder.query('select 1');
  });
  await expect(late.opening).rejects.toThrow('Another server uses this database.');
  expect([late.passed(), late.warnings.length]).toEqual([refusedMs, warnings]);
  await holder.end();
});

/** A server that holds the lock through a proxy, and the session of its lock. */
async function serverThroughCable() {
  const cable = await openProxy(Number(new URL(url).port));
  const through = new URL(url);
  through.port = String(cable.port);
  const server = soleServer(through.href);
  const { release } = await server.opening;
  const former = await holderOfLock();
  return { cable, server, release, former };
}

it('[INST5] a server whose connection was lost on its own side alone keeps its place', async () => {
  const { cable, server, release, former } = await serverThroughCable();
  cable.abandon();
  await until('another session of it holds the lock', async () => {
    if (server.lost.length > 0) return true;
    const holder = await holderOfLock();
    return holder !== undefined && holder !== former;
  });
  expect(server.lost).toEqual([]);
  await release();
  await cable.close();
});

it('[INST5] a holder of the lock notices that its connection has frozen, and takes it again', async () => {
  const { cable, server, release, former } = await serverThroughCable();
  cable.freeze();
  await until('its session has ended', async () => (await holderOfLock()) !== former);
  cable.heal();
  await until('it holds the lock again', async () => (await holderOfLock()) !== undefined);
  expect(server.lost).toEqual([]);
  await release();
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
