import { afterAll, beforeAll, expect, it } from 'vitest';
import { happenedAt } from '#server/fleet/ingest/receivedLog';
import type { KnownReport } from '#server/fleet/ingest/reportOrder';
import { anIncident } from '../support/anIncident.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { receivedMessages } from '../support/receivedMessages.ts';
import { seededDatabase } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const NOW = Date.parse('2026-03-04T13:00:00Z');
const BEHIND_MS = 420_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const YEAR_2000 = Date.UTC(2000, 0);

let database: ReturnType<typeof openTestDatabase>;
beforeAll(async () => {
  database = openTestDatabase(await seededDatabase());
});
afterAll(() => database.destroy());

const textOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A device, with the last report that the server knows of it; `dated` are the instants at which its logs happened, by the server's clock. */
function aDevice(last?: KnownReport) {
  const messages = receivedMessages(SERIAL, last);
  const { send, backlog, losses } = messages;
  return {
    losses,
    send,
    write: () => messages.write(database),
    state: (at: number, receivedAt = NOW) =>
      send('state', { time: textOf(at), sequence: 1, state: { current_state: 'ERROR' } }, receivedAt),
    event: (at: number) => send('log', { kind: 'event', time: textOf(at), level: 'error', message: 'Error raised' }, NOW),
    treatment: (id: string, [created, begun, finished]: readonly [number, number | null, number | null], receivedAt = NOW) => {
      const times = { creation_time: textOf(created), start_time: textOf(begun), finish_time: textOf(finished) };
      const finish_status = finished === null ? '' : 'fully_completed';
      const counts = { finish_status, total_asked: 1, total_treated: 0, total_failed: 0, reached_end: false };
      const named = { treatment_id: id, map_id: 'de-linde-2', mission_id: 'm', treatment_type: 'uv' };
      send('data', { data_group: 'treatment', time: textOf(created), data: { ...named, ...times, ...counts } }, receivedAt);
    },
    dated: () => backlog().logs.map((log) => happenedAt(Date.parse('time' in log.message ? log.message.time : ''), log)),
  };
}

it('[CLOCK4] an event is dated by the offset that the states of its device show', () => {
  const { state, event, dated } = aDevice();
  state(NOW - BEHIND_MS);
  event(NOW - BEHIND_MS);
  event(NOW - BEHIND_MS - 60_000);
  expect(dated()).toEqual([NOW, NOW - 60_000]);
});

it('[CLOCK4] without a state nothing is known of the clock: the time of the device counts', () => {
  const { event, dated } = aDevice();
  event(NOW - BEHIND_MS);
  expect(dated()).toEqual([NOW - BEHIND_MS]);
});

it.each([
  ['written when it was right, of a device that is seven minutes behind since', -BEHIND_MS, NOW - MINUTE, NOW - MINUTE],
  ['written when it was right, of a device that is in the year 2000 since', Date.UTC(2000, 0) - NOW, NOW - DAY, NOW - DAY],
  ['written when it was right, of a device that is ten years ahead since', 3_652 * DAY, NOW - DAY, NOW - DAY],
  ['written just now, of a device that is seven minutes behind, whose report was on its way', -BEHIND_MS, NOW - BEHIND_MS + 3_000, NOW],
  ['written before a clock two hours ahead was set right', 0, NOW + 120 * MINUTE, NOW],
])('[CLOCK13] a time %s', (_, aheadMs, time, at) => {
  const { state, event, dated } = aDevice();
  state(NOW + aheadMs);
  event(time);
  expect(dated()).toEqual([at]);
});

it.each([
  ['an hour behind', -60 * MINUTE, 10_000, 0],
  ['in the year 2000', YEAR_2000 - NOW, 10_000, 0],
  ['right', 0, 10_000, 0],
  ['an hour behind', -60 * MINUTE, MINUTE, 0],
  ['an hour behind', -60 * MINUTE, 10_000, 15_000],
  ['an hour ahead', 60 * MINUTE, 10_000, 0],
])('[CLOCK19] the clock is %s (%d ms), its states took %d ms longer than what was written %d ms before', async (_, aheadMs, delay, age) => {
  const { state, event, dated, treatment, write } = aDevice();
  state(NOW + aheadMs - delay);
  event(NOW + aheadMs - age);
  const at = NOW - Math.max(0, age - delay);
  expect(dated()).toEqual([at]);
  const id = `fast ${aheadMs} ${delay} ${age}`;
  treatment(id, [NOW + aheadMs - age, NOW + aheadMs - age, null]);
  await write();
  expect(await treatmentOf(id)).toMatchObject({ creation_time: new Date(at), start_time: new Date(at) });
});

const treatmentOf = (id: string) =>
  database
    .selectFrom('treatment')
    .select(['creation_time', 'start_time', 'finish_time'])
    .where('treatment_id', '=', id)
    .executeTakeFirstOrThrow();

it.each([
  ['right', 'right', 0],
  ['seven minutes behind', 'behind', -BEHIND_MS],
  ['five days ahead', 'ahead', 5 * DAY],
  ['in the year 2000', '2000', Date.UTC(2000, 0) - NOW],
])('[CLOCK12] treatments, log files and uploads of a device whose clock is %s are dated by the server’s', async (_, id, aheadMs) => {
  const device = aDevice();
  const ago = (minutes: number) => NOW + aheadMs - minutes * MINUTE;
  device.state(ago(0));
  device.treatment(`treated ${id}`, [ago(30), ago(20), ago(1)]);
  device.treatment(`running ${id}`, [ago(10), ago(5), null]);
  device.send('log', { kind: 'file', time: textOf(ago(0)), database_id: `log ${id}`, timestamp: textOf(ago(40)) }, NOW);
  const uploaded = { upload_started: textOf(ago(3)), upload_finished: textOf(ago(2)) };
  device.send('log', anIncident(`incident ${id}`, { time: new Date(ago(4)).toISOString(), ...uploaded }), NOW);
  expect(device.losses).toEqual([]);
  await device.write();
  const before = (minutes: number) => new Date(NOW - minutes * MINUTE);
  expect(await treatmentOf(`treated ${id}`)).toEqual({ creation_time: before(30), start_time: before(20), finish_time: before(1) });
  expect(await treatmentOf(`running ${id}`)).toEqual({ creation_time: before(10), start_time: before(5), finish_time: null });
  const files = database.selectFrom('device_log').select('timestamp').where('database_id', '=', `log ${id}`);
  expect(await files.executeTakeFirst()).toEqual({ timestamp: before(40) });
  const incidents = database.selectFrom('incident').select(['upload_started', 'upload_announced']);
  expect(await incidents.where('incident_id', '=', `incident ${id}`).executeTakeFirst()).toEqual({
    upload_started: before(3),
    upload_announced: before(2),
  });
});

it('[CLOCK12] what is of the future by the device’s own clock is left out', () => {
  const device = aDevice();
  device.state(NOW + 5 * DAY);
  device.treatment('future', [NOW, NOW + 7 * DAY, null]);
  expect(device.losses).toEqual(['fields_dropped data.start_time']);
});

it('[CLOCK12] a start that the device cannot have meant is when it was first reported, however often it comes', async () => {
  const device = aDevice();
  const year2000 = Date.UTC(2000, 0);
  for (const later of [0, MINUTE]) {
    device.treatment('set', [year2000, year2000, null], NOW + later);
    await device.write();
  }
  expect(await treatmentOf('set')).toEqual({ creation_time: new Date(NOW), start_time: new Date(NOW), finish_time: null });
});

const AHEAD_MS = 120 * MINUTE;

it('[CLOCK13] a start that was corrected stays when the clock of its device is set right', async () => {
  const device = aDevice();
  device.state(NOW + AHEAD_MS);
  const begun = NOW - 5 * MINUTE;
  device.treatment('before NTP', [begun + AHEAD_MS, begun + AHEAD_MS, null]);
  await device.write();
  for (const later of [10 * MINUTE, 20 * MINUTE]) {
    device.state(NOW + later, NOW + later);
    device.treatment('before NTP', [begun + AHEAD_MS, begun + AHEAD_MS, null], NOW + later);
    await device.write();
    expect((await treatmentOf('before NTP')).start_time).toEqual(new Date(begun));
  }
});

it('[CLOCK13] a log file that was written while the clock was right is as old as its device says', async () => {
  const device = aDevice();
  device.state(Date.UTC(2000, 0));
  device.send('log', { kind: 'file', time: textOf(NOW), database_id: 'log before', timestamp: textOf(NOW - DAY) }, NOW);
  await device.write();
  const files = database.selectFrom('device_log').select('timestamp').where('database_id', '=', 'log before');
  expect(await files.executeTakeFirst()).toEqual({ timestamp: new Date(NOW - DAY) });
});

it('[CLOCK14] before the first state the last known one shows how far the clock is ahead', async () => {
  const ahead = 5 * DAY;
  const device = aDevice({ deviceTime: NOW + ahead - MINUTE, receivedAt: NOW - MINUTE, sequence: 1 });
  device.treatment('after a start', [NOW - 10 * MINUTE + ahead, NOW - 5 * MINUTE + ahead, null]);
  device.event(NOW + ahead - 2 * MINUTE);
  expect([device.losses, device.dated()]).toEqual([[], [NOW - 2 * MINUTE]]);
  await device.write();
  expect((await treatmentOf('after a start')).start_time).toEqual(new Date(NOW - 5 * MINUTE));
});

it.each([
  ['half a minute late, which may be the way of that state: the clock counts as right', -30_000, 0],
  ['two minutes late, which is no delay', -2 * MINUTE, -2 * MINUTE],
  ['half a minute early', 30_000, 30_000],
])('[CLOCK14] the last known state came %s', (_, offset, ahead) => {
  const device = aDevice({ deviceTime: NOW - 10 * MINUTE + offset, receivedAt: NOW - 10 * MINUTE, sequence: 1 });
  device.event(NOW - 5 * MINUTE);
  expect(device.dated()).toEqual([NOW - 5 * MINUTE - ahead]);
});

const wholeTreatment = (id: string) =>
  database.selectFrom('treatment').selectAll().where('treatment_id', '=', id).executeTakeFirstOrThrow();

it.each([
  ['map_id', 'x'.repeat(101)],
  ['mission_id', 'x'.repeat(101)],
  ['treatment_type', 'x'.repeat(101)],
  ['start_time', textOf(NOW + 9 * DAY)],
  ['finish_time', textOf(NOW + 9 * DAY)],
  ['finish_status', 'x'.repeat(101)],
  ['total_asked', -1],
  ['total_treated', 'many'],
  ['total_failed', -1],
  ['reached_end', 'perhaps'],
])('[CLOCK15] a stored %s stays when a later report has one that cannot be read', async (field, value) => {
  const device = aDevice();
  const id = `dropped ${field}`;
  const data = {
    treatment_id: id,
    map_id: 'de-linde-2',
    mission_id: 'm',
    treatment_type: 'uv',
    creation_time: textOf(NOW - 3 * MINUTE),
    start_time: textOf(NOW - 2 * MINUTE),
    finish_time: textOf(NOW - MINUTE),
    finish_status: 'stopped',
    total_asked: 5,
    total_treated: 4,
    total_failed: 1,
    reached_end: true,
  };
  const report = (changed: object) =>
    device.send('data', { data_group: 'treatment', time: textOf(NOW), data: { ...data, ...changed } }, NOW);
  report({});
  const former = async () => {
    await device.write();
    return wholeTreatment(id);
  };
  const stored = await former();
  report({ [field]: value });
  const { reported_at: _reported, ...after } = await former();
  expect(device.losses).toEqual([`fields_dropped data.${field}`]);
  expect({ ...stored, ...after }).toEqual(stored);
  const second = `${id}, at once`;
  report({ treatment_id: second });
  report({ treatment_id: second, [field]: value });
  await device.write();
  expect({ ...stored, ...(await wholeTreatment(second)), treatment_id: id }).toEqual(stored);
});

it('[CLOCK15] of several reports at once each stores what could be read of it', async () => {
  const device = aDevice();
  const begun = (changed: object) => {
    const data = { treatment_id: 'dropped twice', map_id: 'm', mission_id: 'm', treatment_type: 'uv', creation_time: textOf(NOW) };
    const counts = { start_time: null, finish_time: null, finish_status: '', total_treated: 4, total_failed: 1, reached_end: false };
    device.send('data', { data_group: 'treatment', time: textOf(NOW), data: { ...data, ...counts, total_asked: 5, ...changed } }, NOW);
  };
  begun({ mission_id: 'x'.repeat(101), total_asked: 7 });
  begun({ mission_id: 'named', total_asked: -1 });
  await device.write();
  expect(await wholeTreatment('dropped twice')).toMatchObject({ mission_id: 'named', total_asked: 7 });
});

/** Sets since when the server knows the device. */
async function setKnownSince(at: number): Promise<void> {
  const since = new Date(at);
  await database.updateTable('device').set({ first_seen: since }).where('serial', '=', SERIAL).execute();
  await database.updateTable('deployment').set({ creation_date: since }).where('device_serial', '=', SERIAL).execute();
}

it('[CLOCK16] a treatment of two years ago that a device with a right clock reports for the first time is of then', async () => {
  await setKnownSince(NOW - 731 * DAY);
  const device = aDevice();
  const at = (minutes: number) => NOW - 730 * DAY + minutes * MINUTE;
  device.state(NOW);
  device.treatment('of long ago', [at(0), at(1), at(2)]);
  await device.write();
  const times = { creation_time: new Date(at(0)), start_time: new Date(at(1)), finish_time: new Date(at(2)) };
  expect(await treatmentOf('of long ago')).toEqual(times);
});

it('[CLOCK16] a start in the year 2000 changes no stored one once the clock is right', async () => {
  const device = aDevice();
  const year2000 = Date.UTC(2000, 0);
  device.state(year2000);
  device.treatment('begun in 2000', [year2000, year2000, null]);
  await device.write();
  device.state(NOW + 10 * MINUTE, NOW + 10 * MINUTE);
  device.treatment('begun in 2000', [year2000, year2000, null], NOW + 10 * MINUTE);
  await device.write();
  expect((await treatmentOf('begun in 2000')).start_time).toEqual(new Date(NOW));
});

it('[CLOCK16] [INGEST10] one that began in the year 2000 and is first reported once the clock is right begins then, and ends the running one', async () => {
  const device = aDevice();
  const year2000 = Date.UTC(2000, 0);
  device.state(NOW);
  device.treatment('before it', [NOW - 30 * MINUTE, NOW - 20 * MINUTE, null]);
  await device.write();
  device.state(NOW + MINUTE, NOW + MINUTE);
  device.treatment('reported late', [year2000, year2000, null], NOW + MINUTE);
  await device.write();
  expect(await treatmentOf('reported late')).toMatchObject({ start_time: new Date(NOW + MINUTE), finish_time: null });
  expect(await wholeTreatment('before it')).toMatchObject({ finish_status: 'stopped', finish_time: new Date(NOW + MINUTE) });
  device.treatment('reported late', [year2000, year2000, NOW + 5 * MINUTE], NOW + 5 * MINUTE);
  await device.write();
  const times = { start_time: new Date(NOW + MINUTE), finish_time: new Date(NOW + 5 * MINUTE) };
  expect(await treatmentOf('reported late')).toMatchObject(times);
});

it.each([
  ['from midnight in the year 2000', YEAR_2000, YEAR_2000 + 5 * MINUTE],
  ['two years ago, while the device was not known yet', NOW - 730 * DAY, NOW - 730 * DAY],
  ['two years ago, but was created before the device was known', NOW - 745 * DAY, NOW - 500 * DAY],
])('[CLOCK17] [INGEST10] one that ran %s is of its first report, and ends the running one', async (_, created, begun) => {
  await setKnownSince(NOW - 700 * DAY);
  const device = aDevice();
  const [running, late] = [`running ${created}`, `late ${created}`];
  device.state(NOW);
  device.treatment(running, [NOW - 30 * MINUTE, NOW - 20 * MINUTE, null]);
  await device.write();
  device.treatment(late, [created, begun, begun + 10 * MINUTE]);
  await device.write();
  expect(await treatmentOf(late)).toEqual({ creation_time: new Date(NOW), start_time: new Date(NOW), finish_time: new Date(NOW) });
  expect(await wholeTreatment(running)).toMatchObject({ finish_status: 'stopped', finish_time: new Date(NOW) });
});

it.each([
  ['of year 2000', [YEAR_2000, YEAR_2000], [-10, -10]],
  ['created in the year 2000', [YEAR_2000, NOW - 20 * MINUTE], [-20, -20]],
  ['begun two hours ahead', [NOW - 30 * MINUTE, NOW + 120 * MINUTE], [-30, -10]],
  ['begun after its end', [NOW - 5 * MINUTE, NOW - 6 * MINUTE], [-10, -10]],
] as const)(
  '[CLOCK18] one that is %s, with a known end, begins at its end at the latest, and ends the running one then',
  async (id, reported, begun) => {
    const device = aDevice();
    device.state(NOW);
    device.treatment(`before ${id}`, [NOW - 50 * MINUTE, NOW - 40 * MINUTE, null]);
    await device.write();
    device.treatment(id, [...reported, NOW - 10 * MINUTE]);
    await device.write();
    const [creation_time, start_time] = begun.map((minutes) => new Date(NOW + minutes * MINUTE));
    expect(await treatmentOf(id)).toEqual({ creation_time, start_time, finish_time: new Date(NOW - 10 * MINUTE) });
    expect(await wholeTreatment(`before ${id}`)).toMatchObject({ finish_status: 'stopped', finish_time: start_time });
  },
);

it('[CLOCK18] one that was first reported after its end begins at its end at the latest once that is known', async () => {
  const device = aDevice();
  device.state(NOW);
  device.treatment('kept', [YEAR_2000, YEAR_2000, null]);
  await device.write();
  device.treatment('kept', [YEAR_2000, YEAR_2000, NOW - 10 * MINUTE], NOW + MINUTE);
  await device.write();
  const end = new Date(NOW - 10 * MINUTE);
  expect(await treatmentOf('kept')).toEqual({ creation_time: end, start_time: end, finish_time: end });
});

it('[CLOCK18] one that was reported as running does not end before that', async () => {
  await setKnownSince(YEAR_2000);
  const device = aDevice();
  device.state(NOW);
  device.treatment('running', [YEAR_2000, YEAR_2000, null]);
  await device.write();
  device.treatment('running', [YEAR_2000, YEAR_2000, YEAR_2000 + MINUTE], NOW + MINUTE);
  await device.write();
  const times = { creation_time: new Date(NOW), start_time: new Date(NOW), finish_time: new Date(NOW + MINUTE) };
  expect(await treatmentOf('running')).toEqual(times);
});

it('[CLOCK18] an upload that began before the clock was set begins at its end at the latest', async () => {
  const device = aDevice();
  device.state(NOW);
  const uploaded = { upload_started: textOf(YEAR_2000), upload_finished: textOf(NOW - 2 * MINUTE) };
  device.send('log', anIncident('upload of 2000', { time: new Date(NOW - 4 * MINUTE).toISOString(), ...uploaded }), NOW);
  await device.write();
  const incidents = database.selectFrom('incident').select(['upload_started', 'upload_announced']);
  const end = new Date(NOW - 2 * MINUTE);
  const times = { upload_started: end, upload_announced: end };
  expect(await incidents.where('incident_id', '=', 'upload of 2000').executeTakeFirst()).toEqual(times);
});

it('[CLOCK18] so does one whose begin and end were kept and come as two messages', async () => {
  const device = aDevice();
  device.state(NOW);
  const begun = { time: new Date(NOW - 4 * MINUTE).toISOString(), upload_started: textOf(YEAR_2000) };
  device.send('log', anIncident('kept upload', { ...begun, upload_finished: null }), NOW);
  device.send('log', anIncident('kept upload', { ...begun, upload_finished: textOf(NOW - 2 * MINUTE) }), NOW);
  await device.write();
  const incidents = database.selectFrom('incident').select(['upload_started', 'upload_announced']);
  const end = new Date(NOW - 2 * MINUTE);
  const times = { upload_started: end, upload_announced: end };
  expect(await incidents.where('incident_id', '=', 'kept upload').executeTakeFirst()).toEqual(times);
});

it('[CLOCK12] a log file is as old as its device says, also of years ago', async () => {
  const device = aDevice();
  const timestamp = NOW - 800 * DAY;
  device.send('log', { kind: 'file', time: textOf(NOW), database_id: 'log of long ago', timestamp: textOf(timestamp) }, NOW);
  await device.write();
  const files = database.selectFrom('device_log').select('timestamp').where('database_id', '=', 'log of long ago');
  expect(await files.executeTakeFirst()).toEqual({ timestamp: new Date(timestamp) });
});
