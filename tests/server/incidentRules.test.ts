import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LogMessage } from '#contract/messages/deviceMessage';
import type { Database } from '#server/platform/database/tables';
import { seed } from '#server/app/seed';
import { createGauges } from '#server/platform/gauges';
import { incidentsIn, linkOf, resultsOf } from '#server/incidents/readIncidents';
import { beginStep, endStep, makeDue, retryStep } from '#server/incidents/processingSteps';
import { expireCommands, keepUploadsOpen, noteProgress } from '#server/commands/commandStore';
import { noteStored, noteUploads, settleUploads } from '#server/incidents/uploads';
import { storedFiles } from '#server/incidents/storedFiles';
import { writeIncidents } from '#server/incidents/writeIncidents';
import { startWriter } from '#server/fleet/ingest/backlogWriter';
import { backlogWriters } from '#server/app/openFeatures';
import { demoCompany } from '#server/app/company';
import { anIncident } from '../support/anIncident.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { receivedMessages } from '../support/receivedMessages.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const NOW = Date.parse('2026-03-04T13:00:00Z');
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const MINE = 'LF-0140-23';
const THEIRS = 'DV-0105';

const databases = workerDatabases();
let database: Kysely<Database>;
beforeAll(async () => {
  database = openTestDatabase(await databases.migrated());
  await seed(database, () => demoCompany({ devices: 24, seed: 7, now: NOW }));
});
afterAll(async () => {
  await database.destroy();
});

const news = (serial: string, message: LogMessage) => ({ serial, receivedAt: NOW, message });
const tell = (...output: readonly ReturnType<typeof news>[]) => database.transaction().execute((tx) => writeIncidents(tx, output));
const named = (incident_id: string, error_code: unknown): LogMessage => ({
  kind: 'event',
  time: ago(3),
  level: 'error',
  message: 'Error raised',
  data: { error_code },
  action: { incident_id },
});
const rowOf = (id: string) => database.selectFrom('incident').selectAll().where('incident_id', '=', id).executeTakeFirst();
const required = async (id: string) => {
  const row = await rowOf(id);
  if (row === undefined) throw new Error(`no ${id}`);
  return row;
};

it.each([
  ['a code', '0x04000001', '0x04000001'],
  ['a code without end', 'x'.repeat(10_000), null],
  ['an empty code', '', null],
  ['a number', 7, null],
])('[INC1] an event that names an incident with %s makes it', async (name, output, kept) => {
  await tell(news(MINE, named(`named ${name}`, output)));
  expect(await rowOf(`named ${name}`)).toMatchObject({ error_code: kept, serial: MINE });
});

it('[INC1] reports in one message equal reports one after the other; the ids of others are counted', async () => {
  const reported = anIncident('breath', { time: ago(3) });
  const refused = await tell(
    news(MINE, named('breath', '0x1')),
    news(THEIRS, anIncident('breath', { error_code: '0xDEADBEEF' })),
    news(MINE, reported),
    news(MINE, reported),
    news(MINE, { ...reported, upload_started: ago(2), upload_finished: ago(1) }),
    news(MINE, { ...reported, node_id: '105' }),
    news(THEIRS, anIncident('beside')),
  );
  expect(refused).toMatchObject([{ serial: THEIRS, code: 'id_taken', field: 'incident_id', name: { incident_id: 'breath' } }]);
  const { upload_announced, ...row } = await required('breath');
  expect(row).toMatchObject({ serial: MINE, record_version: 4, error_code: reported.error_code, node_id: '105', due_step: 'data_parsing' });
  expect([upload_announced?.toISOString(), row.incident_time.toISOString()]).toEqual([ago(1), ago(3)]);
  await database.updateTable('incident').set({ due_step: null }).execute();
});

it.each([
  ['error_code', 'x'.repeat(101)],
  ['manually_triggered', 'perhaps'],
  ['map_id', 'x'.repeat(101)],
  ['map_version', 'x'.repeat(201)],
  ['node_id', {}],
  ['x', 'far'],
  ['y', 1e13],
  ['during_mission', 'perhaps'],
  ['treatment_id', 'x'.repeat(101)],
  ['upload_started', 'soon'],
  ['upload_finished', 'soon'],
])('[INGEST25] a stored %s stays when a later report has one that cannot be read', async (field, value) => {
  const { send, write, losses } = receivedMessages(MINE);
  const id = `unread ${field}`;
  const uploaded = { upload_started: ago(2), upload_finished: ago(1) };
  const reported = anIncident(id, { time: ago(3), manually_triggered: true, treatment_id: 't', ...uploaded });
  send('log', reported, NOW);
  await write(database);
  const stored = await required(id);
  send('log', { ...reported, [field]: value }, NOW);
  await write(database);
  expect(losses).toEqual([`fields_dropped ${field}`]);
  expect(await required(id)).toEqual(stored);
});

it('[INGEST14] [IDENT3] an unstorable report affects its own device only, and a device that uses the id of another one has an incident of its own', async () => {
  const gauges = createGauges();
  const writer = startWriter({
    database,
    gauges,
    shareMs: 100,
    writers: backlogWriters,
    onRefused: () => undefined,
    fence: () => Promise.resolve(),
    log: pino({ level: 'silent' }),
  });
  const isSettled = new Promise<boolean>((resolve) => {
    writer.add(
      ({ logs }) => {
        for (const serial of ['LF-0141-23', 'GHOST-1', THEIRS, 'GHOST-2', 'LF-0142-23'])
          logs.push(news(serial, anIncident(`of ${serial}`)));
        logs.push(news(THEIRS, anIncident('of LF-0141-23')));
      },
      () => resolve(true),
    );
  });
  await writer.close();
  // An unstorable message is acknowledged too: sent again it could not be stored either.
  expect(await isSettled).toBe(true);
  const rows = await database
    .selectFrom('incident')
    .select('incident_id')
    .where('incident_id', 'like', 'of %')
    .orderBy('incident_id')
    .execute();
  expect(new Set(rows.map(({ incident_id }) => incident_id))).toEqual(
    new Set([`of ${THEIRS}`, 'of LF-0141-23', 'of LF-0142-23', `of LF-0141-23@${THEIRS}`]),
  );
  expect(await gauges.lost.get()).toMatchObject({ values: [{ value: 2 }] });
});

/** Ends the deployment of a device four minutes before `NOW`. */
const endService = (serial: string) =>
  database
    .updateTable('deployment')
    .set({ closed_date: new Date(NOW - 240_000) })
    .where('device_serial', '=', serial)
    .where('closed_date', 'is', null)
    .execute();
/** Begins a deployment of a device two minutes before `NOW`, where `THEIRS` is. */
async function beginService(serial: string) {
  const place = database
    .selectFrom('deployment')
    .select('location_id')
    .where('device_serial', '=', THEIRS)
    .where('closed_date', 'is', null);
  const { location_id } = await place.executeTakeFirstOrThrow();
  const begun = { id: `moved ${serial}`, device_serial: serial, location_id, creation_date: new Date(NOW - 120_000) };
  await database.insertInto('deployment').values(begun).execute();
}

it('[INC10] [SEE1] [OWN4] a device that changes hands hides its incidents from whom it works for now, and newer ones from whom it left', async () => {
  const serial = 'XC-0032-A';
  const seenBy = async (scope: 'all' | ReadonlySet<string>) => {
    const rows = await incidentsIn(database, scope)
      .where('incident.serial', '=', serial)
      .select('incident_id')
      .orderBy('incident_id')
      .execute();
    return rows.map(({ incident_id }) => incident_id);
  };
  await tell(news(serial, anIncident('before')));
  const { organisation } = await required('before');
  const { organisation: next } = await required('beside');
  if (organisation === null || next === null) throw new Error('both work for somebody');
  expect([await seenBy(new Set([organisation])), await seenBy(new Set([next]))]).toEqual([['before'], []]);
  await endService(serial);
  await tell(news(serial, anIncident('nobodys', { time: ago(3) })));
  await beginService(serial);
  // The event is reported late, when the device works for others already.
  const late = anIncident('reported late', { time: ago(11) });
  await tell(news(serial, anIncident('since', { time: ago(1) })), news(serial, anIncident('before', { node_id: '1' })), news(serial, late));
  expect([await seenBy(new Set([organisation])), await seenBy(new Set([next]))]).toEqual([['before'], ['reported late', 'since']]);
  expect(await seenBy('all')).toEqual(['before', 'nobodys', 'reported late', 'since']);
});

const command = (id: string, incident: string, over: { status: string; ended_at: Date | null }) => ({
  id,
  device_serial: MINE,
  command: 'upload_data',
  arguments: JSON.stringify({ incident }),
  given_at: new Date(NOW - 60_000),
  given_by: 'an',
  given_by_name: 'An',
  expires_at: new Date(NOW),
  ends_by: new Date(NOW),
  ...over,
});

it('[INC6] an upload that ended while nobody looked is noted, also for an incident reported right after it; then it is looked at no more', async () => {
  const DAY = 86_400_000;
  await tell(news(MINE, anIncident('late', { time: ago(5) })));
  await database
    .insertInto('command')
    .values([
      command('c-1', 'late', { status: 'done', ended_at: new Date(NOW - 30_000) }),
      command('c-2', 'soon', { status: 'done', ended_at: new Date(NOW + DAY - 1_000) }),
      command('c-3', 'soon', { status: 'expired', ended_at: new Date(NOW) }),
    ])
    .execute();
  await noteUploads(database, NOW + DAY);
  expect((await required('late')).upload_announced?.getTime()).toBe(NOW - 30_000);
  await tell(news(MINE, anIncident('soon', { time: ago(5) })));
  await noteUploads(database, NOW + DAY);
  await noteUploads(database, NOW + DAY);
  expect(await required('soon')).toMatchObject({ due_step: 'data_parsing', record_version: 2 });
  const noted = await database.selectFrom('command').select('id').where('upload_noted', '=', true).orderBy('id').execute();
  expect(noted).toEqual([{ id: 'c-1' }, { id: 'c-3' }]);
  await database.updateTable('incident').set({ due_step: null }).execute();
});

it('[UPEND2] an upload has more time while bytes of its device come, and the late result of one that expired is its end, which its incidents learn', async () => {
  await tell(news(MINE, anIncident('large', { time: ago(5) })));
  const open = { ...command('c-large', 'large', { status: 'delivered', ended_at: null }), delivered_at: new Date(NOW) };
  const other = { ...open, id: 'c-other', command: 'reload_config' };
  await database.insertInto('command').values([open, other]).execute();
  await keepUploadsOpen(database, MINE, new Date(NOW + 200_000));
  const expired = async (at: number) => (await expireCommands(database, at)).map(({ record }) => record.id);
  expect(await expired(NOW + 100_000)).toEqual(['c-other']);
  expect(await expired(NOW + 201_000)).toEqual(['c-large']);
  await noteUploads(database, NOW + 3_600_000);
  const end = (id: string) => noteProgress(database, MINE, { id, status: 'done', at: NOW + 3_600_000, text: null });
  expect([await end('c-other'), (await end('c-large'))?.record]).toEqual([null, expect.objectContaining({ status: 'done', text: null })]);
  expect(await end('c-large')).toBeNull();
  await noteUploads(database, NOW + 3_700_000);
  expect((await required('large')).upload_announced?.getTime()).toBe(NOW + 3_600_000);
  await database.updateTable('incident').set({ due_step: null }).execute();
});

const uploaded = { upload_started: ago(2), upload_finished: ago(1) };

const named3 = ['data_parsing', 'log_parsing', 'mosaic_rendering'] as const;
/** A store in which the named files of every incident are. */
const storing = (...endings: readonly string[]) =>
  storedFiles(database, {
    save: () => Promise.resolve(),
    find: (name) =>
      Promise.resolve(
        endings.some((ending) => name.endsWith(ending)) ? { size: 9, etag: '', read: () => Promise.resolve(Readable.from([])) } : null,
      ),
  });
const settled = async (store: ReturnType<typeof storing>, at = NOW) => {
  for (let count = 0; count < 20; count += 1) await settleUploads(database, store, at);
};
const dueOf = async (id: string) => {
  const rows = await database
    .selectFrom('incident_step')
    .select('step')
    .where('incident_id', '=', id)
    .where('due_at', 'is not', null)
    .execute();
  return rows.map(({ step }) => step).toSorted();
};
/** Begins and ends every step that is due. */
const runAll = async (success = true) => {
  const run: string[] = [];
  for (let begun = await beginStep(database, NOW); begun !== null; begun = await beginStep(database, NOW)) {
    run.push(`${begun.row.incident_id} ${begun.step}`);
    await endStep(database, begun, { success, message: 'ended', retry_possible: !success });
  }
  return run;
};

it('[UPEND1] [EVID1] an upload whose end is announced has ended when a file is there; without one it stays open, and the file that comes later is processed', async () => {
  await settled(storing());
  await runAll();
  await tell(
    news(MINE, anIncident('with', { time: ago(4), ...uploaded })),
    news(MINE, anIncident('without', { time: ago(4), ...uploaded })),
  );
  await settleUploads(database, storing('with.mp4'), NOW);
  expect([(await required('with')).upload_finished?.toISOString(), (await required('without')).upload_finished]).toEqual([ago(1), null]);
  expect([await dueOf('with'), await dueOf('without')]).toEqual([[...named3], []]);
  expect((await runAll(false)).length).toBe(3);
  await noteStored(database, { incidentId: 'without', ending: '.mp4', size: 9 }, NOW);
  expect(await dueOf('without')).toEqual(['mosaic_rendering']);
  expect(await runAll()).toEqual(['without mosaic_rendering']);
  // Its files arrived after the announcement: it has ended when no more arrive.
  await settled(storing('without.mp4'), NOW + 60_000);
  expect((await required('without')).upload_finished).toBeNull();
  await settled(storing('without.mp4'), NOW + 121_000);
  expect((await required('without')).upload_finished?.getTime()).toBe(NOW);
  expect(await dueOf('without')).toEqual(['data_parsing', 'log_parsing']);
  await runAll();
});

it('[UPEND1] one "done" for all incidents ends the upload of those whose files are there alone', async () => {
  await tell(news(MINE, anIncident('sent', { time: ago(9) })), news(MINE, anIncident('to come', { time: ago(9) })));
  await noteStored(database, { incidentId: 'sent', ending: '.bag.gz', size: 9 }, NOW);
  const all = { ...command('c-all', 'all', { status: 'done', ended_at: new Date(NOW + 5_000) }), given_at: new Date(NOW) };
  await database.insertInto('command').values(all).execute();
  await noteUploads(database, NOW + 6_000);
  await settled(storing('sent.bag.gz'), NOW + 6_000);
  expect([(await required('sent')).upload_finished?.getTime(), (await required('to come')).upload_finished]).toEqual([NOW + 5_000, null]);
  await noteStored(database, { incidentId: 'to come', ending: '.bag.gz', size: 9 }, NOW + 300_000);
  expect(await dueOf('to come')).toEqual([...named3]);
  await runAll();
});

it('[OWN5] one "done" for all incidents, given by the next owner, changes no incident of the former one', async () => {
  const serial = 'LF-0143-23';
  await endService(serial);
  await beginService(serial);
  const left = anIncident('left behind', { time: ago(60) });
  await tell({ ...news(serial, left), receivedAt: NOW - 3_600_000 }, news(serial, anIncident('of now', { time: ago(1) })));
  const before = await required('left behind');
  expect(before.organisation).not.toBe((await required('of now')).organisation);
  const all = { ...command('c-next', 'all', { status: 'done', ended_at: new Date(NOW + 5_000) }), given_at: new Date(NOW) };
  const given = { ...all, device_serial: serial };
  await database.insertInto('command').values(given).execute();
  await noteUploads(database, NOW + 6_000);
  expect((await required('of now')).upload_announced?.getTime()).toBe(NOW + 5_000);
  expect(await required('left behind')).toEqual(before);
  await database.updateTable('incident').set({ due_step: null }).execute();
});

it('[EVID1] the steps are each for themselves: one that fails holds up no other, and another file makes those due that read it', async () => {
  await tell(news(MINE, anIncident('each', { time: ago(4) })));
  await noteStored(database, { incidentId: 'each', ending: '.mcap', size: 9 }, NOW);
  await noteStored(database, { incidentId: 'each', ending: '.mp4', size: 9 }, NOW);
  const video = await beginStep(database, NOW, ['mosaic_rendering']);
  expect(video?.step).toBe('mosaic_rendering');
  expect(await runAll(false)).toEqual(['each data_parsing', 'each log_parsing']);
  // While it runs another video comes: it runs again.
  await noteStored(database, { incidentId: 'each', ending: '.mp4', size: 10 }, NOW);
  if (video !== null) await endStep(database, video, { success: true, message: 'of the first', retry_possible: false });
  expect(await runAll()).toEqual(['each mosaic_rendering']);
  expect(await dueOf('each')).toEqual([]);
});

it('[INC2] [INC3] steps requested by a person start first, then the newest; each once', async () => {
  await tell(...[1, 2, 3].map((index) => news(MINE, anIncident(`due-${index}`, { time: ago(10 * index), ...uploaded }))));
  for (const index of [1, 2, 3]) await makeDue(database, { incidentId: `due-${index}`, steps: ['data_parsing'], at: NOW, again: false });
  await retryStep(database, { incidentId: 'due-3', step: 'data_parsing', requestId: 'r', at: NOW });
  const begun = [
    await beginStep(database, NOW),
    await beginStep(database, NOW),
    await beginStep(database, NOW),
    await beginStep(database, NOW),
  ];
  expect(begun.map((one) => one?.row.incident_id)).toEqual(['due-3', 'due-1', 'due-2', undefined]);
});

it('[INC3] a try that was cut off does not end the one after it', async () => {
  await tell(news(MINE, anIncident('tries', { time: ago(4), ...uploaded })));
  await makeDue(database, { incidentId: 'tries', steps: ['data_parsing'], at: NOW, again: false });
  const old = await beginStep(database, NOW);
  await database
    .updateTable('incident_step')
    .set({ is_running: false, retry_possible: true, message: null })
    .where('incident_id', '=', 'tries')
    .execute();
  await retryStep(database, { incidentId: 'tries', step: 'data_parsing', requestId: 'again', at: NOW });
  const next = await beginStep(database, NOW);
  if (old === null || next === null) throw new Error('both begin');
  expect([old.tries, next.tries]).toEqual([1, 2]);
  const resultIs = async () =>
    database.selectFrom('incident_step').select(['is_running', 'message']).where('incident_id', '=', 'tries').executeTakeFirst();
  await endStep(database, old, { success: false, message: 'old', retry_possible: true });
  expect(await resultIs()).toEqual({ is_running: true, message: 'Running' });
  await endStep(database, next, { success: false, message: 'new', retry_possible: true });
  expect(await resultIs()).toEqual({ is_running: false, message: 'new' });
});

it('[EVID1] steps that a former version gave up, or whose findings it did not store, may be retried', async () => {
  await tell(news(MINE, anIncident('older', { time: ago(4), ...uploaded })));
  const step = { incident_id: 'older', started_at: new Date(NOW), is_running: false, retry_possible: false, tries: 1, request_id: null };
  await database
    .insertInto('incident_step')
    .values([
      { ...step, step: 'data_parsing', success: false, message: 'The data are too large to be processed' },
      { ...step, step: 'log_parsing', success: true, message: '3 log lines' },
      { ...step, step: 'mosaic_rendering', success: true, message: 'Rendering successful' },
    ])
    .execute();
  const again = async () =>
    Object.entries((await resultsOf(database, ['older'])).get('older') ?? {}).flatMap(([name, { retry_possible }]) =>
      retry_possible ? [name] : [],
    );
  expect((await again()).toSorted()).toEqual(['data_parsing', 'log_parsing']);
  await retryStep(database, { incidentId: 'older', step: 'data_parsing', requestId: 'o', at: NOW });
  expect(await again()).toEqual(['log_parsing']);
});

const placed = { incident_id: 'i 1/2', serial: 'LF-1', error_code: '0x1&a', incident_time: new Date(NOW) };
it.each([
  ['', null],
  ['https://a.example/', 'https://a.example/'],
  ['https://a.example/{serial}?i={incident_id}&c={error_code}', 'https://a.example/LF-1?i=i%201%2F2&c=0x1%26a'],
  [
    'https://g.example/d?from={from_ms}&to={to_ms}&at={time}',
    `https://g.example/d?from=${NOW - 600_000}&to=${NOW + 600_000}&at=2026-03-04T13%3A00%3A00.000Z`,
  ],
])('[LINKS1] the template "%s" leads to %s', (template, address) => {
  expect(linkOf(template, placed)).toBe(address);
});
