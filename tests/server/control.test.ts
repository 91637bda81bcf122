import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seededRandom } from '#domain/random/seededRandom';
import { insertCommand } from '#server/commands/commandStore';
import { usualTimes } from '#server/commands/commandTimeouts';
import { expireControl, readControls, releaseControl, takeControl, type Control } from '#server/commands/control/control';
import { openDatabase } from '#server/platform/database/openDatabase';
import type { Database } from '#server/platform/database/tables';
import { workerDatabases } from '../support/testDatabase.ts';
import { until } from '../support/until.ts';

const REQUESTS = 10_000;
const DEVICES = 30;
/** Requests of one client that are under way at once. */
const LANES = 4;
const CLIENTS = 3;
const START = Date.UTC(2026, 2, 4, 13, 0, 0);
/** Simulated time per request. */
const STEP_MS = 40;
/** How long a holder may be gone; so short that control often expires before somebody else takes it. */
const ABSENT_MS = 3_000;

const databases = workerDatabases();
const clients: Kysely<Database>[] = [];

beforeAll(async () => {
  const url = await databases.migrated();
  for (let client = 0; client < CLIENTS; client += 1) clients.push(openDatabase(url));
  const [first] = clients;
  if (first === undefined) throw new Error('no client');
  // These tests check who wins, not what survives a power cut.
  await sql`do $$ begin execute 'alter database ' || current_database() || ' set synchronous_commit = off'; end $$`.execute(first);
  await first.insertInto('device_type').values({ id: 'T', name: 'T', revisions: '[]' }).execute();
  await first.insertInto('life_cycle_stage').values({ id: 'S', name: 'S', place: 0 }).execute();
  const device = (index: number) => ({
    serial: serialOf(index),
    name: 'D',
    device_type: 'T',
    life_cycle_stage: 'S',
    metadata_valid: true,
  });
  await first
    .insertInto('device')
    .values(Array.from({ length: DEVICES }, (_, index) => device(index)))
    .execute();
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.destroy()));
});

const serialOf = (index: number) => `D-${index}`;

/** The observations of a run: every reported change of a request, and every accepted command. */
interface Witness {
  readonly changes: Control[];
  readonly accepted: { readonly serial: string; readonly by: string; readonly epoch: number | null; readonly holder: string | null }[];
  readonly count: Record<'refusedCommands' | 'refusedReleases' | 'expired', number>;
}

const seeAt = (database: Kysely<Database>, username: string, at: number) =>
  sql`insert into presence values (${username}, ${new Date(at)}) on conflict (username) do update set seen_at = excluded.seen_at`.execute(
    database,
  );

async function request(database: Kysely<Database>, person: string, number: number, random: () => number, seen: Witness): Promise<void> {
  const serial = serialOf(Math.floor(random() * DEVICES));
  const at = START + number * STEP_MS;
  const wish = random();
  if (wish < 0.3) {
    seen.changes.push((await takeControl(database, serial, { username: person, name: person }, at)).control);
  } else if (wish < 0.45) {
    const released = await releaseControl(database, serial, person, at);
    if (released === null) seen.count.refusedReleases += 1;
    else seen.changes.push(released);
  } else if (wish < 0.96) {
    const command = { id: `c-${number}`, serial, command: 'reload_config', arguments: {}, by: { username: person, name: person } } as const;
    const stored = await insertCommand(database, { ...command, at, times: usualTimes }, true);
    if (stored === null) seen.count.refusedCommands += 1;
    else seen.accepted.push({ serial, by: person, epoch: stored.epoch, holder: stored.record.holder });
  } else if (wish < 0.98) {
    // The console goes away, or comes back.
    await seeAt(database, person, random() < 0.6 ? at - 3_600_000 : at);
  } else {
    const ended = await expireControl(database, at - ABSENT_MS, at);
    seen.count.expired += ended.length;
    seen.changes.push(...ended);
  }
}

it('[CTRL3] [CMD7] 10,000 random requests of three clients never make two holders, and no command of anybody but the holder is accepted', async () => {
  const seen: Witness = { changes: [], accepted: [], count: { refusedCommands: 0, refusedReleases: 0, expired: 0 } };
  const random = seededRandom(11);
  let number = 0;
  const lane = async (client: Kysely<Database>, person: string) => {
    while (number < REQUESTS) {
      number += 1;
      await request(client, person, number, random, seen);
    }
  };
  await Promise.all(clients.flatMap((client, index) => Array.from({ length: LANES }, () => lane(client, `person-${index}`))));

  const holders = new Map<string, string | null>();
  for (const { serial, epoch, holder } of seen.changes) {
    const key = `${serial}/${epoch}`;
    expect([key, holders.has(key) ? holders.get(key) : holder]).toEqual([key, holder]);
    holders.set(key, holder);
  }
  const [first] = clients;
  if (first === undefined) throw new Error('no client');
  for (const { serial, epoch, holder } of await readControls(first)) {
    expect(holders.get(`${serial}/${epoch}`)).toBe(holder);
    const reported = seen.changes.flatMap((change) => (change.serial === serial ? [change.epoch] : []));
    expect(Math.max(...reported)).toBe(epoch);
  }
  expect(seen.accepted.filter(({ serial, by, epoch }) => holders.get(`${serial}/${epoch}`) !== by)).toEqual([]);
  expect(seen.accepted.filter(({ by, holder }) => by !== holder)).toEqual([]);
  for (const some of [seen.accepted.length, seen.count.refusedCommands, seen.count.refusedReleases, seen.count.expired]) {
    expect(some).toBeGreaterThan(100);
  }
});

it('[CMD7] a command that meets a take under way waits for it, and is refused when control is gone by then', async () => {
  const [one, two] = clients;
  if (one === undefined || two === undefined) throw new Error('no client');
  const [an, bo] = ['an', 'bo'].map((username) => ({ username, name: username }));
  if (an === undefined || bo === undefined) throw new Error('nobody');
  const serial = serialOf(0);
  await takeControl(one, serial, an, START);
  const taking = await one.startTransaction().execute();
  await takeControl(taking, serial, bo, START);
  const command = { id: 'meets', serial, command: 'reload_config', arguments: {}, by: an, at: START, times: usualTimes } as const;
  const accepted: unknown[] = [];
  const giving = insertCommand(two, command, true).then((stored) => accepted.push(stored));
  await until('it waits or is done', async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(taking);
    return rows.length > 0 || accepted.length > 0;
  });
  await taking.commit().execute();
  await giving;
  expect(accepted).toEqual([null]);
});

it('[CTRL9] an epoch is above all that another server, or the database before a backup was restored, gave a device', async () => {
  const [one] = clients;
  if (one === undefined) throw new Error('no client');
  const serial = serialOf(1);
  await sql`delete from control where serial = ${serial}`.execute(one);
  const [an, bo] = ['an', 'bo'].map((username) => ({ username, name: username }));
  if (an === undefined || bo === undefined) throw new Error('nobody');
  const epochs: number[] = [];
  const note = ({ epoch }: Pick<Control, 'epoch'>) => epochs.push(epoch);
  // Two changes within one second, and a clock that is set back.
  note((await takeControl(one, serial, an, START)).control);
  note((await takeControl(one, serial, bo, START + 1)).control);
  note((await takeControl(one, serial, bo, START + 90_000)).control);
  note((await releaseControl(one, serial, 'bo', START - 3_600_000)) ?? { epoch: -1 });
  expect(epochs).toEqual([0, 1, 1, 2].map((step) => START / 1000 + step));
  // The backup of before is restored: the device has received the last of these.
  await sql`update control set epoch = 3, holder = null where serial = ${serial}`.execute(one);
  expect((await takeControl(one, serial, an, START + 86_400_000)).control.epoch).toBeGreaterThan(START / 1000 + 2);
});

it.each([
  ['2100', Date.UTC(2100, 0, 1), 2_000_000_000],
  ['1970', 5_000, 5],
])('[CTRL9] a clock of %s leaves an epoch that devices can keep, and the next one is higher', async (_, now, epoch) => {
  const [one] = clients;
  if (one === undefined) throw new Error('no client');
  const serial = serialOf(0);
  await sql`delete from control where serial = ${serial}`.execute(one);
  const take = async (username: string) => (await takeControl(one, serial, { username, name: username }, now)).control.epoch;
  expect([await take('an'), await take('bo')]).toEqual([epoch, epoch + 1]);
});
