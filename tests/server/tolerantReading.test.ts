import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { noticeMessage } from '#contract/fleet/notice';
import { createFaultReports, type MessageFault } from '#server/fleet/ingest/faultReports';
import { readMessage } from '#server/fleet/ingest/readMessage';

const receivedAt = Date.parse('2026-11-26T04:24:00.000Z');
const read = (topic: string, payload: Buffer | string) => readMessage(`devices/A/${topic}`, Buffer.from(payload), receivedAt);
const messageOf = (topic: string, payload: Buffer | string) => {
  const message = read(topic, payload);
  expect(message).toMatchObject({ ok: true, losses: [] });
  return message.ok ? message.message : null;
};

const state = (fields: string, head = '"time":"2026-11-26T04:23:27.454Z","sequence":2') => `{${head},"state":{${fields}}}`;
const time = (text: string) => state('"state":"idle"', `"time":${text},"sequence":2`);
const ISO = '2026-11-26T04:23:27.454Z';

it.each([
  ['NaN', state('"state":"idle","current_pose_x":NaN,"current_pose_y":1.0'), { state: 'idle', current_pose_x: null, current_pose_y: 1 }],
  ['-nan of C', state('"current_pose_x":-nan'), { current_pose_x: null }],
  ['Infinity', state('"current_velocity":-Infinity'), { current_velocity: null }],
  ['1e999', state('"current_velocity":1e999'), { current_velocity: null }],
  ['NaN in quotes', state('"current_velocity":"NaN"'), { current_velocity: null }],
  ['no number', state('"battery_level":""'), { battery_level: null }],
  ['a number in quotes', state('"battery_level":" 87.5 "'), { battery_level: 87.5 }],
  ['a number for a text', state('"implement_error_code":42'), { implement_error_code: '42' }],
  ['a long number for a text', state('"error_code":17956670135930000017'), { error_code: '17956670135930000017' }],
  ['a flag in quotes', state('"implement_functional":"False"'), { implement_functional: false }],
  ['a flag as number', state('"implement_functional":1,"implement_error":0'), { implement_functional: true, implement_error: false }],
  ['an unknown word', state('"state":"dancing"'), { state: 'dancing' }],
  ['an unknown field', state('"state":"idle","foo":{"bar":1}'), { state: 'idle' }],
  ['a byte order mark', `\uFEFF${state('"state":"idle"')}`, { state: 'idle' }],
  ['UTF-16', Buffer.from(`\uFEFF${state('"state":"idle"')}`, 'utf16le'), { state: 'idle' }],
  ['UTF-16 of the other order', Buffer.from(`\uFEFF${state('"state":"idle"')}`, 'utf16le').swap16(), { state: 'idle' }],
  ['the end of a text in C', `${state('"state":"idle"')}\0\n`, { state: 'idle' }],
  ['half a character', state(String.raw`"di_state":"a\ud83c"`), { di_state: 'a\uFFFD' }],
  ['NUL', state(String.raw`"di_state":"ok\u0000"`), { di_state: 'ok\uFFFD' }],
  ['a line break in a text', state('"di_state":"a\nb"'), { di_state: 'a\nb' }],
  ['an escape of C', state(String.raw`"di_state":"\x41"`), { di_state: String.raw`\x41` }],
  ['words of Python', state('"state":None,"implement_functional":True'), { state: null, implement_functional: true }],
  ['quotes of Python', "{'time': '2026-11-26T04:23:27Z', 'sequence': 2, 'state': {'state': 'id\"le'}}", { state: 'id"le' }],
  ['a comma at the end', state('"state":"idle",'), { state: 'idle' }],
  [
    'numbers of C',
    state('"battery_level":087,"current_pose_x":.5,"current_pose_y":+1.'),
    { battery_level: 87, current_pose_x: 0.5, current_pose_y: 1 },
  ],
])('[DOOR1] %s in a state is read as it is meant', (_name, payload, expected) => {
  expect(messageOf('state', payload)).toMatchObject({ state: expected });
});

it.each([
  ['"2026-11-26T04:23:27.454"', ISO],
  ['"2026-11-26 04:23:27.454"', ISO],
  ['"2026-11-26T04:23:27.454+0000"', ISO],
  ['"2026-11-26T06:23:27,454+02"', ISO],
  ['"2026-11-26t04:23:27.454z"', ISO],
  ['"2026-11-26T04:23:27.454123456Z"', '2026-11-26T04:23:27.454123456Z'],
  ['"2026-11-26 04:23:27.454 UTC"', ISO],
  ['"2026-11-26T20:23:27.454+16:00"', ISO],
  ['"2026-11-25T04:24:27.454-23:59"', ISO],
  ['"2026-11-26T20:22:27.454+15:59"', '2026-11-26T20:22:27.454+15:59'],
  ['"2026-11-26T04:23:27.454-00:00"', '2026-11-26T04:23:27.454-00:00'],
  ['"2026-12-31T23:59:60Z"', '2026-12-31T23:59:59.000Z'],
  ['"Thu, 26 Nov 2026 04:23:27 GMT"', '2026-11-26T04:23:27.000Z'],
  ['1795667007', '2026-11-26T04:23:27.000Z'],
  ['1795667007.454', ISO],
  ['1795667007454', ISO],
  ['"1795667007454"', ISO],
  ['1795667007454000', ISO],
  ['1795667007454000000', ISO],
])('[DOOR1] the time %s is %s', (text, expected) => {
  expect(messageOf('state', time(text))).toMatchObject({ time: expected, state: { state: 'idle' } });
});

it.each([
  [
    'beside known fields',
    state('"state":"idle","voltage":25.1,"faults":[{"code":7}]'),
    { state: 'idle', voltage: 25.1, faults: [{ code: 7 }] },
  ],
  ['beside one that cannot be read', state('"battery_level":{},"voltage":25.1'), { voltage: 25.1 }],
  [
    'by the name of a known one and NUL',
    state(String.raw`"state":"idle","state\u0000":"error"`),
    { state: 'idle', 'state\uFFFD': 'error' },
  ],
  ['with what cannot be stored', state(String.raw`"note":"a\u0000b","__proto__":{"x":1}`), { note: 'a\uFFFDb' }],
])('[OTHER1] further fields of a report %s are kept, and named as such', (_, payload, expected) => {
  const message = read('state', payload);
  const fields = message.ok && message.kind === 'state' ? Object.entries(message.message.state) : [];
  // A known field that could not be read is null.
  expect(Object.fromEntries(fields.filter(([, value]) => value !== null))).toEqual(expected);
  const kept = 'remarks' in message ? message.remarks.filter(({ why }) => why.includes('it is kept')) : [];
  expect(kept.map(({ field }) => field)).toEqual(
    Object.keys(expected)
      .filter((name) => name !== 'state')
      .map((name) => `state.${name}`),
  );
});

it('[OTHER1] a further field that nests deeper than 32 levels is left out, and the rest counts', () => {
  const message = read('state', state(`"state":"idle","deep":${'['.repeat(40)}${']'.repeat(40)},"voltage":1`));
  expect(message).toMatchObject({ ok: true, message: { state: { state: 'idle', voltage: 1 } }, losses: [{ field: 'state.deep' }] });
});

it('[DOOR1] a sequence above 2^53 counts on, to the last digit', () => {
  const sequenceOf = (text: string) => {
    const message = messageOf('state', state('', `"time":"${ISO}","sequence":${text}`));
    return message !== null && 'sequence' in message ? message.sequence : -1;
  };
  expect(sequenceOf('1795667013593000001') - sequenceOf('1795667013593000000')).toBe(1);
  expect(Number.isSafeInteger(sequenceOf('1795667013593000001'))).toBe(true);
  expect(sequenceOf('"12"')).toBe(12);
});

const folder = path.resolve(process.env['ROBOT_PAYLOADS'] ?? '../shared/data/inputs');
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('state-')) : [];
it(`[DOOR1] recorded states of ${files.length} kinds are read${files.length === 0 ? ' (none are here)' : ''}`, () => {
  for (const name of files) {
    const message = read('state', readFileSync(path.join(folder, name)));
    expect([name, message.ok, message.ok && message.kind === 'state' && message.message.state.state !== undefined]).toEqual([
      name,
      true,
      true,
    ]);
  }
});

const received = '2026-11-26T04:24:00.000Z';
it.each([
  [
    'state',
    state('"state":"idle","battery_level":{"a":1},"current_pose_x":"here"'),
    ['battery_level', 'current_pose_x'].map((n) => `state.${n}`),
    { state: { state: 'idle', battery_level: null, current_pose_x: null } },
  ],
  ['state', time('"yesterday"'), ['time'], { time: received, sequence: 2 }],
  ['state', state('"state":"idle"', `"time":"${ISO}","sequence":-5`), ['sequence'], { sequence: 0, state: { state: 'idle' } }],
  ['state', state('"current_pose_x":1e300,"state":"idle"'), ['state.current_pose_x'], { state: { current_pose_x: null, state: 'idle' } }],
  ['state', '{"state":{"state":"idle"}}', [], { time: received, sequence: 0 }],
  [
    'data',
    `{"data_group":"map_data","time":"${ISO}","data":{"a":{"version":7,"valid":"true"},"b":{"version":"1","valid":"perhaps"}}}`,
    ['data.b.valid'],
    { data: { a: { version: '7', valid: true } } },
  ],
  [
    'data',
    `{"data_group":"metrics","time":"${ISO}","data":{"mileage":"12","laneswitches":NaN,"active_time":[1]}}`,
    ['data.active_time'],
    { data: { mileage: 12, laneswitches: null, active_time: null } },
  ],
  [
    'data',
    `{"data_group":"treatment","time":"${ISO}","data":{"treatment_id":7,"creation_time":1795667007,"total_asked":"26","total_failed":-1,"finish_status":"Aborted","jobs":[{"job_type":"x","status":"SKIPPED"},{"job_type":{}},3]}}`,
    ['data.total_failed', 'data.jobs[1].job_type', 'data.jobs[2]'],
    {
      data: {
        treatment_id: '7',
        creation_time: '2026-11-26T04:23:27.000Z',
        total_asked: 26,
        total_failed: 0,
        finish_status: 'Aborted',
        jobs: [{ status: 'SKIPPED' }, { job_type: null }],
      },
    },
  ],
  [
    'data',
    `{"data_group":"treatment","time":"${ISO}","data":{"treatment_id":"t","creation_time":"9999-01-01T00:00:00Z"}}`,
    ['data.creation_time'],
    { data: { creation_time: received } },
  ],
  [
    'log',
    `{"kind":"event","time":"${ISO}","level":"notice","message":5,"data":[1],"action":{"treatment_id":12}}`,
    ['data'],
    { level: 'notice', message: '5', action: { treatment_id: '12' } },
  ],
  [
    'log',
    `{"kind":"incident","time":"${ISO}","incident_id":"i","map_id":"${'x'.repeat(101)}","x":"1.5","during_mission":"yes"}`,
    ['map_id', 'during_mission'],
    { incident_id: 'i', map_id: null, x: 1.5, during_mission: false, error_code: null },
  ],
  [
    'log',
    `{"kind":"file","time":"${ISO}","database_id":12,"timestamp":"9999-12-31T00:00:00Z"}`,
    ['timestamp'],
    { database_id: '12', timestamp: received },
  ],
  [
    'result',
    `{"command_id":"c","time":"soon","status":"DONE","text":{}}`,
    ['time', 'text'],
    { command_id: 'c', status: 'done', text: null },
  ],
])('[DOOR2] only the unreadable parts of a message (%s) are left out: %s', (topic, payload, losses, message) => {
  expect(read(topic, payload)).toMatchObject({ ok: true, losses: losses.map((field) => ({ field })), message });
});

it.each([
  ['state', '{"time":"2026-11', 'the message: not JSON'],
  ['state', '[1]', 'the message'],
  ['state', state('').replace('{}', '7'), 'state'],
  ['data', `{"data_group":"rumours","time":"${ISO}","data":{}}`, 'data_group'],
  ['data', `{"data_group":"active_treatment","time":"${ISO}","data":7}`, 'data'],
  ['log', '{"kind":"event"', 'the message: not JSON'],
  ['log', '{"kind":"incident"}', 'incident_id'],
  ['result', '{"command_id":"c","status":"perhaps"}', 'status'],
])('[DOOR2] a message (%s) that means nothing without what is missing is left out whole: %s', (topic, payload, loss) => {
  const [field = '', why] = loss.split(': ');
  expect(read(topic, payload)).toMatchObject({ ok: false, serial: 'A', kind: topic, losses: [{ field, ...(why && { why }) }] });
});

/** The reports of faults: the events and the notices that they led to. */
function faultReports() {
  const events: Array<{ message: string; level: string; data?: unknown }> = [];
  const notices: Array<{ serial: string; payload: string }> = [];
  const reports = createFaultReports({
    record: ({ message }) => void (message.kind === 'event' && events.push({ ...message, data: message.data })),
    send: (serial, payload) => void notices.push({ serial, payload }),
  });
  const lose = (at: number, fields: readonly string[], over: Partial<MessageFault> = {}) =>
    reports.report({
      serial: 'A',
      code: 'fields_dropped',
      kind: 'state',
      name: { sequence: 7 },
      fields: fields.map((field) => ({ field, why: 'a number is wanted, it is a text' })),
      isDropped: false,
      payload: Buffer.from('{}'),
      receivedAt: receivedAt + at,
      ...over,
    });
  return { events, notices, lose, reports };
}

it('[DOOR3] a loss is an event of the device with the fields and the first 200 characters, secrets masked', () => {
  const payload = Buffer.from(`{"state":{"battery_level":[],"wifi_password":"hunter2"},"rest":"${'x'.repeat(300)}"}`);
  const { events, lose } = faultReports();
  lose(0, ['a', 'b', 'c'], { payload });
  expect(events).toMatchObject([
    { level: 'warning', message: '3 fields could not be read: a, b, c', data: { unreadable: ['a', 'b', 'c'] } },
  ]);
  const shown = String((events[0]?.data as { payload?: unknown } | undefined)?.payload);
  expect([shown.length, shown.includes('battery_level'), shown.includes('hunter2')]).toEqual([200, true, false]);
});

it('[DOOR3] the event of a configuration that cannot be read holds its length and none of its text', () => {
  const payload = Buffer.from('{"file_name":"navigation.yaml","config":{"hidden_speed":{"value":4');
  const { events, lose } = faultReports();
  lose(0, ['the message'], { kind: 'configuration', code: 'unreadable', payload });
  expect(events).toMatchObject([{ data: { topic: 'configuration', unreadable: ['the message'], bytes: payload.length } }]);
  expect(JSON.stringify(events)).not.toContain('hidden_speed');
});

it('[DOOR3] a device that repeats its mistake each second reports it once an hour, another mistake at once, and others’ too', () => {
  const { events, lose } = faultReports();
  for (let at = 0; at < 7_200; at += 1) lose(at * 1_000, ['a']);
  expect(events).toMatchObject([{ data: {} }, { data: { more_since_the_last: 3_599 } }]);
  lose(7_200_000, ['b']);
  lose(7_201_000, ['c']);
  lose(7_201_000, ['c'], { serial: 'B' });
  expect(events.slice(2).map(({ message }) => message)).toEqual(['1 field could not be read: b', '1 field could not be read: c']);
});

it('[NOTICE1] the device learns of a refusal: which message, which field, why and which limit, the same once in 10 s and five a second', () => {
  const { notices, lose } = faultReports();
  lose(0, ['state.battery_level'], { fields: [{ field: 'state.battery_level', why: 'it exceeds its limit', limit: '0 to 5' }] });
  expect(notices.map(({ serial, payload }) => ({ serial, ...noticeMessage.parse(JSON.parse(payload)) }))).toMatchObject([
    {
      serial: 'A',
      code: 'fields_dropped',
      topic: 'state',
      message: { sequence: 7 },
      fields: [{ field: 'state.battery_level', why: 'it exceeds its limit', limit: '0 to 5' }],
      is_dropped: false,
    },
  ]);
  for (let at = 100; at < 10_000; at += 100) lose(at, ['state.battery_level']);
  expect(notices).toHaveLength(1);
  lose(10_000, ['state.battery_level']);
  for (const field of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) lose(10_300, [field]);
  expect(notices.map(({ payload }) => noticeMessage.parse(JSON.parse(payload)).more_since_the_last)).toEqual([0, 99, 0, 0, 0, 0, 0]);
});

it('[NOTICE2] a report that is sent again is a notice and no event; five old ones in a row are an event: neither time nor sequence grows', () => {
  const { events, notices, lose, reports } = faultReports();
  const old = { code: 'old', isDropped: true } as const;
  lose(0, ['time'], old);
  reports.counted('A');
  for (let at = 1; at < 5; at += 1) lose(at * 1_000, ['time'], old);
  expect([events.length, notices.length]).toEqual([0, 1]);
  lose(5_000, ['time'], old);
  expect(events).toMatchObject([{ level: 'warning', message: expect.stringContaining('A message (state) was left out: time') }]);
});

it.each([
  ['state', state('"state":"idle","batery_level":5'), ['state.batery_level']],
  ['state', `{"time":"${ISO}","sequence":2,"robot":"A","state":{"state":"idle"}}`, ['robot']],
  ['state', '{"state":{"state":"idle"}}', ['time', 'sequence']],
  ['log', `{"kind":"event","time":"${ISO}","level":"critical","message":"m","code":5}`, ['code']],
  ['data', `{"data_group":"sw_version","time":"${ISO}","data":{"software_version":"1","build":7}}`, ['data.build']],
])('[NOTICE3] an unknown or missing field of a %s that is read is named: %s', (topic, payload, remarks) => {
  expect(read(topic, payload)).toMatchObject({ ok: true, losses: [], remarks: remarks.map((field) => ({ field })) });
});

it.each([
  ['state', state('"battery_level":[]'), { field: 'state.battery_level', why: 'a number is wanted, it is a list' }],
  ['state', state('"current_pose_x":1e300'), { why: 'it exceeds its limit', limit: '-1000000000000 to 1000000000000' }],
  [
    'data',
    `{"data_group":"metric","time":"${ISO}","data":{}}`,
    { why: expect.stringMatching(/^one of metrics, treatment, .* is wanted, "metric" is none$/) },
  ],
  ['log', `{"kind":"incident","incident_id":"${'i'.repeat(101)}"}`, { field: 'incident_id', limit: '1 to 100 characters' }],
  ['state', `{"filler":"${'x'.repeat(70_000)}"}`, { why: 'it has 70013 bytes', limit: '65536 bytes' }],
  ['data', `{"data_group":"treatment","filler":"${'x'.repeat(270_000)}"}`, { why: 'it has 270038 bytes', limit: '260000 bytes' }],
  ['data', `{"data_group":"treatment","time":"${ISO}","part":3,"parts":2,"data":{"treatment_id":"t"}}`, { field: 'part' }],
  [
    'data',
    `{"data_group":"treatment","time":"${ISO}","part":1,"parts":17,"data":{"treatment_id":"t"}}`,
    { field: 'parts', limit: '1 to 16' },
  ],
])('[NOTICE4] the notice of a %s message has the reason beside an unread field', (topic, payload, loss) => {
  expect(read(topic, payload).ok ? [] : [null]).toEqual(topic === 'state' && payload.length < 1_000 ? [] : [null]);
  expect(read(topic, payload)).toMatchObject({ losses: [loss] });
});

it('[NOTICE5] a treatment of 1,700 lanes is one message; a state of that length is none', () => {
  const jobs = Array.from({ length: 1_700 }, (_, lane) => ({
    job_type: 'uv_treatment',
    object_id: `lane-${lane}`,
    status: 'COMPLETED',
    error_code: null,
    gutter: lane,
    treatment_time: 12.5,
    dosage: 3.5,
  }));
  const payload = JSON.stringify({ data_group: 'treatment', time: ISO, data: { treatment_id: 't', jobs } });
  expect(payload.length).toBeGreaterThan(200_000);
  expect(read('data', payload)).toMatchObject({ ok: true, losses: [] });
});

it('[NOTICE10] five minutes after the last message that was not read whole, an event says so, and the same mistake is a new one', () => {
  const { events, lose, reports } = faultReports();
  lose(0, ['a']);
  reports.readWhole('A', receivedAt + 299_000);
  lose(299_500, ['a']);
  reports.readWhole('A', receivedAt + 310_000);
  expect(events).toHaveLength(1);
  reports.readWhole('A', receivedAt + 599_500);
  reports.readWhole('A', receivedAt + 700_000);
  expect(events.slice(1)).toMatchObject([{ level: 'success', message: 'All messages can be read again', data: { readable_again: true } }]);
  lose(800_000, ['a']);
  expect(events).toHaveLength(3);
});
