import type { Insertable, Kysely, Transaction } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#domain/text/timeUnits';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { readReports } from '#server/history/reports/readReports';
import { removeOld } from '#server/history/retention/removeOld';
import { sealDays } from '#server/history/sealed/sealDays';
import { writeIncidents } from '#server/incidents/writeIncidents';
import { locks } from '#server/platform/database/locks';
import type { Database } from '#server/platform/database/tables';
import type { FileStorage } from '#server/platform/storage/fileStorage';
import { anIncident } from '../support/anIncident.ts';
import { DAY, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { seededDatabase } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const SERIAL = 'LF-0140-23';
const OTHER = 'LF-0141-23';
const day = (count: number) => DAY + count * DAY_MS;
/** The day 0 is the oldest, and removed first. */
const DAYS = [0, 1, 2];
const reportAt = (count: number) => day(count) + 2 * HOUR_MS;
const days = { reports: 90, unsealed: 0, rollups: 0, events: 365, accounts: 30 };

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand(await seededDatabase());
  const { database } = stand;
  for (const table of ['history_block', 'device_event', 'command', 'incident'] as const) await database.deleteFrom(table).execute();
  for (const count of DAYS) {
    const at = reportAt(count);
    const report = { receivedAt: at, deviceTime: at, sequence: count, state: { battery_level: 50 } };
    await stand.add([SERIAL, OTHER].map((serial) => ({ ...report, serial })));
    const instant = new Date(at);
    const event = { at: instant, received_at: instant, device_time: instant, level: 'info', data: null, action: null };
    await database
      .insertInto('device_event')
      .values({ ...event, serial: SERIAL, message: String(count) })
      .execute();
  }
  await sealDays({ ...stand.parts, now: () => day(401) }, day(300));
});
afterEach(() => stand.close());

const parquets = () => storedParquets(stand.storage);
/** Runs retention once, 400 days later. */
const removed = (storage: Partial<FileStorage> = {}, over: Partial<typeof days> = {}) =>
  removeOld({ ...stand.parts, storage: { ...stand.storage, ...storage }, parquets: parquets(), now: () => day(401) }, { ...days, ...over });
const reported = async () => {
  const devices = [SERIAL, OTHER].map((serial) => ({ serial, times: 'all' as const }));
  const { reports, unreadable } = await readReports(
    { database: stand.database, parquets: parquets() },
    { from: 0, to: day(1_000), devices },
  );
  expect(unreadable).toEqual([]);
  return reports.map(({ sequence, serial }) => [sequence, serial === SERIAL ? 'one' : 'other']);
};
const both = (count: number) => [
  [count, 'one'],
  [count, 'other'],
];

type Writer = Kysely<Database> | Transaction<Database>;
/** Pins the report of a day of one device, or of all, for the staff. */
const pin = (database: Writer, count: number, serial: string | null = null) => {
  const at = reportAt(count);
  const row: Insertable<Database['history_pin']> = { from_at: new Date(at - 1), to_at: new Date(at + 1), serial, reason: 'Belt slips' };
  return database.insertInto('history_pin').values(row).execute();
};
const note = (database: Writer, count: number) => {
  const at = new Date(reportAt(count));
  const by = { username: 'an', author: 'An', is_shared: false, of_staff: true, organisations: [] };
  return database
    .insertInto('history_bookmark')
    .values({ ...by, bookmark_id: 'note', at, text: 'Belt slips', written_at: at })
    .execute();
};
const incident = (database: Writer, count: number) => {
  const at = new Date(reportAt(count));
  return database
    .insertInto('incident')
    .values({ incident_id: 'late', serial: SERIAL, incident_time: at, received_at: at, manually_triggered: false })
    .execute();
};

it.each([
  ['pinned', pin],
  ['noted', note],
  ['reported as an incident', incident],
])('[RETAIN12] a file of which a part is %s while the one before it is removed stays', async (_, keep) => {
  let isKept = false;
  const remove = async (name: string) => {
    if (!isKept) await keep(stand.database, 1);
    isKept = true;
    await stand.storage.remove(name);
  };
  expect(await removed({ remove })).toMatchObject({ files: 2 });
  expect(await reported()).toEqual(both(1));
});

/** Removes what is old, with something that happens once while the first file that is cut is written. */
const cutWith = (meanwhile: () => Promise<unknown>) => {
  let isDone = false;
  return removed({
    save: async (name, body) => {
      if (!isDone) await meanwhile();
      isDone = true;
      await stand.storage.save(name, body);
    },
  });
};

it.each([
  ['pinned', SERIAL, () => pin(stand.database, 1, OTHER)],
  ['noted', SERIAL, () => note(stand.database, 1)],
  ['reported as an incident', OTHER, () => incident(stand.database, 1)],
])('[RETAIN12] of a file that is being cut, what is %s stays, and the next run cuts it', async (_, serial, keep) => {
  await pin(stand.database, 1, serial);
  await cutWith(keep);
  const files = () => stand.database.selectFrom('history_file').select('is_cut').where('kind', '=', 'reports').execute();
  expect(await files()).toEqual([{ is_cut: false }]);
  await removed();
  expect(await files()).toEqual([{ is_cut: true }]);
  expect(await reported()).toEqual(both(1));
});

it('[RETAIN12] a span that is released while its file is cut goes with the next run', async () => {
  await pin(stand.database, 1, SERIAL);
  await pin(stand.database, 1, OTHER);
  await cutWith(async () => {
    await stand.database.deleteFrom('history_pin').where('serial', '=', SERIAL).execute();
    await stand.database.updateTable('history_file').set({ is_cut: false }).where('is_cut', '=', true).execute();
  });
  await removed();
  expect(await reported()).toEqual([[1, 'other']]);
});

const somebodyWaits = async () => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and objid = ${locks.historyPins} and not granted`.execute(
    stand.database,
  );
  return rows.length > 0;
};

it.each([
  ['files', { events: 0 }],
  ['rows', { reports: 0 }],
] as const)('[RETAIN12] the removal of %s waits for somebody who is pinning', async (_, over) => {
  let isDone = false;
  const removal = await stand.database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.historyPins})`.execute(tx);
    await pin(tx, 0);
    const running = removed({}, over).then(() => void (isDone = true));
    await until('it waits or is done', async () => isDone || (await somebodyWaits()));
    return { running };
  });
  await removal.running;
  const events = await stand.database.selectFrom('device_event').select('message').orderBy('at').execute();
  if ('events' in over) expect(await reported()).toEqual(both(0));
  else expect(events).toEqual([{ message: '0' }]);
});

it('[RETAIN12] a late incident waits while history is removed; one of now does not', async () => {
  const message = (id: string, ageDays: number) => ({
    serial: SERIAL,
    receivedAt: Date.now(),
    message: anIncident(id, { time: new Date(Date.now() - ageDays * DAY_MS).toISOString() }),
  });
  const written = (id: string, ageDays: number) => stand.database.transaction().execute((tx) => writeIncidents(tx, [message(id, ageDays)]));
  const stored = async () => (await stand.database.selectFrom('incident').select('incident_id').execute()).map((row) => row.incident_id);
  const held = await stand.database.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${locks.historyPins})`.execute(tx);
    await written('now', 0);
    expect(await stored()).toEqual(['now']);
    const late = written('late', 100);
    await until('it waits or is stored', async () => (await somebodyWaits()) || (await stored()).includes('late'));
    expect(await stored()).toEqual(['now']);
    return { late };
  });
  await held.late;
  expect((await stored()).toSorted()).toEqual(['late', 'now']);
});
