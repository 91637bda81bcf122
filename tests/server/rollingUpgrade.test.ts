import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getReleaseControl, getTakeControl } from '#contract/command';
import { getMachines } from '#contract/fleet/machine';
import { tableHistories } from '#server/app/migrations';
import { migrateTables, type TableHistory } from '#server/platform/database/migrate';
import { openDatabase } from '#server/platform/database/openDatabase';
import { answerOf, ask } from '../support/client.ts';
import { staff } from '../support/contractServer.ts';
import { workerDatabases } from '../support/testDatabase.ts';
import { seededDatabase, startTestServer, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
/** Additions of a later version while this one serves: tables, columns and indexes of the tables that are written most. */
const later: TableHistory = {
  '900_later': [
    `create table later (serial text primary key references device (serial) on delete cascade, text text not null)`,
    `alter table device add column later text, add column later_count integer not null default 0`,
    `alter table command add column later text`,
    `alter table control add column later timestamptz`,
    `alter table audit add column later text`,
    `alter table history_block add column later integer not null default 0`,
    `create index device_event_later on device_event (level)`,
  ],
};
const held: TableHistory = { '901_held': [`alter table device add column held text`] };
const contract: TableHistory = { '902_contract_names': [`alter table later drop column text`] };

let url: string;
let old: TestServer;
beforeAll(async () => {
  url = await seededDatabase();
  old = await startTestServer(url);
});
afterAll(() => old.close());

/** Upgrades the tables as a newer server does at its start. */
async function upgrade(at: string, ...more: readonly TableHistory[]): Promise<void> {
  const database = openDatabase(at, { isPatient: true });
  try {
    await migrateTables(database, [...tableHistories, ...more]);
  } finally {
    await database.destroy();
  }
}

/** Returns the kinds of locks for which somebody waits in a database. */
async function lockWaits(database: ReturnType<typeof openDatabase>): Promise<readonly string[]> {
  const { rows } = await sql<{ kind: string }>`select locktype kind from pg_locks
    where not granted and database = (select oid from pg_database where datname = current_database()) order by locktype`.execute(database);
  return rows.map(({ kind }) => kind);
}

/** Reports, reads and writes at a server; returns what failed. */
async function use(server: TestServer, device: Awaited<ReturnType<TestServer['device']>>, battery: number): Promise<readonly unknown[]> {
  const token = server.identity.issue(staff);
  await device.report({ battery_level: battery });
  const calls = [
    await ask(server.address, getTakeControl, { token, params: { serial: SERIAL } }),
    await ask(server.address, getMachines, { token }),
    await ask(server.address, getReleaseControl, { token, params: { serial: SERIAL } }),
  ];
  return calls.filter(({ ok }) => !ok);
}

it('[MIGRATE3] a server answers, writes and ingests while a newer one adds tables, columns and indexes, and afterwards', async () => {
  const device = await old.device(SERIAL);
  await device.obey();
  await until('it is online', async () => {
    await device.report({ battery_level: 10 });
    const { result } = await answerOf(old.address, getMachines, { token: old.identity.issue(staff) });
    return result[SERIAL]?.state.battery_level === 10;
  });
  const failed: unknown[] = [];
  let battery = 20;
  let isUpgraded = false;
  const upgrading = upgrade(url, later).finally(() => {
    isUpgraded = true;
  });
  for (let after = 0; after < 5; after += isUpgraded ? 1 : 0) failed.push(...(await use(old, device, (battery += 1))));
  await upgrading;
  expect(failed).toEqual([]);
  const database = openDatabase(url);
  await until('what was reported since is stored', async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int count from history_block where later = 0`.execute(database);
    return (rows[0]?.count ?? 0) > 0;
  });
  const { rows } = await sql<{ count: number }>`select count(*)::int count from command where command = 'take_control'`.execute(database);
  expect(rows[0]?.count).toBe(battery - 20);
  await database.destroy();
  // Two connections of one device would cut each other off.
  await device.close();
});

it('[MIGRATE4] a migration that is held up, as by a backup, holds up no server meanwhile', async () => {
  const device = await old.device(SERIAL);
  await device.obey();
  const database = openDatabase(url);
  let upgrading: Promise<void> = Promise.resolve();
  await database.transaction().execute(async (tx) => {
    await sql`lock table device in access share mode`.execute(tx);
    upgrading = upgrade(url, later, held);
    await until('it waits', async () => (await lockWaits(database)).includes('relation'));
    for (let battery = 50; battery < 55; battery += 1) expect(await use(old, device, battery)).toEqual([]);
  });
  await upgrading;
  await database.destroy();
});

it('[MIGRATE3] it starts again on these tables; on those from which a newer one has taken something it does not', async () => {
  await upgrade(url, later, held);
  const again = await startTestServer(url);
  const { result } = await answerOf(again.address, getMachines, { token: again.identity.issue(staff) });
  expect(Object.keys(result)).toContain(SERIAL);
  await again.close();
  await upgrade(url, later, held, contract);
  await expect(upgrade(url)).rejects.toThrow('a newer server has changed it (902_contract_names): start that version');
});

it('[MIGRATE3] a migration is run also on tables where ones with greater numbers were run', async () => {
  const at = await workerDatabases().migrated();
  await upgrade(at, { '027_between': [`alter table device add column between_two text`] });
  const database = openDatabase(at);
  expect((await sql`select between_two from device`.execute(database)).rows).toEqual([]);
  await database.destroy();
});

it('[MIGRATE3] tables of another product are not taken for those of a newer server', async () => {
  const foreign = await workerDatabases().fresh();
  const database = openDatabase(foreign);
  await migrateTables(database, [{ '001_shop': [`create table article (name text)`] }]);
  await expect(upgrade(foreign)).rejects.toThrow('it has tables of another product (001_shop)');
  const { rows } = await sql<{ name: string | null }>`select to_regclass('device')::text name`.execute(database);
  expect(rows).toEqual([{ name: null }]);
  await database.destroy();
});

it('[MIGRATE2] one of three servers that start at once migrates, and the others wait for it', async () => {
  const at = await workerDatabases().migrated();
  const watching = openDatabase(at);
  const starting: Promise<void>[] = [];
  // The migrating server waits at its first statement, so that the others arrive meanwhile.
  await watching.transaction().execute(async (tx) => {
    await sql`lock table device in share mode`.execute(tx);
    for (let count = 0; count < 3; count += 1) starting.push(upgrade(at, { '900_later': [`alter table device add column later text`] }));
    await until('one is held up and two wait for it', async () => (await lockWaits(watching)).join() === 'advisory,advisory,relation');
  });
  await Promise.all(starting);
  const { rows } = await sql<{ count: number }>`select count(*)::int count from kysely_migration where name = '900_later'`.execute(
    watching,
  );
  expect(rows).toEqual([{ count: 1 }]);
  await watching.destroy();
});
