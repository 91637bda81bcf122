import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Call } from '#contract/call';
import { calls, type CallName } from '#contract/catalogue/calls';
import { getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDecryptedDevice } from '#contract/devices/deviceCredential';
import { getFormerDevices } from '#contract/devices/formerDevice';
import { deviceTopic } from '#contract/messages/deviceMessage';
import { HOUR_MS } from '#domain/text/timeUnits';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { answerOf, ask, type Asking } from '../support/client.ts';
import { aMovedDevice, eras, MOVED, MOVED_AGO_MS, moveTo, type Era } from '../support/movedDevice.ts';
import { aTreatment } from '../support/aTreatment.ts';
import { anIncident } from '../support/anIncident.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import type { TestDevice } from '../support/testDevice.ts';
import { until } from '../support/until.ts';
import { afterMove } from './afterMove.ts';
import { samples } from './samples.ts';

const server = withServer();
const names = Object.keys(calls).filter((name): name is CallName => name in calls);

/** The ways to ask a call about the moved device: about its present self, and about an object of each owner's time. */
function askingsOf(name: CallName): readonly Asking[] {
  const text = JSON.stringify(samples[name].mine).replaceAll(/(?<!of-|i-)LF-0140-23/g, MOVED);
  const about = ({ word, map_id }: Era): Asking =>
    JSON.parse(
      text
        .replaceAll(
          /((?:at|end)_time\w*":")[^"]*/g,
          `$1${new Date(server.it().now() - (word === 'older' ? MOVED_AGO_MS + HOUR_MS : 0)).toISOString()}`,
        )
        .replaceAll('of-LF-0140-23', `${word}-treatment`)
        .replaceAll('i-LF-0140-23', `${word}-incident`)
        .replaceAll('de-linde-2', map_id),
    );
  return [...new Map(eras.map((era) => [JSON.stringify(about(era)), about(era)])).values()];
}

const groupsOf = { older: adminOf('de-linde'), newer: adminOf('hortus-noord'), staff } as const;
type Who = keyof typeof groupsOf;

async function answersTo(who: Who, name: CallName) {
  const { address, identity, now } = server.it();
  const token = identity.issue(groupsOf[who], { username: 'reader', name: 'Reader', expiresAt: now() + 3_600_000 });
  const call: Call = calls[name];
  const outcomes = [];
  for (const asking of askingsOf(name)) outcomes.push(await ask(address, call, { ...asking, token }));
  return outcomes;
}

const readers = names.filter((name) => calls[name].access === 'full' && !calls[name].hasSideEffects);
const foreignWords = { older: /newer-|hortus|8880001/i, newer: /\bolder-|de-linde|7770001/i } as const;
const leaks: string[] = [];
let device: TestDevice;

beforeAll(async () => {
  device = await aMovedDevice(server.it(), async () => {
    for (const name of readers) {
      for (const { text } of await answersTo('newer', name))
        if (foreignWords.newer.test(text)) leaks.push(`${name}: ${text.slice(0, 300)}`);
    }
  });
  const { address, identity, now } = server.it();
  const token = identity.issue(groupsOf.newer, { username: 'namer', name: 'Namer', expiresAt: now() + HOUR_MS });
  await answerOf(address, postUpdateDevice, { token, params: { serial: MOVED }, body: { name: 'newer-name' } });
});

it('[SEE3] every call of the contract has a decision about a device that changed hands, and none with a serial is without objects', () => {
  expect(Object.keys(afterMove).toSorted()).toEqual([...names].toSorted());
  const made: readonly CallName[] = ['postCreateDevice', 'postDeleteDevice', 'postCorrectDevice', 'getLogFile'];
  const withSerial = names.filter((name) => calls[name].path.includes('{serial}') && !made.includes(name));
  expect(withSerial.filter((name) => afterMove[name] === 'none')).toEqual([]);
});

it('[SEE3] right after the move, before the device reported anything, no read gives the next owner anything older', () => {
  expect(leaks).toEqual([]);
});

it.each(readers.map((name) => [name, afterMove[name]] as const))(
  '[SEE3] %s (%s): nothing newer to the former owner, nothing older to the next one, all to the staff',
  async (name, decision) => {
    const [former, next, all] = [await answersTo('older', name), await answersTo('newer', name), await answersTo('staff', name)];
    for (const { text } of former) expect(text).not.toMatch(foreignWords.older);
    for (const { text } of next) expect(text).not.toMatch(foreignWords.newer);
    const isOfDevice = calls[name].path.includes('{serial}') || JSON.stringify(samples[name].mine).includes('LF-0140-23');
    if (!isOfDevice || decision === 'none') return;
    expect(all.map(({ status }) => status)).not.toContain(404);
    expect(next.some(({ ok }) => ok)).toBe(true);
    expect(former.some(({ ok }) => ok)).toBe(decision === 'past');
  },
);

/** The reads whose answers hold the words of each time. */
const telling: readonly CallName[] = [
  'getEvents',
  'getLogs',
  'getCommands',
  'getConfigChanges',
  'getTreatmentAll',
  'getTreatmentDetail',
  'getTreatmentDownload',
  'getEventAnalysis',
  'getIncidents',
  'getIncidentsOfMachine',
  'getIncidentErrorCodes',
  'postIncidentExport',
  'getDeviceActions',
];

it.each(telling)('[SEE3] %s gives each owner what is of its time, and the staff both', async (name) => {
  const textOf = async (who: Who) => (await answersTo(who, name)).map(({ text }) => text).join('\n');
  expect(await textOf('older')).toMatch(/older-/);
  expect(await textOf('newer')).toMatch(/newer-/);
  const all = await textOf('staff');
  expect(all).toMatch(/older-/);
  expect(all).toMatch(/newer-/);
});

it.each<CallName>(['getTreatmentAll', 'getTreatmentDetail', 'getTreatmentDownload', 'postIncidentExport'])(
  '[SEE3] [SEE9] %s names the device to its former owner as it was called when it left',
  async (name) => {
    const textOf = async (who: Who) => (await answersTo(who, name)).map(({ text }) => text).join('\n');
    expect(await textOf('older')).toMatch(/Lumion 02/);
    for (const who of ['newer', 'staff'] as const) {
      expect(await textOf(who)).toMatch(/newer-name/);
      expect(await textOf(who)).not.toMatch(/Lumion 02/);
    }
  },
);

it('[SEE3] an unfinished treatment of the former owner is over with the device, whatever that does for the next one', async () => {
  const { address, identity, databaseUrl, now } = server.it();
  const database = openTestDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  const begun = new Date(now() - MOVED_AGO_MS - 2 * HOUR_MS);
  const counts = { total_asked: 1, total_treated: 0, total_failed: 0, reached_end: false };
  const row = {
    treatment_id: 'left-running',
    map_id: 'de-linde-2',
    serial: MOVED,
    organisation: 'org-de-linde',
    mission_id: 'm',
    treatment_type: 'uv',
    finish_status: '',
  };
  await database
    .insertInto('treatment')
    .values({ ...row, ...counts, creation_time: begun, start_time: begun })
    .execute();
  const listedFor = async (who: Who) =>
    (await answerOf(address, calls.getTreatmentsLastDay, { token: identity.issue(groupsOf[who]) })).result.map(({ id }) => id);
  expect(await listedFor('staff')).toContain('left-running');
  expect(await listedFor('older')).not.toContain('left-running');
  await database.deleteFrom('treatment').where('treatment_id', '=', 'left-running').execute();
});

it('[SEE3] [OWN2] the errors of a device end and begin for its owners when it moved', async () => {
  const moved = Date.now() - MOVED_AGO_MS;
  const { address, identity } = server.it();
  const periodsOf = async (who: Who) => {
    const outcome = await ask(address, calls.getErrorOverview, {
      params: { serial: MOVED, hours: '100' },
      token: identity.issue(groupsOf[who]),
    });
    return outcome.ok ? outcome.answer.result : [];
  };
  const [former, next] = [await periodsOf('older'), await periodsOf('newer')];
  expect(former.length).toBeGreaterThan(0);
  expect(next.length).toBeGreaterThan(0);
  const SLACK_MS = 60_000;
  for (const { stop_time } of former) expect(Date.parse(stop_time ?? '')).toBeLessThan(moved + SLACK_MS);
  for (const { start_time } of next) expect(Date.parse(start_time)).toBeGreaterThan(moved - SLACK_MS);
});

it('[OWN6] the errors of the next owner use up no limit of the former owner’s overview', async () => {
  const { address, identity, databaseUrl, now } = server.it();
  const database = openTestDatabase(databaseUrl);
  onTestFinished(() => database.destroy());
  const begin = (index: number) => new Date(now() - HOUR_MS - index * 2_000);
  const errors = Array.from({ length: 1_001 }, (_, index) => ({
    serial: MOVED,
    start_time: begin(index),
    stop_time: new Date(begin(index).getTime() + 1_000),
    next_state: 'next',
    silent_ms: 0,
  }));
  await database.insertInto('error_period').values(errors).execute();
  const overview = (who: Who) =>
    answerOf(address, calls.getErrorOverview, { params: { serial: MOVED, hours: '100' }, token: identity.issue(groupsOf[who]) });
  const [former, next] = [await overview('older'), await overview('newer')];
  expect(former.result.length).toBeGreaterThan(0);
  expect([former.has_older, next.has_older]).toEqual([undefined, true]);
  await database
    .deleteFrom('error_period')
    .where('serial', '=', MOVED)
    .where(
      'start_time',
      'in',
      errors.map(({ start_time }) => start_time),
    )
    .execute();
});

it('[OWN4] what the device of the next owner reports of the former owner’s time changes nothing there and is the next owner’s', async () => {
  const at = server.it().now() - MOVED_AGO_MS - HOUR_MS;
  const time = new Date(at).toISOString();
  const topic = deviceTopic(MOVED, 'log');
  const log = (message: object) => device.publish(topic, JSON.stringify(message));
  for (const id of ['older-incident', 'late-incident']) await log(anIncident(id, { time, error_code: 'late-code' }));
  await log({ kind: 'event', time, level: 'info', message: 'late-event', action: { treatment_id: 'older-treatment' } });
  await log({ kind: 'event', time, level: 'info', message: 'late-named', action: { incident_id: 'late-named-incident' } });
  await log({ kind: 'file', time, database_id: 'late-file', timestamp: time });
  for (const id of ['older-treatment', 'late-treatment'])
    await device.report({ current_state: 'late' }).then(() => device.tell('treatment', aTreatment(id, { mission_id: 'late-mission' }, at)));
  const textOf = async (who: Who) =>
    (await Promise.all(readers.map((name) => answersTo(who, name))))
      .flat()
      .map(({ text }) => text)
      .join(' ');
  const isAll = async () => {
    const all = await textOf('newer');
    return ['late-incident', 'late-event', 'late-named-incident', 'late-file', 'late-treatment'].every((word) => all.includes(word));
  };
  await until('all is the next owner’s', isAll);
  expect(await textOf('older')).not.toMatch(/late-/);
});

it('[SEE9] a device that left is listed to its former owner alone, with the name and the time of then', async () => {
  const { address, identity, now } = server.it();
  const token = (who: Who) => identity.issue(groupsOf[who], { username: 'lister', name: 'Lister', expiresAt: now() + HOUR_MS });
  const listOf = async (who: Who) => {
    const { result } = await answerOf(address, getFormerDevices, { token: token(who) });
    return result.filter(({ serial }) => serial === MOVED);
  };
  const [listed] = await listOf('older');
  expect(listed).toMatchObject({ name: 'Lumion 02', device_type: 'LUMION_FIX' });
  expect(Math.abs(Date.parse(listed?.until ?? '') - (now() - MOVED_AGO_MS))).toBeLessThan(HOUR_MS);
  expect([await listOf('newer'), await listOf('staff')]).toEqual([[], []]);
});

it('[SEE9] the present owner sees the device first when it came, not when it was first seen elsewhere', async () => {
  const { address, identity, now } = server.it();
  const seenBy = async (who: 'newer' | 'staff') => {
    const token = identity.issue(groupsOf[who], { username: 'seer', name: 'Seer', expiresAt: now() + HOUR_MS });
    const { result } = await answerOf(address, getDevice, { token, params: { serial: MOVED } });
    return Date.parse(result.first_seen ?? '');
  };
  const moved = now() - MOVED_AGO_MS;
  expect(await seenBy('newer')).toBeGreaterThan(moved - HOUR_MS);
  expect(await seenBy('staff')).toBeLessThan(moved - HOUR_MS);
});

it('[SEE5] editing another field ends no hidden login, and reveals none', async () => {
  const { address, identity, now } = server.it();
  const token = (who: Who) => identity.issue(groupsOf[who], { username: 'editor', name: 'Editor', expiresAt: now() + HOUR_MS });
  const params = { serial: 'LF-0142-23' };
  const app_login_credentials = { username: 'older-app', password: 'older-pass' };
  await answerOf(address, postUpdateDevice, { token: token('older'), params, body: { metadata: { app_login_credentials, note: 'a' } } });
  await moveTo(server.it(), params.serial, 'loc-hortus-noord');
  const { result } = await answerOf(address, getDevice, { token: token('newer'), params });
  expect(result.metadata).toEqual({ app_login_credentials: {}, note: 'a' });
  await answerOf(address, postUpdateDevice, { token: token('newer'), params, body: { metadata: { ...result.metadata, note: 'b' } } });
  const decrypted = async (who: Who) => (await answerOf(address, getDecryptedDevice, { token: token(who), params })).result.metadata;
  expect(await decrypted('newer')).toEqual({ app_login_credentials: {}, note: 'b' });
  expect(await decrypted('staff')).toEqual({ app_login_credentials, note: 'b' });
});

it('[SEE3] [REGION2] a treatment that was reported after the move gives the next owner no position of before it', async () => {
  const { address, identity, now, databaseUrl } = server.it();
  const moved = now() - MOVED_AGO_MS;
  const [from, to] = [moved - HOUR_MS, moved - HOUR_MS / 2];
  const state = (second: number) => ({ current_state: 'executing_task', current_pose_x: second / 2, current_pose_y: 2 });
  const reports = Array.from({ length: 60 }, (_, second) => {
    const receivedAt = from + second * 1_000;
    return { serial: MOVED, receivedAt, deviceTime: receivedAt, sequence: second, state: state(second) };
  });
  const late = aTreatment('late-of-before', { map_id: 'hortus-noord-1', mission_id: 'late' }, from);
  await device.tell('treatment', { ...late, start_time: new Date(from).toISOString(), finish_time: new Date(to).toISOString() });
  const database = openTestDatabase(databaseUrl);
  await database.transaction().execute((tx) => insertBlocks(tx, reports));
  await until('the treatment is written', async () => {
    const row = await database
      .selectFrom('treatment')
      .select('finish_time')
      .where('treatment_id', '=', 'late-of-before')
      .executeTakeFirst();
    return row !== undefined && row.finish_time !== null;
  });
  await database.destroy();
  const query = {
    map_id: 'hortus-noord-1',
    west: '4',
    east: '9',
    south: '0',
    north: '4',
    still_seconds: '60',
    from: new Date(from - HOUR_MS).toISOString(),
    to: new Date(to).toISOString(),
  };
  const hits = async (who: Who) => {
    const { result } = await answerOf(address, calls.getHistoryRegion, { query, token: identity.issue(groupsOf[who]) });
    return result.filter(({ serial }) => serial === MOVED).map(({ kind }) => kind);
  };
  expect(await hits('staff')).toEqual(['visit']);
  expect(await hits('newer')).toEqual([]);
});
