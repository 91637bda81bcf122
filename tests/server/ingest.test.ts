import { Client } from 'pg';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { getAllDevices, getDevice } from '#contract/devices/device';
import { getEvents } from '#contract/devices/deviceEvent';
import { getErrorOverview, getMachines, getRawState } from '#contract/fleet/machine';
import { getTreatmentDetail } from '#contract/fleet/treatment';
import { getHistoryIndex } from '#contract/history';
import { decodeBlock } from '#server/fleet/history/historyBlock';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { aTreatment } from '../support/aTreatment.ts';
import { answerOf, ask } from '../support/client.ts';
import { staff, userOf, withServer } from '../support/contractServer.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { startTestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const server = withServer(undefined, { hasCables: true });
const token = () => server.it().identity.issue(staff);
const battery = async (serial: string) =>
  (await answerOf(server.it().address, getMachines, { token: token() })).result[serial]?.state.battery_level;

let reading: Promise<Client> | undefined;
afterAll(async () => (await reading)?.end());

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: server.it().databaseUrl });
  await client.connect();
  return client;
}

async function stored(serial: string): Promise<KeptReport[]> {
  reading ??= connect();
  const client = await reading;
  const { rows } = await client.query<{ reports: Buffer }>('select reports from history_block where $1 = any(serials) order by id', [
    serial,
  ]);
  return rows.flatMap(({ reports }) => decodeBlock(reports)).filter((report) => report.serial === serial);
}

const good = (level: number, sequence: number) =>
  JSON.stringify({ time: new Date().toISOString(), sequence, state: { current_state: 'waiting_for_task', battery_level: level } });
const time = new Date().toISOString();

it.each([
  ['no JSON', 'state', 'malformed', '{'],
  ['an empty message', 'state', 'malformed', ''],
  ['bytes', 'state', 'malformed', Buffer.from([0xff, 0xfe, 0x00])],
  ['another shape', 'state', 'malformed', '[]'],
  ['a prototype', 'state', 'malformed', '{"__proto__":{"state":{}}}'],
  ['70 kB', 'state', 'huge', JSON.stringify({ time, sequence: 1, state: {}, filler: 'x'.repeat(70_000) })],
  ['200 kB', 'state', 'huge', 'x'.repeat(200_000)],
  ['an unknown data group', 'data', 'malformed', JSON.stringify({ data_group: 'firmware', time, data: {} })],
])('[INGEST1] %s is counted and dropped, and the next report arrives', async (name, kind, reason, payload) => {
  const device = await server.it().device('LF-0140-23');
  const counter = `ingest_refused_total{reason="${reason}"}`;
  const before = await server.it().measured(counter);
  await device.publish(`devices/LF-0140-23/${kind}`, payload);
  await until(name, async () => (await server.it().measured(counter)) > (Number.isNaN(before) ? 0 : before));
  const level = (before || 0) + payload.length;
  await device.publish('devices/LF-0140-23/state', good(level, Date.now()));
  await until('the next report', async () => (await battery('LF-0140-23')) === level);
  await device.close();
});

it('[DOOR1] [DOOR3] [PRES1] a device whose reports can be read in part, or not at all, keeps its state of now, is there, and says what was lost', async () => {
  const serial = 'LF-0153-24';
  const { clock, address } = server.it();
  const device = await server.it().device(serial);
  const topic = `devices/${serial}/state`;
  const machine = async () => (await answerOf(address, getMachines, { token: token() })).result[serial];
  await device.publish(topic, good(50, 1));
  await until('driving', async () => (await machine())?.state.battery_level === 50);
  const worse = `{"time":"${time}","sequence":2,"state":{"current_state":"error","battery_level":[],"current_pose_x":NaN}}`;
  await device.publish(topic, worse);
  await until('in error', async () => (await machine())?.state.current_state === 'error');
  clock.offsetMs += 20_000;
  expect(await machine()).toBeUndefined();
  await device.publish(topic, '{"time":"2026-');
  await until('there again', machine);
  const lost = await until('reported', async () => {
    const { results } = await answerOf(address, getEvents, { token: token(), params: { serial } });
    return results.length === 2 ? results : null;
  });
  expect(lost.map(({ message, level, data }) => ({ message, level, data }))).toMatchObject([
    { message: 'A message (state) could not be read: the message: not JSON', level: 'warning', data: { payload: '{"time":"2026-' } },
    { message: '1 field could not be read: state.battery_level', data: { unreadable: ['state.battery_level'], payload: worse } },
  ]);
});

it('[INGEST1] a device nobody knows is counted and appears nowhere', async () => {
  const device = await server.it().device('GHOST-1');
  await device.report({ current_state: 'error' });
  await until('counted', async () => (await server.it().measured('ingest_refused_total{reason="unknown"}')) > 0);
  expect(await battery('GHOST-1')).toBeUndefined();
  const { result } = await answerOf(server.it().address, getAllDevices, { token: token() });
  expect(result.some(({ serial }) => serial === 'GHOST-1')).toBe(false);
});

it('[INGEST3] a device that publishes under another serial is cut off, and the other one is untouched', async () => {
  const victim = await server.it().device('LF-0141-23');
  await victim.report({ current_state: 'waiting_for_task', battery_level: 77 });
  await until('the victim', async () => (await battery('LF-0141-23')) === 77);
  const thief = await server.it().device('XC-0031-A');
  void thief.publish('devices/LF-0141-23/state', good(1, 1_000)).catch(() => undefined);
  const witness = await server.it().device('XC-0032-A');
  await witness.report({ current_state: 'error', battery_level: 5 });
  await until('the witness, later', async () => (await battery('XC-0032-A')) === 5);
  expect(await battery('LF-0141-23')).toBe(77);
});

it('[INGEST2] an older report never overwrites a newer one, and a restarted device with a wrong clock is believed', async () => {
  const device = await server.it().device('LF-0142-23');
  const at = (ms: number) => new Date(ms).toISOString();
  const now = Date.now();
  await device.report({ battery_level: 50 }, { time: at(now), sequence: 100 });
  await device.report({ battery_level: 49 }, { time: at(now - 10_000), sequence: 90 });
  await device.report({ battery_level: 48 }, { time: at(now), sequence: 100 });
  await device.report({ battery_level: 47 }, { time: at(now - 5_000), sequence: 101 });
  await until('same start, count goes on', async () => (await battery('LF-0142-23')) === 47);
  await device.report({ battery_level: 46 }, { time: at(now + 20_000), sequence: 0 });
  await until('restarted', async () => (await battery('LF-0142-23')) === 46);
  server.it().clock.offsetMs += 16_000;
  const restartedAt = server.it().now();
  await device.report({ battery_level: 45 }, { time: '2001-01-01T00:00:00Z', sequence: 0 });
  await until('restarted with a wrong clock', async () => (await battery('LF-0142-23')) === 45);
  const found = await answerOf(server.it().address, getRawState, { token: token(), params: { serial: 'LF-0142-23' } });
  const datedAt = Date.parse(found.timestamp);
  expect([datedAt >= restartedAt, datedAt <= server.it().now()]).toEqual([true, true]);
  const kept = await until('history', async () => {
    const reports = await stored('LF-0142-23');
    return reports.length >= 4 ? reports : null;
  });
  expect(kept.map(({ state }) => state['battery_level'])).toEqual([50, 47, 46, 45]);
});

it('[INGEST4] [INGEST15] [HTTP7] while the database is away calls answer 503 and reports wait; all is stored when it is back', async () => {
  const { address, databaseCable } = server.it();
  const device = await server.it().device('LF-0151-23');
  await device.report({ current_state: 'waiting_for_task', battery_level: 0 });
  await until('before', async () => (await stored('LF-0151-23')).length === 1);
  databaseCable.cut();
  const failed = await ask(address, getAllDevices, { token: token() });
  expect(failed).toMatchObject({ status: 503, error: 'Unavailable: the database does not answer' });
  expect((await fetch(`${address}/healthz`)).status).toBe(503);
  const acknowledged: number[] = [];
  const sent: Array<Promise<void>> = [];
  for (let level = 1; level <= 20; level += 1) {
    const report = device.report({ current_state: level % 5 === 0 ? 'error' : 'executing_task', battery_level: level });
    sent.push(report.then(() => void acknowledged.push(level)));
    await until('it is known without the database', async () => (await battery('LF-0151-23')) === level);
  }
  await until('a write failed', async () => (await server.it().measured('ingest_write_failures_total')) > 0);
  expect(acknowledged).toEqual([]);
  databaseCable.heal();
  await Promise.all(sent);
  await until('calls are answered', async () => (await ask(address, getAllDevices, { token: token() })).status === 200);
  const kept = await until('all stored', async () => {
    const reports = await stored('LF-0151-23');
    return reports.length === 21 ? reports : null;
  });
  expect(kept.map(({ state }) => state['battery_level'])).toEqual(Array.from({ length: 21 }, (_, level) => level));
  const overview = await answerOf(address, getErrorOverview, { token: token(), params: { serial: 'LF-0151-23', hours: '1' } });
  expect(overview.result.map(({ stop_time }) => stop_time === null)).toEqual([true, false, false, false]);
  expect(await server.it().measured('ingest_lost_reports_total')).toBe(0);
});

it('[INGEST5] reports sent while the broker link is down arrive when it is back', async () => {
  const { address, brokerCable } = server.it();
  const device = await server.it().device('LF-0152-23');
  await device.report({ battery_level: 100 });
  await until('before', async () => (await battery('LF-0152-23')) === 100);
  brokerCable.cut();
  await until('noticed', async () => (await fetch(`${address}/healthz`)).status === 503);
  const sent = [99, 98, 97].map((level) => device.report({ battery_level: level }));
  expect(await battery('LF-0152-23')).toBe(100);
  brokerCable.heal();
  await Promise.all(sent);
  await until('after', async () => (await battery('LF-0152-23')) === 97);
  const kept = await until('history', async () => {
    const reports = await stored('LF-0152-23');
    return reports.length === 4 ? reports : null;
  });
  expect(kept.map(({ state }) => state['battery_level'])).toEqual([100, 99, 98, 97]);
});

it('[KEPT1] [KEPT2] states that a robot stored while it could not send go to the history and the error periods at their own times; nothing of the present changes', async () => {
  const serial = 'LF-0161-24';
  const device = await server.it().device(serial);
  const now = server.it().now();
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const word = { e: 'error', o: 'executing_task' } as const;
  const kept = (kind: keyof typeof word, minutes: number, sequence: number) =>
    device.report({ current_state: word[kind], battery_level: minutes }, { time: minutesAgo(minutes), sequence });
  const periods = async () => {
    const asking = { token: token(), params: { serial, hours: '48' } };
    const { result } = await answerOf(server.it().address, getErrorOverview, asking);
    return result.map(({ start_time, stop_time, next_state }) => [start_time, stop_time, next_state]);
  };
  await device.report({ current_state: 'waiting_for_task', battery_level: 99 }, { time: minutesAgo(0), sequence: 100 });
  const send = async () => {
    // The newer error first, and of the older one each state.
    await kept('e', 30, 30);
    await kept('o', 20, 31);
    for (const [index, kind] of (['o', 'o', 'o', 'e', 'e', 'e', 'o', 'o', 'o'] as const).entries()) await kept(kind, 100 - index, index);
  };
  await send();
  const expected = [
    [minutesAgo(30), minutesAgo(20), 'executing_task'],
    [minutesAgo(97), minutesAgo(94), 'executing_task'],
  ];
  expect(await until('both', async () => (await periods()).length === 2 && periods())).toEqual(expected);
  await send();
  // An error that follows three seconds after another one.
  for (const [index, [kind, minutes]] of (
    [
      ['e', 60],
      ['o', 59],
      ['e', 58.95],
      ['o', 58],
    ] as const
  ).entries())
    await kept(kind, minutes, 20 + index);
  const between = [
    [minutesAgo(58.95), minutesAgo(58), 'executing_task'],
    [minutesAgo(60), minutesAgo(59), 'executing_task'],
  ];
  await kept('o', 10, 90);
  await until('the last', async () => (await stored(serial)).some(({ state }) => state['battery_level'] === 10));
  expect(await periods()).toEqual([expected[0], ...between, expected[1]]);
  const levels = (await stored(serial)).filter(({ receivedAt }) => Math.abs(receivedAt - (now - 30 * 60_000)) < 1_000);
  expect(levels.map(({ state }) => state['battery_level'])).toEqual([30, 30]);
  expect(await battery(serial)).toBe(99);
  const { results } = await answerOf(server.it().address, getEvents, { token: token(), params: { serial } });
  expect(results).toEqual([]);
});

const MINUTE = 60_000;
it.each([
  ['right', 'LF-0143-23', 0],
  ['three hours ahead', 'LF-0154-24', 180 * MINUTE],
  ['three hours behind', 'XC-0038-B', -180 * MINUTE],
  ['twenty years behind', 'XC-0040-B', -20 * 365 * 24 * 60 * MINUTE],
])('[ARRIVED1] what a robot kept has its own time and that of its arrival; its clock is %s', async (_, serial, aheadMs) => {
  const device = await server.it().device(serial);
  const sentAt = server.it().now();
  const before = (agoMs: number) => new Date(sentAt + aheadMs - agoMs).toISOString();
  await device.report({ battery_level: 99 }, { time: before(0), sequence: 100 });
  for (const minutes of [180, 20])
    await device.report({ battery_level: minutes }, { time: before(minutes * MINUTE), sequence: 100 - minutes / 2 });
  await device.report({ battery_level: 98 }, { time: before(-1_000), sequence: 101 });
  const reports = await until('all', async () => {
    const found = await stored(serial);
    return found.length === 4 ? found : null;
  });
  const after = server.it().now();
  for (const { receivedAt, arrivedAt, state } of reports) {
    const level = Number(state['battery_level']);
    if (level >= 98 && level <= 99) {
      expect(arrivedAt).toBeUndefined();
      continue;
    }
    // The clock is measured by reports, each of which takes a moment to arrive.
    expect(Math.abs(receivedAt - (sentAt - level * MINUTE))).toBeLessThan(5_000);
    expect(arrivedAt).toBeGreaterThanOrEqual(sentAt);
    expect(arrivedAt).toBeLessThanOrEqual(after);
  }
});

it('[KNOWN5] a period of errors has when it was learnt of late, and the end that was known before', async () => {
  const serial = 'LF-0171-24';
  const device = await server.it().device(serial);
  const now = server.it().now();
  const timeAgo = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  const database = openTestDatabase(server.it().databaseUrl);
  // As a fault that was reported when it began, and whose end was seen when the device was back.
  const [began, ended] = [new Date(now - 90 * MINUTE), new Date(now - 60 * MINUTE)];
  await database.insertInto('error_period').values({ serial, start_time: began, stop_time: ended, next_state: 'charging' }).execute();
  await device.report({ battery_level: 99 }, { time: timeAgo(0), sequence: 1_000 });
  const kept = [
    [80, 'executing_task'],
    [40, 'error'],
    [30, 'executing_task'],
  ] as const;
  for (const [minutes, current_state] of kept)
    await device.report({ current_state }, { time: timeAgo(minutes), sequence: 1_000 - minutes });
  const rows = await until('both', async () => {
    const own = database.selectFrom('error_period').selectAll().where('serial', '=', serial).where('start_time', '>=', began);
    const found = await own.orderBy('start_time').execute();
    return found.length === 2 && found[1]?.next_state != null ? found : null;
  });
  await database.destroy();
  const [corrected, learnt] = rows;
  expect(corrected).toMatchObject({ known_at: null, next_state: 'executing_task', former_stop_time: ended, former_next_state: 'charging' });
  expect(learnt).toMatchObject({ next_state: 'executing_task', former_stop_time: null });
  for (const at of [corrected?.end_known_at, learnt?.known_at, learnt?.end_known_at]) expect(at?.getTime()).toBeGreaterThanOrEqual(now);
});

it('[KNOWN8] what a robot sends late at once is one mark of the time that it is about, for those alone who had the robot then', async () => {
  const serial = 'LF-0170-24';
  const device = await server.it().device(serial);
  const now = server.it().now();
  const timeAgo = (minutes: number) => new Date(now - minutes * MINUTE).toISOString();
  await device.report({ battery_level: 99 }, { time: timeAgo(0), sequence: 1_000 });
  for (const minutes of [180, 170]) await device.report({ battery_level: minutes }, { time: timeAgo(minutes), sequence: 1_000 - minutes });
  let asked = 0;
  const marksFor = async (bearer: string) => {
    // An index is kept for a while: each reading has another end.
    asked += 1;
    const query = { from: timeAgo(185), to: new Date(now - 175 * MINUTE + asked).toISOString() };
    const { marks } = await answerOf(server.it().address, getHistoryIndex, { token: bearer, query });
    return marks.filter((mark) => mark.kind === 'late' && mark.serial === serial);
  };
  const [mark, ...others] = await until('both', async () => {
    const found = await marksFor(token());
    return found[0]?.to != null && Date.parse(found[0].to) - Date.parse(found[0].at) > 9 * MINUTE ? found : null;
  });
  expect(others).toEqual([]);
  expect(mark?.text).toMatch(/^Reports received (3 h 0 min|2 h 59 min) later$/);
  expect(Math.abs(Date.parse(mark?.at ?? '') - (now - 180 * MINUTE))).toBeLessThan(5_000);
  expect(Math.abs(Date.parse(mark?.to ?? '') - (now - 170 * MINUTE))).toBeLessThan(5_000);
  expect(await marksFor(server.it().identity.issue(userOf('org-of-nobody')))).toEqual([]);
});

it('[LATE1] a block of the past that was made before is made anew once a robot sends what it kept of that time', async () => {
  const serial = 'LF-0141-23';
  const device = await server.it().device(serial);
  const now = server.it().now();
  const text = (agoMs: number) => new Date(now - agoMs).toISOString();
  const bearer = token();
  const block = async () => {
    const answer = await fetch(`${server.it().address}/api/history/${text(185 * MINUTE)}/${text(175 * MINUTE)}`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer()).toString('base64');
  };
  const before = await block();
  expect(await block()).toBe(before);
  await device.report({ battery_level: 31 }, { time: text(0), sequence: 5_000 });
  await device.report({ battery_level: 32 }, { time: text(180 * MINUTE), sequence: 4_000 });
  await until('both', async () => (await stored(serial)).some(({ state }) => state['battery_level'] === 32));
  const after = await block();
  expect(after).not.toBe(before);
  expect(await block()).toBe(after);
});

it('[INGEST9] a restarted server knows the newest state, the last sight and the open error', async () => {
  const device = await server.it().device('LF-0153-24');
  await device.stay({ current_state: 'error', battery_level: 12 });
  await until('stored', async () => (await stored('LF-0153-24')).length > 0);
  const again = await startTestServer(server.it().databaseUrl);
  const asking = { token: again.identity.issue(staff), params: { serial: 'LF-0153-24' } };
  expect(await answerOf(again.address, getRawState, asking)).toMatchObject({ state: { current_state: 'error', battery_level: 12 } });
  const { result } = await answerOf(again.address, getDevice, asking);
  expect(result.is_live).toBe(true);
  device.beSilent();
  const sameDevice = await again.device('LF-0153-24');
  await sameDevice.report({ current_state: 'waiting_for_task' }, { sequence: 1_000 });
  const periods = await until('the period ends', async () => {
    const answer = await answerOf(again.address, getErrorOverview, { ...asking, params: { ...asking.params, hours: '1' } });
    return answer.result[0]?.stop_time == null ? null : answer.result;
  });
  expect(periods).toHaveLength(1);
  await again.close();
});

const lanes = (count: number) =>
  Array.from({ length: count }, (_, lane) => ({
    job_type: 'uv_treatment',
    object_id: String(100 + lane),
    status: 'COMPLETED',
    error_code: null,
    gutter: lane,
    treatment_time: 42.5,
    dosage: 3.25,
  }));
const jobsOf = async (id: string) => {
  const { result } = await answerOf(server.it().address, getTreatmentDetail, { token: token(), params: { id } });
  return result.jobs?.map(({ object_id }) => object_id) ?? [];
};

it('[NOTICE8] a treatment of 5,000 lanes is taken in parts, in any order and twice, and whole when the last one has come', async () => {
  const serial = 'LF-0140-23';
  const device = await server.it().device(serial);
  const all = lanes(5_000);
  const at = new Date().toISOString();
  const treatment = aTreatment('in parts', { total_asked: 5_000, creation_time: at });
  const send = (part: number, when = at, jobs = all.slice((part - 1) * 1_700, part * 1_700)) =>
    device.publish(
      `devices/${serial}/data`,
      JSON.stringify({ data_group: 'treatment', time: when, part, parts: 3, data: { ...treatment, jobs } }),
    );
  for (const part of [3, 1, 3]) await send(part);
  expect(await jobsOf('in parts')).toEqual([]);
  await send(2);
  expect(await jobsOf('in parts')).toEqual(all.map(({ object_id }) => object_id));
  // One part of the next report never arrives: the earlier jobs stay, and the robot gets a notice when it continues.
  const later = (ms: number) => new Date(Date.parse(at) + ms).toISOString();
  const notices = await device.notices();
  await send(1, later(1), []);
  await device.tell('treatment', { ...treatment, jobs: all.slice(0, 3) }, later(2));
  expect(await jobsOf('in parts')).toEqual(['100', '101', '102']);
  await until('a notice', () => notices.some(({ code }) => code === 'parts_missing'));
});

it('[NOTICE9] [IDENT3] a result of no command reaches the robot and people; a treatment with the id of another robot is its own', async () => {
  const [robot, other] = [await server.it().device('LF-0160-24'), await server.it().device('LF-0161-24')];
  const notices = await robot.notices();
  await other.tell('treatment', aTreatment('of another', {}, Date.now()));
  await robot.tell('treatment', aTreatment('of another', { total_asked: 99 }, Date.now()));
  await robot.answer('no such command', 'done');
  await until('a notice of the result', () => notices.some(({ code }) => code === 'result_refused'));
  const messages = await until('events', async () => {
    const { results } = await answerOf(server.it().address, getEvents, { token: token(), params: { serial: 'LF-0160-24' } });
    return results.length >= 1 ? results.map(({ message }) => message) : null;
  });
  expect(messages.join()).toContain('command_id');
  const serialsOf = async (id: string) => {
    const outcome = await ask(server.it().address, getTreatmentDetail, { token: token(), params: { id } });
    return outcome.ok ? outcome.answer.result.device_serials : null;
  };
  expect(await serialsOf('of another')).toEqual(['LF-0161-24']);
  expect(await until('its own', () => serialsOf('of another@LF-0160-24'))).toEqual(['LF-0160-24']);
});

it('[KEPT2] a robot that was lost in error and repaired meanwhile ends that period when it was repaired', async () => {
  const serial = 'LF-0170-24';
  const device = await server.it().device(serial);
  const { clock } = server.it();
  const at = (seconds: number) => new Date(server.it().now() + seconds * 1_000).toISOString();
  await device.report({ current_state: 'error' }, { time: at(0), sequence: 1 });
  clock.offsetMs += 3_600_000;
  await device.report({ current_state: 'waiting_for_task' }, { time: at(0), sequence: 50 });
  const repairedAt = at(-1_800);
  await device.report({ current_state: 'error' }, { time: at(-3_000), sequence: 10 });
  await device.report({ current_state: 'executing_task' }, { time: repairedAt, sequence: 20 });
  const period = await until('its end', async () => {
    const asking = { token: token(), params: { serial, hours: '48' } };
    const { result } = await answerOf(server.it().address, getErrorOverview, asking);
    return result.length === 1 && result[0]?.stop_time === repairedAt && result;
  });
  expect(period).toMatchObject([{ next_state: 'executing_task' }]);
});

it('[SILENT1] an error says for how long its robot reported nothing, unless that is sent later', async () => {
  const serial = 'LF-0162-24';
  const device = await server.it().device(serial);
  const { clock } = server.it();
  clock.stoppedAt = Date.now();
  onTestFinished(() => {
    clock.stoppedAt = null;
  });
  const at = (seconds = 0) => new Date(server.it().now() + seconds * 1_000).toISOString();
  const period = async () => {
    const { result } = await answerOf(server.it().address, getErrorOverview, { token: token(), params: { serial, hours: '48' } });
    return result[0];
  };
  await device.report({ current_state: 'error' }, { time: at(), sequence: 1 });
  clock.offsetMs += 720_000;
  await device.report({ current_state: 'error' }, { time: at(), sequence: 20 });
  await device.report({ current_state: 'waiting_for_task' }, { time: at(1), sequence: 21 });
  const ended = await until('its end', async () => {
    const found = await period();
    return found?.stop_time == null ? undefined : found;
  });
  expect(Math.floor((ended.silent_seconds ?? 0) / 10)).toBe(72);
  await device.report({ current_state: 'error' }, { time: at(-300), sequence: 10 });
  await until('that it is known', async () => (await period())?.silent_seconds === undefined);
});

it('[ENDED1] a robot that goes away in error was last seen in it then: its period has no end, and grows no further', async () => {
  const serial = 'LF-0171-24';
  const device = await server.it().device(serial);
  const startedAt = new Date(server.it().now()).toISOString();
  await device.report({ current_state: 'error' }, { time: startedAt, sequence: 1 });
  const period = async () => {
    const { result } = await answerOf(server.it().address, getErrorOverview, { token: token(), params: { serial, hours: '48' } });
    return result[0];
  };
  await until('its period', period);
  expect(await period()).not.toHaveProperty('last_seen_time');
  await device.close();
  server.it().clock.offsetMs += 7_200_000;
  const away = await until('that it is away', async () => {
    const found = await period();
    return found?.last_seen_time == null ? undefined : found;
  });
  expect(away).toMatchObject({ stop_time: null, next_state: null });
  expect(away.duration_seconds).toBe((Date.parse(away.last_seen_time ?? '') - Date.parse(away.start_time)) / 1_000);
  expect(away.duration_seconds).toBeLessThan(60);
});
