import { RawNode, sql, type Kysely, type KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { beforeAll, afterAll, expect, it } from 'vitest';
import type { LogMessage } from '#contract/messages/deviceMessage';
import { demoCompany } from '#server/app/company';
import { backlogWriters } from '#server/app/openFeatures';
import { seed } from '#server/app/seed';
import { stateReport } from '#server/fleet/deviceReport';
import { addReport, type Backlog } from '#server/fleet/ingest/backlog';
import { startWriter } from '#server/fleet/ingest/backlogWriter';
import type { RefusedReport } from '#server/fleet/ingest/writeBacklog';
import type { Database } from '#server/platform/database/tables';
import { createGauges } from '#server/platform/gauges';
import { anIncident } from '../support/anIncident.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const SERIAL = 'LF-0140-23';
const NOW = Date.parse('2026-03-04T13:00:00Z');
const TIME = new Date(NOW).toISOString();

const databases = workerDatabases();
let database: Kysely<Database>;
beforeAll(async () => {
  database = openTestDatabase(await databases.migrated());
  await seed(database, () => demoCompany({ devices: 24, seed: 7, now: NOW }));
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'cannot be stored' using errcode = '22000'; end $$`.execute(database);
  await sql`create trigger refuse before insert on device_event for each row when (new.message like 'bad %') execute function refuse()`.execute(
    database,
  );
});
afterAll(() => database.destroy());

const log = (message: LogMessage, receivedAt = NOW, serial = SERIAL) => ({ serial, receivedAt, message });
const event = (message: string): LogMessage => ({ kind: 'event', time: TIME, level: 'info', message, data: {}, action: null });
const words = { there: 'file', gone: 'file_removed' } as const;

/** Counts the savepoints that are set, and how many of them are open at the same time. */
function savepointCounts() {
  const counts = { set: 0, open: 0, mostOpen: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      const [text = ''] = RawNode.is(node) ? node.sqlFragments : [];
      if (text.startsWith('savepoint')) counts.set += 1;
      if (text.startsWith('savepoint')) counts.open += 1;
      if (text.startsWith('release savepoint')) counts.open -= 1;
      counts.mostOpen = Math.max(counts.mostOpen, counts.open);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { counts, plugin };
}

/** Writes the messages of devices in one batch, as the ingest does. */
async function write(change: (backlog: Backlog) => void) {
  const gauges = createGauges();
  const refused: RefusedReport[] = [];
  const savepoints = savepointCounts();
  const writer = startWriter({
    database: database.withPlugin(savepoints.plugin),
    gauges,
    shareMs: 100,
    writers: backlogWriters,
    onRefused: (report) => refused.push(report),
    fence: () => Promise.resolve(),
    log: pino({ level: 'silent' }),
  });
  let isSettled = false;
  writer.add(change, () => {
    isSettled = true;
  });
  await writer.close();
  const countOf = async (gauge: typeof gauges.lost) => (await gauge.get()).values[0]?.value ?? 0;
  return {
    isSettled,
    refused,
    lost: await countOf(gauges.lost),
    failures: await countOf(gauges.writeFailures),
    savepoints: savepoints.counts,
  };
}

const orders: readonly (readonly (keyof typeof words)[])[] = [
  ['there', 'there'],
  ['there', 'gone'],
  ['gone', 'there'],
  ['there', 'gone', 'there'],
  ['there', 'gone', 'there', 'gone'],
  ['gone', 'there', 'there'],
  ['there', 'there', 'gone', 'gone'],
];
it.each(orders.map((kinds) => [kinds.join(', '), kinds] as const))(
  '[INGEST21] the last of these messages about a log file counts: %s',
  async (_, kinds) => {
    const fresh = `fresh ${kinds.join(' ')}`;
    const [present, removed] = [`present ${kinds.join(' ')}`, `removed ${kinds.join(' ')}`];
    const known = { serial: SERIAL, timestamp: TIME, received_at: new Date(NOW - 2_000), size: null, stored_at: null };
    await database
      .insertInto('device_log')
      .values([
        { ...known, database_id: present, removed_at: null },
        { ...known, database_id: removed, removed_at: new Date(NOW - 1_000) },
      ])
      .execute();
    const messages = kinds.flatMap((kind, at) =>
      [fresh, present, removed].map((database_id) =>
        log(
          words[kind] === 'file'
            ? { kind: 'file', time: TIME, timestamp: TIME, database_id }
            : { kind: 'file_removed', time: TIME, database_id },
          NOW + at,
        ),
      ),
    );
    expect(await write(({ logs }) => void logs.push(...messages, log(event(`beside ${fresh}`))))).toMatchObject({
      isSettled: true,
      lost: 0,
    });
    const rows = await database
      .selectFrom('device_log')
      .select(['database_id', 'removed_at'])
      .where('database_id', 'in', [fresh, present, removed])
      .execute();
    expect(rows).toHaveLength(3);
    expect(rows.map(({ removed_at }) => (removed_at === null ? 'there' : 'gone'))).toEqual(Array.from({ length: 3 }, () => kinds.at(-1)));
    expect(await database.selectFrom('device_event').select('id').where('message', '=', `beside ${fresh}`).execute()).toHaveLength(1);
  },
);

it('[INGEST22] a message that the database cannot hold costs no other message of its device', async () => {
  const report = stateReport(SERIAL, { time: TIME, sequence: 1, state: { battery_level: 42 } }, NOW);
  const outcome = await write((backlog) => {
    addReport(backlog, report, NOW);
    backlog.metrics.set(SERIAL, { serial: SERIAL, receivedAt: NOW, data: { mileage: 4_711 } });
    for (let n = 0; n < 100; n += 1) backlog.logs.push(log(event(`${n === 70 ? 'bad' : 'good'} ${n}`)));
    backlog.logs.push(log(anIncident('after the bad one', { time: TIME })));
  });
  expect(outcome).toMatchObject({ isSettled: true, lost: 1, refused: [{ serial: SERIAL, code: 'not_stored', receivedAt: NOW }] });
  const events = await database.selectFrom('device_event').select('id').where('message', 'like', 'good %').execute();
  expect(events).toHaveLength(99);
  const one = { serial: SERIAL };
  expect(await database.selectFrom('device_state').select('state').where('serial', '=', SERIAL).executeTakeFirst()).toMatchObject({
    state: { battery_level: 42 },
  });
  expect(await database.selectFrom('metrics').select(['serial', 'mileage']).where('serial', '=', SERIAL).executeTakeFirst()).toMatchObject({
    ...one,
    mileage: 4_711,
  });
  expect(
    await database.selectFrom('incident').select('serial').where('incident_id', '=', 'after the bad one').executeTakeFirst(),
  ).toMatchObject(one);
});

it('[INGEST22] where a hundred attempts do not find all that cannot be stored, the rest is given up, and what follows is written', async () => {
  const { isSettled, lost, failures, refused } = await write(({ logs }) => {
    for (let n = 0; n < 2_000; n += 1) logs.push(log(event(`bad many ${n}`)));
  });
  expect({ isSettled, lost }).toEqual({ isSettled: true, lost: 2_000 });
  expect(failures).toBeLessThan(250);
  expect(refused.length).toBeLessThan(250);
  expect(await write(({ logs }) => void logs.push(log(event('good after many'))))).toMatchObject({ isSettled: true, lost: 0 });
});

it('[INGEST23] where messages of many devices cannot be stored, the attempts of all are bounded, and the messages of the others are stored', async () => {
  const devices = await database.selectFrom('device').select('serial').orderBy('serial').limit(17).execute();
  const [sound = '', ...faulty] = devices.map(({ serial }) => serial).toReversed();
  const { isSettled, lost, failures, refused, savepoints } = await write(({ logs }) => {
    for (const serial of faulty) for (let n = 0; n < 200; n += 1) logs.push(log(event(`bad everywhere ${n}`), NOW, serial));
    logs.push(log(event('good elsewhere'), NOW, sound));
  });
  expect({ isSettled, lost }).toEqual({ isSettled: true, lost: 3_200 });
  expect(new Set(refused.map(({ serial }) => serial))).toEqual(new Set(faulty));
  expect(await database.selectFrom('device_event').select('serial').where('message', '=', 'good elsewhere').execute()).toEqual([
    { serial: sound },
  ]);
  // By message a thousand, and by device those of a tree with 17 leaves.
  expect(failures).toBeLessThan(1_000 + 2 * 17);
  expect(savepoints).toMatchObject({ set: failures + 1, open: 0, mostOpen: 1 });
});
