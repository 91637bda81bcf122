import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createLossEvents } from '#server/fleet/ingest/lossEvents';
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
])('[DOOR2] of a message (%s) only what cannot be read is left out: %s', (topic, payload, losses, message) => {
  expect(read(topic, payload)).toMatchObject({ ok: true, losses, message });
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
  expect(read(topic, payload)).toMatchObject({ ok: false, serial: 'A', kind: topic, losses: [loss] });
});

it('[DOOR3] a loss is an event of the device with the fields and the first 200 characters, secrets masked', () => {
  const payload = Buffer.from(`{"state":{"battery_level":[],"wifi_password":"hunter2"},"rest":"${'x'.repeat(300)}"}`);
  const event = createLossEvents()({ serial: 'A', kind: 'state', fields: ['a', 'b', 'c'], isWhole: false, payload, receivedAt });
  expect(event).toMatchObject({
    kind: 'event',
    level: 'warning',
    message: '3 fields could not be read: a, b, c',
    data: { unreadable: ['a', 'b', 'c'] },
  });
  const shown = String(event?.data?.['payload']);
  expect([shown.length, shown.includes('battery_level'), shown.includes('hunter2')]).toEqual([200, true, false]);
});

it('[DOOR3] a device that repeats its mistake each second reports it once an hour, another mistake at once, and others’ too', () => {
  const tell = createLossEvents();
  const lose = (at: number, fields: readonly string[], serial = 'A') =>
    tell({ serial, kind: 'state', fields, isWhole: false, payload: Buffer.from('{}'), receivedAt: receivedAt + at * 1_000 });
  const reportedEvents = Array.from({ length: 7_200 }, (_, at) => lose(at, ['a'])).filter((event) => event !== null);
  expect(reportedEvents.map(({ data }) => data?.['more_since_the_last'])).toEqual([undefined, 3_599]);
  expect([lose(7_200, ['b'])?.message, lose(7_201, ['c']), lose(7_201, ['c'], 'B')?.message]).toEqual([
    '1 field could not be read: b',
    null,
    '1 field could not be read: c',
  ]);
});
