import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import type { dataGroups } from '#contract/fleet/dataGroup';
import type { ServerPush } from '#contract/fleet/socket';
import { dataOf, liveReport, type LiveReport, receivedPush, reportedStateOf } from '#server/fleet/liveReport';
import { createLiveReports } from '#server/fleet/liveReports';
import { reportCodec } from '#server/fleet/reportCodec';

const AT = Date.parse('2026-03-04T13:05:00.000Z');
const reported = (push: ServerPush): LiveReport =>
  liveReport({ push, deviceTime: '2026-03-04T13:04:59.000Z', sequence: 7, receivedAt: AT });
const state = (serial: string, controller = 'An'): LiveReport =>
  reported({ type: 'state', serial, timestamp: new Date(AT).toISOString(), state: { battery_level: 50, controller } });
const codec = reportCodec((error) => expect.unreachable(error.message));
const encoded = (reports: readonly LiveReport[]) => [...codec.encode(reports)].map((frame) => Buffer.from(frame));
const throughBus = (reports: readonly LiveReport[]) => encoded(reports).flatMap(codec.decode);
const texts = (reports: readonly LiveReport[]) => reports.map(({ push }) => push.text());

it('[BUS3] the text of a report arrives as the ingesting instance wrote it, with all that instances need of it', () => {
  const control = { serial: 'A-2', holder: 'an', holderName: 'An', since: null, epoch: 4 };
  const sent = [
    state('A-1', 'é🤖'),
    { ...state('A-2'), controlEpoch: 4, control },
    { ...state('A-3'), leftAt: AT },
    { ...state('A-4'), presentAt: AT },
  ];
  const received = throughBus(sent);
  expect(texts(received)).toEqual(sent.map(({ push }) => JSON.stringify(push.read())));
  const withoutPush = (reports: readonly LiveReport[]) => reports.map((one) => ({ ...one, push: null }));
  expect(withoutPush(received)).toEqual(withoutPush(sent));
  expect(received.map(({ push }) => push.read())).toEqual(sent.map(({ push }) => push.read()));
});

const groups: Readonly<Record<keyof typeof dataGroups, ServerPush>> = {
  sw_version: { type: 'data', serial: 'A', data_group: 'sw_version', data: { sw_version: { software_version: '5.12.1' } } },
  sim_info: { type: 'data', serial: 'A', data_group: 'sim_info', data: { sim_info: { sim_info: null } } },
  map_data: { type: 'data', serial: 'A', data_group: 'map_data', data: { time: null, available_maps: {} } },
  active_treatment: { type: 'data', serial: 'A', data_group: 'active_treatment', data: { active_treatment: null } },
  state_data: { type: 'data', serial: 'A', data_group: 'state_data', data: { has_wifi: true } },
};
it.each(Object.entries(groups))('[BUS3] the data group %s arrives under its name', (kind, push) => {
  const received = throughBus([reported(push)]);
  expect(received).toMatchObject([{ serial: 'A', kind, receivedAt: AT }]);
  expect(received.map(dataOf)).toEqual([push]);
});

it('[BUS3] no frame exceeds 512 kB, but that of one report which does alone', () => {
  const sent = [
    ...Array.from({ length: 40 }, (_, index) => state(`A-${String(index)}`, 'x'.repeat(30_000))),
    state('B-1', 'é'.repeat(400_000)),
    state('C-1'),
  ];
  const frames = encoded(sent);
  expect(frames.map((frame) => (frame.length > 512_000 ? codec.decode(frame).length : 0)).filter((count) => count > 0)).toEqual([1]);
  expect(texts(frames.flatMap(codec.decode))).toEqual(texts(sent));
});

const whole = encoded([state('A-1'), state('A-2', 'An Verhoeven')])[0] ?? Buffer.alloc(0);
const headerEnd = whole.indexOf('\n');
const body = whole.subarray(headerEnd + 1).toString();
/** Returns the frame with other values in its header. */
const withHeader = (change: Readonly<Record<string, unknown>>) =>
  Buffer.from(`${JSON.stringify({ ...JSON.parse(whole.toString('utf8', 0, headerEnd)), ...change })}\n${body}`);
const lengths = texts(codec.decode(whole)).map((text) => text.length);
const [first = 0, second = 0] = lengths;

it('[BUS3] a header that is written again unchanged is read', () => {
  expect(texts(codec.decode(withHeader({ bytes: lengths })))).toEqual(texts(codec.decode(whole)));
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['no line', Buffer.from('{}')],
  ['a header that is no JSON', Buffer.from(`A-1\n${body}`)],
  ['the former form', Buffer.from(`[${body}]`)],
  ['a text that is cut off', whole.subarray(0, -1)],
  ['no texts', whole.subarray(0, headerEnd + 1)],
  ['more than its texts', Buffer.concat([whole, Buffer.from('{}')])],
  ['texts that are cut elsewhere', withHeader({ bytes: [first - 1, second + 1] })],
  ['a length without its report', withHeader({ bytes: [first, second - 2, 2] })],
  ['a serial without its text', withHeader({ serial: ['A-1', 'A-2', 'A-3'] })],
  ['a report without its time', withHeader({ receivedAt: [AT] })],
  ['a negative length', withHeader({ bytes: [first + second + 1, -1] })],
  ['a length beyond all memory', withHeader({ bytes: [first, Number.MAX_SAFE_INTEGER] })],
  ['an unknown kind', withHeader({ kind: ['state', 'poetry'] })],
  ['a time that is a text', withHeader({ deviceTime: ['now', 'then'] })],
  ['an announcement of no report', withHeader({ announced: [{ index: 2, leftAt: AT }] })],
])('[BUS3] a frame with %s is refused whole', (_, frame) => {
  expect(() => codec.decode(frame)).toThrow();
});

it('[BUS4] a text is parsed when somebody reads it, and once', () => {
  let reads = 0;
  const push = receivedPush(state('A-1').push.text(), { serial: 'A-1', kind: 'state' }, () => (reads += 1));
  expect([push.text(), reads]).toEqual([state('A-1').push.text(), 0]);
  expect(push.read()).toBe(push.read());
  expect(reads).toBe(1);
});

it.each([
  ['no JSON', '{battery}'],
  ['of another schema', '{"type":"state","serial":"A-1","timestamp":"2026-03-04T13:05:00Z","state":{"battery_level":"full"}}'],
  ['of another device', state('A-2').push.text()],
  ['of another kind', reported({ type: 'data', serial: 'A-1', data_group: 'state_data', data: {} }).push.text()],
])('[BUS4] a text that is %s is unknown to calls, reported once per device, and passed on to consoles', (_, text) => {
  const errors: Error[] = [];
  const reading = reportCodec((error) => errors.push(error));
  const unreadable: LiveReport = { ...state('A-1'), push: { text: () => text, json: () => undefined, read: () => undefined } };
  const live = createLiveReports(() => AT);
  for (let round = 0; round < 2; round += 1) {
    for (const frame of reading.encode([unreadable, state('B-1')])) live.apply(reading.decode(Buffer.from(frame)));
    expect([reportedStateOf(live.newest('A-1')), reportedStateOf(live.newest('A-1'))]).toEqual([undefined, undefined]);
  }
  expect([live.isConnected('A-1'), live.newest('A-1')?.push.text()]).toEqual([true, text]);
  expect(reportedStateOf(live.newest('B-1'))?.state.battery_level).toBe(50);
  expect(errors).toHaveLength(1);
});
