import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY_MS } from '#domain/text/timeUnits';
import { removeBookmarks } from '#server/history/bookmarks/removeBookmarks';
import { storedParquets } from '#server/history/parquet/storedParquet';
import { discardUnfinished } from '#server/history/parquet/catalogue';
import { sealDays } from '#server/history/sealed/sealDays';
import { storedSpans } from '#server/history/marks/presenceSpans';
import { readReports } from '#server/history/reports/readReports';
import { pinnedSpans } from '#server/history/retention/pinnedSpans';
import { plannedRemovals } from '#server/history/retention/removals';
import { removeOld } from '#server/history/retention/removeOld';
import { readRollups } from '#server/history/rollups/readRollups';
import { removePersonalWith } from '#server/history/removePersonal';
import { startHistoryJob } from '#server/history/startHistoryJob';
import type { Database } from '#server/platform/database/tables';
import { storageAway } from '#server/platform/storage/fileStorage';
import { DAY, openSealingStand, type SealingStand } from '../support/history/sealing.ts';
import { longestTurn } from '../support/mainThread.ts';
import { seededDatabase } from '../support/testServer.ts';
import { until } from '../support/until.ts';

/** The longest turn of the thread: some times as long as a megabyte of JSON is formatted. */
const LONGEST_TURN = 25;
const SERIAL = 'LF-0140-23';
const OTHER = 'LF-0141-23';
const day = (count: number) => DAY + count * DAY_MS;
/** A year and more, every twentieth day. */
const DAYS = Array.from({ length: 21 }, (_, index) => index * 20);
const days = { reports: 90, unsealed: 0, rollups: 0, events: 365, accounts: 30 };

let stand: SealingStand;
beforeEach(async () => {
  stand = await openSealingStand(await seededDatabase());
  const { database } = stand;
  for (const table of ['history_block', 'device_event', 'command'] as const) await database.deleteFrom(table).execute();
  for (const count of DAYS) {
    const at = day(count) + 7_200_000;
    await stand.add(
      [SERIAL, OTHER].map((serial) => ({ serial, receivedAt: at, deviceTime: at, sequence: count, state: { battery_level: 50 } })),
    );
    const instant = new Date(at);
    const event = {
      at: instant,
      received_at: instant,
      device_time: instant,
      level: 'info',
      message: String(count),
      data: null,
      action: null,
    };
    await database
      .insertInto('device_event')
      .values([
        { ...event, serial: SERIAL },
        { ...event, serial: OTHER },
      ])
      .execute();
    const by = { given_by: 'somebody', given_by_name: 'Somebody', given_at: instant, expires_at: instant, ends_by: instant };
    const command = { id: `command-${count}`, device_serial: SERIAL, command: 'take_control', arguments: '{}', status: 'done' };
    await database
      .insertInto('command')
      .values({ ...command, ...by })
      .execute();
  }
});
afterEach(() => stand.close());

const parquets = () => storedParquets(stand.storage);
const devices = [SERIAL, OTHER].map((serial) => ({ serial, times: 'all' as const }));
const reported = async () => {
  const { reports, unreadable } = await readReports(
    { database: stand.database, parquets: parquets() },
    { from: 0, to: day(1_000), devices },
  );
  expect(unreadable).toEqual([]);
  return reports.map(({ sequence, serial }) => [sequence, serial === SERIAL ? 'one' : 'other']);
};
const both = (counts: readonly number[]) =>
  counts.flatMap((count) => [
    [count, 'one'],
    [count, 'other'],
  ]);
const events = async () => {
  const rows = await stand.database.selectFrom('device_event').select(['serial', 'message']).orderBy('at').orderBy('serial').execute();
  return rows.map(({ serial, message }) => [Number(message), serial === SERIAL ? 'one' : 'other']);
};
const commands = async () => (await stand.database.selectFrom('command').select('id').orderBy('given_at').execute()).map(({ id }) => id);

/** The messages that the job logged. */
const warnings: unknown[] = [];
/** Runs the job once, `count` days later. */
async function runAt(count: number): Promise<void> {
  const { storage } = stand;
  const { database, fence, dataDir } = stand.parts;
  const stop = startHistoryJob({
    database,
    storage,
    fence,
    dataDir,
    sealDays: 2,
    retention: days,
    now: () => day(count),
    log: { warn: (...lines: readonly unknown[]) => void warnings.push(lines) },
    every: () => () => undefined,
    onRemoved: () => Promise.resolve(),
  });
  await until('it is done', async () => {
    const { files, cut, rows } = await plannedRemovals(database, days, day(count));
    const left = await database
      .selectFrom('history_block')
      .select('id')
      .where('last_at', '<', new Date(day(count - 2)))
      .execute();
    return left.length === 0 && files.length === 0 && cut.length === 0 && rows.every(({ count: old }) => old === 0);
  });
  await stop();
  expect(warnings).toEqual([]);
}

it('[RETAIN1] 400 days later there is what retention keeps: reports of 90 days, events and commands of 365, all rollups', async () => {
  await runAt(401);
  const kept = DAYS.filter((count) => count >= 320);
  expect(await reported()).toEqual(both(kept));
  const lately = DAYS.filter((count) => count >= 40);
  expect(await events()).toEqual(both(lately));
  expect(await commands()).toEqual(lately.map((count) => `command-${count}`));
  const { rollups, unreadable } = await readRollups(stand.database, parquets(), { from: 0, to: day(1_000), serials: [SERIAL] });
  expect([rollups.length, unreadable]).toEqual([DAYS.length, []]);
  const files = await stand.database.selectFrom('history_file').select(['kind', 'state']).execute();
  expect(files.filter(({ kind }) => kind === 'reports').length).toBe(kept.length - 1);
  expect(files.every(({ state }) => state === 'complete')).toBe(true);
});

it('[RETAIN1] reviews of episodes are removed by when they were made, a thousand at once, also within a pinned span', async () => {
  const { database } = stand;
  const review = (episode_id: string, count: number) => ({ episode_id, username: 'an', name: 'An', at: new Date(day(count)) });
  const old = Array.from({ length: 1_001 }, (_, n) => review(`old ${n}`, 35));
  await database
    .insertInto('history_review')
    .values([...old, review('new', 37)])
    .execute();
  await database
    .insertInto('history_pin')
    .values([pinned('pin', day(0), day(100), [])])
    .execute();
  const planned = async () => (await plannedRemovals(database, days, day(401))).rows.find(({ table }) => table === 'history_review');
  expect(await planned()).toEqual({ table: 'history_review', count: 1_001 });
  await removeOld({ ...stand.parts, parquets: parquets(), now: () => day(401) }, { ...days, events: 0 });
  expect((await planned())?.count).toBe(1_001);
  await removeOld({ ...stand.parts, parquets: parquets(), now: () => day(401) }, days);
  const left = await database.selectFrom('history_review').select('episode_id').execute();
  expect(left).toEqual([{ episode_id: 'new' }]);
});

it('[RETAIN2] a pinned span is kept: its reports, in a smaller file of that day, and the events and commands in it', async () => {
  const pin = { from_at: new Date(day(20)), to_at: new Date(day(21)), reason: 'incident INC-1' };
  await stand.database
    .insertInto('history_pin')
    .values([
      { ...pin, serial: SERIAL },
      { ...pin, from_at: new Date(day(30)), to_at: new Date(day(39)), serial: null },
    ])
    .execute();
  await runAt(401);
  expect(await reported()).toEqual([[20, 'one'], ...both(DAYS.filter((count) => count >= 320))]);
  const file = () => stand.database.selectFrom('history_file').select('name').where('is_cut', '=', true).execute();
  const [cut] = await file();
  // It is cut once.
  await runAt(402);
  expect(await file()).toEqual([cut]);
  expect(await events()).toEqual([[20, 'one'], ...both(DAYS.filter((count) => count >= 40))]);
  expect((await commands())[0]).toBe('command-20');
});

const incident = (incident_id: string, at: number) => ({
  incident_id,
  serial: SERIAL,
  incident_time: new Date(at),
  received_at: new Date(at),
  manually_triggered: false,
});

it('[RETAIN6] ten minutes before and after an incident of a device are kept', async () => {
  const at = day(20) + 7_200_000;
  const later = 20 * DAY_MS;
  await stand.database
    .insertInto('incident')
    .values([
      incident('at the end', at - 600_000),
      incident('at the begin', at + later + 600_000),
      incident('too late', at + 2 * later + 600_001),
    ])
    .execute();
  await runAt(401);
  const lately = DAYS.filter((count) => count >= 320);
  expect(await reported()).toEqual([[20, 'one'], [40, 'one'], ...both(lately)]);
  expect((await events())[0]).toEqual([20, 'one']);
});

it('[NIGHT3] [RETAIN12] only what is kept of a day is shown as held', async () => {
  const { database } = stand;
  const at = day(20) + 7_200_000;
  const every = Array.from({ length: 24 * 6 }, (_, part) => day(20) + part * 600_000 + 1_000);
  await stand.add(
    every.map((receivedAt, sequence) => ({ serial: SERIAL, receivedAt, deviceTime: receivedAt, sequence, state: { battery_level: 50 } })),
  );
  const span = { from: day(20), to: day(21), devices };
  const store = { database, parquets: parquets() };
  await runAt(60);
  expect((await storedSpans(store, span)).length).toBeGreaterThan(100);
  await database.insertInto('incident').values(incident('in the night', at)).execute();
  await runAt(401);
  const held = await storedSpans({ database, parquets: parquets() }, span);
  expect(held.length).toBeGreaterThan(0);
  expect(held.filter(({ from, to }) => from < at - 600_000 || to > at + 600_000)).toEqual([]);
});

const bookmark = (bookmark_id: string, at: number, organisations: readonly string[]) => ({
  bookmark_id,
  username: 'an',
  author: 'An',
  at: new Date(at),
  text: 'Belt slips',
  is_shared: false,
  of_staff: organisations.length === 0,
  organisations: [...organisations],
  written_at: new Date(at),
});

it('[RETAIN7] ten minutes before and after a bookmark are kept of the devices of its organisation then, until it is removed', async () => {
  const [at, each] = [day(20) + 7_200_000, 20 * DAY_MS];
  const { database } = stand;
  // One device works for the organisation, the other one for another.
  await database.deleteFrom('deployment').execute();
  const deployment = (serial: string, organisation: string, closed: number | null) => ({
    id: `${serial} ${organisation}`,
    device_serial: serial,
    location_id: organisation === 'org-de-linde' ? 'loc-de-linde' : 'loc-hortus-noord',
    creation_date: new Date(day(-1)),
    closed_date: closed === null ? null : new Date(closed),
    organisation,
  });
  await database
    .insertInto('deployment')
    .values([deployment(SERIAL, 'org-de-linde', at + each + 1), deployment(OTHER, 'org-hortus-noord', null)])
    .execute();
  await database
    .insertInto('history_bookmark')
    .values([
      bookmark('at the end', at - 600_000, ['org-de-linde']),
      bookmark('at the begin', at + each + 600_000, ['org-de-linde']),
      bookmark('no longer of the organisation', at + 2 * each, ['org-de-linde']),
      bookmark('too late', at + 3 * each + 600_001, ['org-de-linde']),
      bookmark('of the staff', at + 4 * each, []),
    ])
    .execute();
  await runAt(401);
  const lately = DAYS.filter((count) => count >= 320);
  expect(await reported()).toEqual([[20, 'one'], [40, 'one'], ...both([100]), ...both(lately)]);
  expect((await events())[0]).toEqual([20, 'one']);
  await database.deleteFrom('history_bookmark').execute();
  await runAt(402);
  expect(await reported()).toEqual(both(lately));
  expect((await events())[0]).toEqual([40, 'one']);
});

it.each([
  ['is removed', (database: Kysely<Database>) => database.transaction().execute((tx) => removeBookmarks(tx, sql`bookmark_id = 'note'`))],
  ['goes with the account of its author', (database: Kysely<Database>) => removePersonalWith(database, 'an', () => Promise.resolve())],
])('[RETAIN7] what was around a note that %s goes from a file that was cut, and an incident of that day stays', async (_, remove) => {
  const { database } = stand;
  const noted = day(20) + 5 * 3_600_000;
  await stand.add([{ serial: SERIAL, receivedAt: noted, deviceTime: noted, sequence: 21, state: { battery_level: 50 } }]);
  await database
    .insertInto('history_bookmark')
    .values([bookmark('note', noted, []), { ...bookmark('of another person', noted + 20 * DAY_MS, []), username: 'bo' }])
    .execute();
  await database
    .insertInto('incident')
    .values(incident('of that day', day(20) + 7_200_000))
    .execute();
  await runAt(401);
  const lately = both(DAYS.filter((count) => count >= 320));
  expect(await reported()).toEqual([[20, 'one'], [21, 'one'], ...lately]);
  await remove(database);
  await runAt(402);
  expect(await reported()).toEqual([[20, 'one'], ...lately]);
  expect(await database.selectFrom('history_bookmark').select('bookmark_id').execute()).toEqual([{ bookmark_id: 'of another person' }]);
});

const pinned = (pin_id: string, from: number, to: number, organisations: readonly string[], serials: readonly string[] | null = null) => ({
  pin_id,
  from_at: new Date(from),
  to_at: new Date(to),
  serial: null,
  serials: serials === null ? null : [...serials],
  reason: 'Belt slips',
  username: 'an',
  author: 'An',
  written_at: new Date(from),
  of_staff: organisations.length === 0,
  organisations: [...organisations],
});

it('[RETAIN10] 400 days later there is what a person pinned, of the devices of the organisation then, and nothing that was released', async () => {
  const [at, each] = [day(20) + 7_200_000, 20 * DAY_MS];
  const { database } = stand;
  await database.deleteFrom('deployment').execute();
  const deployment = (serial: string, organisation: string, closed: number | null) => ({
    id: `${serial} ${organisation}`,
    device_serial: serial,
    location_id: organisation === 'org-de-linde' ? 'loc-de-linde' : 'loc-hortus-noord',
    creation_date: new Date(day(-1)),
    closed_date: closed === null ? null : new Date(closed),
    organisation,
  });
  await database
    .insertInto('deployment')
    .values([deployment(SERIAL, 'org-de-linde', at + 2 * each + 1), deployment(OTHER, 'org-hortus-noord', null)])
    .execute();
  const held = (n: number) => [at + n * each - 1_000, at + n * each + 1_000] as const;
  await database
    .insertInto('history_pin')
    .values([
      pinned('all of the organisation', ...held(0), ['org-de-linde']),
      pinned('of a device', ...held(1), ['org-de-linde'], [SERIAL, OTHER]),
      pinned('released', ...held(2), ['org-de-linde']),
      pinned('no longer of the organisation', ...held(3), ['org-de-linde']),
      pinned('of the staff', ...held(4), []),
      pinned('of a device of the staff', ...held(5), [], [OTHER]),
    ])
    .execute();
  await database.deleteFrom('history_pin').where('pin_id', '=', 'released').execute();
  await runAt(401);
  const lately = DAYS.filter((count) => count >= 320);
  const others = [...both([100]), [120, 'other'], ...both(lately)];
  expect(await reported()).toEqual([[20, 'one'], [40, 'one'], ...others]);
  expect((await events())[0]).toEqual([20, 'one']);
  await database.deleteFrom('history_pin').where('pin_id', '=', 'all of the organisation').execute();
  await runAt(402);
  expect(await reported()).toEqual([[40, 'one'], ...others]);
});

it('[RETAIN9] what is pinned of ten thousand devices near many bookmarks is found in short turns of the thread', async () => {
  const { database } = stand;
  const at = day(20) + 7_200_000;
  const minute = 60_000;
  const serials = Array.from({ length: 10_000 }, (_, n) => `many-${n}`);
  const services = new Map(
    serials.map((serial, n) => [
      serial,
      [{ organisation: n === 7 ? 'org-hortus-noord' : 'org-de-linde', from: 0, until: n === 8 ? at : null }],
    ]),
  );
  const pin = { from_at: new Date(at + 60 * minute), to_at: new Date(at + 61 * minute), reason: 'a pin' };
  await database
    .insertInto('history_bookmark')
    .values([
      ...Array.from({ length: 200 }, (_, n) => bookmark(`many ${n}`, at + n * 1_000, ['org-de-linde', 'org-none'])),
      bookmark('of the staff', at + 120 * minute, []),
    ])
    .execute();
  await database
    .insertInto('history_pin')
    .values([
      { ...pin, serial: 'many-9' },
      { ...pin, serial: 'many-7' },
    ])
    .execute();
  // Their devices work for others: nothing of them is kept.
  await database
    .insertInto('history_pin')
    .values(Array.from({ length: 50 }, (_, n) => pinned(`${n}`, at, at + minute, ['org-none'], serials.slice(0, 1_000))))
    .execute();
  let found: Awaited<ReturnType<typeof pinnedSpans>> = [];
  // A stop waits for at most one turn: LOOP3.
  const turn = await longestTurn(async () => {
    found = await pinnedSpans(database, services, { serials, firstAt: day(20), lastAt: day(21) });
  });
  expect(turn).toBeLessThan(LONGEST_TURN);
  const of = (serial: string) =>
    found.filter((span) => span.serial === serial).map(({ from, to }) => [(from - at) / minute, (to - at) / minute]);
  const staff = [110, 130 + 1 / minute];
  const around = [-10, 10 + 199 / 60 + 1 / minute];
  const close = (spans: readonly (readonly number[])[]) => spans.map((span) => span.map((edge) => expect.closeTo(edge, 6)));
  expect(of('many-1')).toEqual(close([around, staff]));
  expect(of('many-7')).toEqual(close([[60, 61], staff]));
  expect(of('many-8')).toEqual(close([[-10, 0], staff]));
  expect(of('many-9')).toEqual(close([around, [60, 61], staff]));
  expect(found.length).toBe(serials.length * 2 + 1);
});

it('[RETAIN6] a file with an incident that cannot be read stays as it is, and older and newer ones go', async () => {
  await stand.database
    .insertInto('incident')
    .values(incident('lost', day(20) + 7_200_000))
    .execute();
  await sealDays({ ...stand.parts, now: () => day(401) }, day(300));
  const files = () => stand.database.selectFrom('history_file').select('name').where('kind', '=', 'reports').orderBy('name').execute();
  const [, second] = await files();
  await stand.storage.remove(second?.name ?? '');
  await removeOld({ ...stand.parts, parquets: parquets(), now: () => day(401) }, days);
  expect(await files()).toEqual([second]);
});

it('[RETAIN3] a dry run lists what would go, and changes nothing', async () => {
  await runAt(3);
  const before = [await reported(), await events(), await commands()];
  const planned = await plannedRemovals(stand.database, { ...days, rollups: 380 }, day(401));
  expect([planned.files.map(({ kind }) => kind), planned.cut]).toEqual([['reports'], []]);
  expect(planned.rows.map(({ table, count }) => [table, count])).toEqual([
    ['history_rollup', 2],
    ['device_event', 4],
    ['command', 2],
    ['late_span', 0],
    ['history_review', 0],
    ['session_account_line', 0],
  ]);
  const env = {
    ...process.env,
    DATABASE_URL: stand.url,
    HISTORY_REPORT_DAYS: '1',
    HISTORY_EVENT_DAYS: '1',
    HISTORY_ROLLUP_DAYS: '0',
    NODE_ENV: 'test',
  };
  const { stdout } = await promisify(execFile)(process.execPath, ['server/history/retention/run.ts', '--dry-run'], { env });
  expect(stdout).toMatch(/^history\/reports\/day=2026-03-04\/[\da-f]{8}\.parquet \(0\.0 MB\)\n/);
  expect(stdout).toMatch(
    /\ndevice_event: \d+ rows\n.*\n1 file with 0\.0 MB would go\. The audit record and configuration changes stay\.\n$/s,
  );
  expect([await reported(), await events(), await commands()]).toEqual(before);
});

it('[RETAIN11] accounts of sessions are removed after their own time, line by line, also within a pinned span, and at once where they are switched off', async () => {
  const { database } = stand;
  await runAt(3);
  const session = (session_id: string, from: number, to: number) => ({
    session_id,
    username: 'an',
    author: 'An',
    is_shared: false,
    of_staff: true,
    organisations: [],
    begun_at: new Date(day(from)),
    ended_at: new Date(day(to)),
  });
  const changed = { changed_at: new Date(day(0)), changed_by: 'an' };
  await database
    .insertInto('account_policy')
    .values({ organisation: '', is_on: true, ...changed })
    .execute();
  const line = (session_id: string, count: number) => ({
    session_id,
    sequence: count,
    at: new Date(day(count)),
    kind: 'screen' as const,
    text: 'State Overview',
    outcome: '',
  });
  await database
    .insertInto('session_account')
    .values([
      session('old', 10, 60),
      session('both', 60, 80),
      session('new', 80, 90),
      { ...session('off', 80, 90), of_staff: false, organisations: ['org-de-linde'] },
    ])
    .execute();
  await database
    .insertInto('session_account_line')
    .values([line('old', 10), line('old', 60), line('both', 60), line('both', 80), line('new', 90), line('off', 90)])
    .execute();
  await database
    .insertInto('session_account_removed')
    .values([
      { session_id: 'long ago', removed_at: new Date(day(60)) },
      { session_id: 'lately', removed_at: new Date(day(90)) },
    ])
    .execute();
  await database
    .insertInto('history_pin')
    .values([pinned('pin', day(0), day(100), [])])
    .execute();
  const rows = async () =>
    (await plannedRemovals(database, days, day(100))).rows.find(({ table }) => table === 'session_account_line')?.count;
  expect(await rows()).toBe(3);
  const removed = await removeOld({ ...stand.parts, parquets: parquets(), now: () => day(100) }, { ...days, reports: 0, events: 0 });
  expect(removed).toEqual({ files: 0, rows: 6 });
  expect(await rows()).toBe(0);
  expect(await database.selectFrom('session_account_removed').select('session_id').execute()).toEqual([{ session_id: 'lately' }]);
  const left = await database.selectFrom('session_account_line').select(['session_id', 'sequence']).orderBy('at').execute();
  expect(left).toEqual([
    { session_id: 'both', sequence: 80 },
    { session_id: 'new', sequence: 90 },
  ]);
  const sessions = await database.selectFrom('session_account').select('session_id').orderBy('begun_at').execute();
  expect(sessions.map(({ session_id }) => session_id)).toEqual(['both', 'new']);
});

it('[RETAIN4] a file that the storage cannot remove is not read any more, and removed the next time', async () => {
  await runAt(3);
  const parts = { ...stand.parts, parquets: parquets(), now: () => day(401) };
  const away = { ...stand.storage, remove: () => Promise.reject(storageAway()) };
  await expect(removeOld({ ...parts, storage: away }, days)).rejects.toThrow('the storage of files does not answer');
  expect((await reported())[0]).toEqual([20, 'one']);
  const states = () => stand.database.selectFrom('history_file').select('state').where('kind', '=', 'reports').execute();
  expect(await states()).toEqual([{ state: 'removing' }]);
  await discardUnfinished(stand.parts);
  expect(await states()).toEqual([]);
});

it('[RETAIN5] a kind of 0 days is kept for ever', async () => {
  await runAt(3);
  expect(await plannedRemovals(stand.database, { reports: 0, unsealed: 0, rollups: 0, events: 0, accounts: 0 }, day(100_000))).toEqual({
    files: [],
    cut: [],
    rows: [],
  });
});
