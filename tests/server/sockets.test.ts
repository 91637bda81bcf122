import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { frameReader } from '#streams/columnFrame/frameReader';
import { readFrame, toEvents } from '#streams/socket/frame';
import { COLUMN_PROTOCOL, dataFrame, JSON_PROTOCOL, stateFrame } from '#contract/fleet/socket';
import { getMachines } from '#contract/fleet/machine';
import { answerOf } from '../support/client.ts';
import { adminOf, staff, withServer } from '../support/contractServer.ts';
import { openRawSocket, openSocket } from '../support/testSocket.ts';
import { until } from '../support/until.ts';

const server = withServer();
const open = (headers = {}) => openSocket(server.it().address, headers);
const issue = (groups: readonly string[] = staff, changes = {}) => server.it().identity.issue(groups, changes);
const subscribe = { type: 'subscribe', subscription_type: 'UPDATE', device_serials: [] };
const authentication = (access_token: string) => ({ type: 'authentication', access_token });

it('[LIVE-002] [LIVE-003] [LIVE-004] [LIVE-005] [LIVE-007] [CALL-112] a subscribed console is pushed the states that devices report', async () => {
  const device = await server.it().device('LF-0140-23');
  const console = await open({ origin: 'http://localhost:8080' });
  console.begin(issue());
  await device.report({ current_state: 'executing_task', battery_level: 50 });
  const [state] = await until('a state', () => (console.statesOf('LF-0140-23').length > 0 ? console.statesOf('LF-0140-23') : null));
  const { result } = await answerOf(server.it().address, getMachines, { token: issue() });
  expect(state).toEqual({
    type: 'state',
    serial: 'LF-0140-23',
    timestamp: result['LF-0140-23']?.timestamp,
    state: result['LF-0140-23']?.state,
  });
  console.socket.close();
});

it('[WIRE5] [STOPWAY1] a console that offers column frames gets them, with the events of the documented ones; answers to its stops stay text', async () => {
  const device = await server.it().device('LF-0142-23');
  const [documented, console] = [await open(), await openRawSocket(server.it().address, [COLUMN_PROTOCOL, JSON_PROTOCOL])];
  expect(console.socket.protocol).toBe(COLUMN_PROTOCOL);
  documented.begin(issue());
  console.begin(issue());
  const isCompared = (event: ReturnType<typeof readFrame>[number]) =>
    'serial' in event && event.serial === 'LF-0142-23' && !JSON.stringify(event).includes('waiting_for_task');
  const received = () => {
    const read = frameReader(recordingCodec);
    return console.frames.flatMap((frame) => (typeof frame === 'string' ? [] : toEvents(read(frame)))).filter(isCompared);
  };
  // One may get the first report with its subscription, by its push, or both.
  await device.report({ current_state: 'waiting_for_task' });
  await until('both are subscribed', () => documented.statesOf('LF-0142-23').length > 0 && console.frames.length > 0);
  for (const battery_level of [50, 49.5, 49.25]) {
    const state = { current_state: 'executing_task', battery_level, voltage: battery_level / 2, wifi_password: 'geheim' };
    await device.report(state);
    await until('the report', () => documented.frames.some((text) => text.includes(String(battery_level))));
  }
  await device.tell('state_data', { has_wifi: true });
  await until('the data', () => documented.frames.some((text) => text.includes('has_wifi')));
  const expected = documented.frames.flatMap((text) => readFrame(text)).filter(isCompared);
  await until('as many events', () => received().length >= expected.length);
  expect(received()).toEqual(expected);
  console.send({ type: 'stop', request_id: 'a-1', device_serial: 'LF-0142-23' });
  await until('the answer', () => console.frames.some((frame) => typeof frame === 'string' && frame.includes('"a-1"')));
  console.socket.close();
  documented.socket.close();
});

it.each([[[JSON_PROTOCOL]], [['something.else', JSON_PROTOCOL]], [[]]])(
  '[WIRE5] a console that offers %j gets texts',
  async (protocols) => {
    const device = await server.it().device('LF-0141-23');
    const console = await openRawSocket(server.it().address, protocols);
    expect(console.socket.protocol).toBe(protocols[0] ?? '');
    console.begin(issue());
    await device.report({ current_state: 'executing_task' });
    await until('a state', () => console.frames.some((frame) => typeof frame === 'string' && frame.includes('LF-0141-23')));
    expect(console.frames.every((frame) => typeof frame === 'string')).toBe(true);
    console.socket.close();
  },
);

it('[SOCK14] [OPEN-15] [OPEN-16] [LIVE-007] a client that knows the documents alone gets each push as a message; one that offers it, lists of them', async () => {
  const device = await server.it().device('LF-0141-23');
  const [plain, console] = [await openRawSocket(server.it().address, []), await openRawSocket(server.it().address, [JSON_PROTOCOL])];
  for (const one of [plain, console]) one.begin(issue());
  const jsonOf = ({ frames }: typeof plain): unknown[] => frames.map((frame) => JSON.parse(String(frame)));
  await device.report({ current_state: 'executing_task' });
  await device.tell('state_data', { has_wifi: true });
  const isThere = (one: typeof plain) => one.frames.some((frame) => String(frame).includes('has_wifi'));
  await until('the pushes', () => isThere(plain) && isThere(console));
  expect(jsonOf(plain)).toContainEqual(expect.objectContaining({ type: 'state', serial: 'LF-0141-23', timestamp: expect.any(String) }));
  expect(jsonOf(plain).filter((push) => !stateFrame.safeParse(push).success && !dataFrame.safeParse(push).success)).toEqual([]);
  expect(jsonOf(console).every((frame) => Array.isArray(frame))).toBe(true);
  for (const one of [plain, console]) one.socket.close();
  await device.close();
});

it('[LIVE-008] data groups are pushed with the answer of the machine call', async () => {
  const device = await server.it().device('LF-0141-23');
  const console = await open();
  console.begin(issue());
  await device.report({ current_state: 'waiting_for_task' });
  await until('the subscription', () => console.statesOf('LF-0141-23').length > 0);
  await device.tell('state_data', { has_wifi: true, 'site/site_id': 's' });
  await device.tell('sim_info', null);
  // A group may be pushed twice: with what is known at the subscription, and by its report.
  const output = await until('the group reported last', () =>
    console.pushes.some((push) => push.type === 'data' && push.data_group === 'sim_info' && push.serial === 'LF-0141-23')
      ? console.pushes
      : null,
  );
  expect(output).toContainEqual({
    type: 'data',
    serial: 'LF-0141-23',
    data_group: 'state_data',
    data: { has_wifi: true, 'site/site_id': 's' },
  });
  expect(output).toContainEqual({ type: 'data', serial: 'LF-0141-23', data_group: 'sim_info', data: { sim_info: { sim_info: null } } });
  console.socket.close();
});

it('[LIVE-001] [SOCK5] a subscription begins with the newest state of each connected device', async () => {
  const device = await server.it().device('LF-0142-23');
  await device.report({ current_state: 'waiting_for_task' });
  await until('the report', async () => 'LF-0142-23' in (await answerOf(server.it().address, getMachines, { token: issue() })).result);
  const console = await open();
  console.begin(issue(), ['LF-0142-23', 'UNKNOWN-1']);
  await until('the present', () => console.statesOf('LF-0142-23').length > 0);
  expect(new Set(console.pushes.map(({ serial }) => serial))).toEqual(new Set(['LF-0142-23']));
  console.socket.close();
});

it('[SOCK5] a person of an organisation gets its devices only, also when asking for others', async () => {
  const [own, other, nobodys] = await Promise.all(['LF-0143-23', 'DV-0105', 'DV-0107'].map((serial) => server.it().device(serial)));
  const everything = await open();
  everything.begin(issue(adminOf('de-linde')));
  const asking = await open();
  asking.begin(issue(adminOf('de-linde')), ['DV-0105', 'DV-0107', 'LF-0143-23']);
  const both = await open();
  both.begin(issue([...adminOf('de-linde'), 'organisation:hortus-noord']));
  const all = await open();
  all.begin(issue());
  await other?.report({ state: 'docked' });
  await nobodys?.report({ state: 'docked' });
  await until('the staff knows all', () => all.statesOf('DV-0105').length * all.statesOf('DV-0107').length > 0);
  await own?.report({ current_state: 'error' });
  for (const console of [everything, asking, both, all]) await until('the own device', () => console.statesOf('LF-0143-23').length > 0);
  const foreign = /"DV-010[57]"/;
  expect(everything.frames.join('')).not.toMatch(foreign);
  expect(asking.frames.join('')).not.toMatch(foreign);
  await until('both organisations', () => both.statesOf('DV-0105').length > 0);
  expect(both.statesOf('DV-0107')).toEqual([]);
  for (const console of [everything, asking, both, all]) console.socket.close();
});

it('[SOCK2] a page of another origin gets 403, and only /ws is a socket', async () => {
  expect((await open({ origin: 'https://evil.example' })).refused()).toBe(403);
  expect((await open({ origin: 'null' })).refused()).toBe(403);
  expect((await openSocket(`${server.it().address}/elsewhere`)).refused()).toBe(404);
});

it.each([
  ['an unknown token', () => authentication('forged')],
  ['a half token', () => authentication(issue(staff, { secondFactor: false }))],
  ['an expired token', () => authentication(issue(staff, { expiresAt: server.it().now() - 1 }))],
  ['no authentication first', () => subscribe],
])('[SOCK1] %s closes with 4401', async (_name, first) => {
  const console = await open();
  console.send(first());
  console.send(subscribe);
  expect(await until('closed', console.closed)).toBe(4401);
  expect(console.pushes).toEqual([]);
});

it.each([
  ['no JSON', '{'],
  ['an unknown type', { type: 'shutdown' }],
  ['no object', '[]'],
  ['a subscription of something else', { ...subscribe, subscription_type: 'EVERYTHING' }],
  ['serials that are no texts', { ...subscribe, device_serials: [1] }],
])('[SOCK4] %s closes with 4400', async (_name, frame) => {
  const console = await open();
  console.send(authentication(issue()));
  console.send(frame);
  expect(await until('closed', console.closed)).toBe(4400);
});

it('[SOCK4] a binary frame, a frame above 32 kB and a flood end the socket', async () => {
  const [binary, huge, flood] = [await open(), await open(), await open()];
  binary.socket.send(Buffer.from([1, 2, 3]));
  huge.send(`{"type":"authentication","access_token":"${'x'.repeat(40_000)}"}`);
  const token = issue();
  for (let sent = 0; sent < 200; sent += 1) flood.send(authentication(token));
  expect(await until('binary', binary.closed)).toBe(4400);
  expect(await until('huge', huge.closed)).toBe(1009);
  expect(await until('flood', flood.closed)).toBe(4400);
});

// Side by side: either waits for seconds.
it.concurrent('[SOCK1] a client that sends nothing for 10 s is closed with 4401', async () => {
  expect(await until('closed', (await open()).closed)).toBe(4401);
});

it.concurrent('[SOCK3] a socket ends with its token, and a renewed token on it moves the end', async () => {
  const person = { username: 'renewer' };
  const [short, renewed] = [await open(), await open()];
  const end = server.it().now() + 5_000;
  short.begin(issue(staff, { ...person, expiresAt: end }));
  renewed.begin(issue(staff, { ...person, expiresAt: end }));
  renewed.send(authentication(issue(staff, person)));
  expect(await until('the end', short.closed)).toBe(4401);
  const device = await server.it().device('LF-0152-23');
  await device.report({ current_state: 'waiting_for_task' });
  await until('still pushed', () => renewed.statesOf('LF-0152-23').length > 0);
  expect(renewed.closed()).toBe(null);
  renewed.send(authentication(issue(staff, { username: 'somebody else' })));
  expect(await until('another person', renewed.closed)).toBe(4401);
});

it('[SOCK3] a revoked sign-in closes its sockets at once, and no other', async () => {
  const [gone, stays] = [await open(), await open()];
  gone.begin(issue(staff, { grant: 'lost tablet' }));
  stays.begin(issue(staff, { grant: 'desk' }));
  const device = await server.it().device('LF-0153-24');
  await device.report({ current_state: 'waiting_for_task' });
  await until('both are in', () => gone.statesOf('LF-0153-24').length * stays.statesOf('LF-0153-24').length > 0);
  server.it().identity.revoke('lost tablet');
  expect(await until('closed', gone.closed)).toBe(4401);
  expect(stays.closed()).toBe(null);
  stays.socket.close();
});
