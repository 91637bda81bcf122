import { getCommands, getStopImmediately } from '#contract/command';
import { getDevice } from '#contract/devices/device';
import { postSetupMfa } from '#contract/identity';
import { getStateData } from '#contract/fleet/dataGroup';
import { getMachines, getRawState } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { postNotificationSettings } from '#contract/notification';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import type { FixtureLine, PortLine } from '#fixtures/fixtureLine';
import { fullListOf } from '#streams/query/fullLists';
import type { Intent } from '#streams/intent';
import { describe, expect, it } from 'vitest';
import { closes, fleetLogOf, ofKind, opens, request, type LogInputs } from '../support/fleetLogOf.ts';

const start: FixtureLine = { at: 0, port: 'start', startedAt: 0, made: 'generated' };
const signIn = (at = 0): FixtureLine => ({ at, port: 'token', endsInMs: 360_000_000 });
const signOut = (at: number): FixtureLine => ({ at, port: 'token', endsInMs: null });
const page = (at: number, isVisible: boolean): FixtureLine => ({ at, port: 'visible', isVisible });
const connection = (at: number, isOnline: boolean): FixtureLine => ({ at, port: 'online', isOnline });
type SendLine = PortLine<'send'>;
const reply = (address: string, body: unknown, over: Partial<SendLine> = {}): SendLine => ({
  at: 0,
  port: 'send',
  method: 'GET',
  address,
  tookMs: 0,
  status: 200,
  text: JSON.stringify(body),
  serverAt: null,
  ...over,
});
const opened: FixtureLine = { at: 10, port: 'socket', socket: 0, kind: 'opened' };
const none = reply('machines', { result: {} });
const totals = (total_mileage: number) => reply('total_metrics', { total_mileage, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' });
const total = request(getTotalMetrics);
const wishing = (...intents: NonNullable<LogInputs['intents']>): LogInputs => ({ intents });
const asks = (asked: readonly string[], address: string) => asked.filter((one) => one === `GET ${address}`).length;

describe('interests', () => {
  it('[QUERY1] two views with one key make one poll, the shorter interval wins, closing the last ends it', () => {
    const intents = wishing(
      [0, opens(total, 5_000)],
      [1_000, opens(total, 3_000)],
      [1_500, opens(total, 5_000)],
      [8_000, closes(total, 3_000)],
      [8_500, closes(total, 5_000)],
      [20_000, closes(total, 5_000)],
    );
    const { events, asked } = fleetLogOf([start, signIn(), totals(1)], 60_000, intents);
    // At 0, then with the shorter interval at 1, 4 and 7 s, then with the longer one at 8, 13 and 18 s.
    expect(
      ofKind(events, 'request.unchanged')
        .concat()
        .map(({ at }) => at),
    ).toEqual([1_000, 4_000, 7_000, 8_000, 13_000, 18_000]);
    expect(asks(asked, 'total_metrics')).toBe(7);
    expect(ofKind(events, 'query.unsubscribed')).toHaveLength(3);
  });

  it('[QUERY2] without interval asks once; a given question once, also while the page is hidden', () => {
    const given: Intent = { kind: 'query.requested', request: total };
    const { events, asked } = fleetLogOf(
      [start, signIn(), page(5_000, false), totals(1), totals(2), totals(3)],
      60_000,
      wishing([0, opens(total, null)], [6_000, given], [9_000, given]),
    );
    expect(ofKind(events, 'request.started').map(({ at }) => at)).toEqual([0, 6_000, 9_000]);
    expect(asks(asked, 'total_metrics')).toBe(3);
  });

  it('[QUERY2] a question may be given without an interest, and an unknown one fails without a request', () => {
    const unknown = { call: 'GET everything', params: {}, query: {} };
    const { events, asked } = fleetLogOf(
      [start, signIn(), totals(1)],
      5_000,
      wishing([0, { kind: 'query.requested', request: total }], [1, opens(unknown, 1_000)]),
    );
    expect(ofKind(events, 'request.succeeded')).toHaveLength(1);
    expect(ofKind(events, 'request.failed').map(({ failure }) => failure.status)).toEqual([0]);
    expect(asked).toEqual(['GET total_metrics']);
  });

  it('[QUERY6] the response to an earlier request that arrives last does not replace that to a later one', () => {
    const slow = reply('total_metrics', { total_mileage: 1, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' }, { tookMs: 5_000 });
    const { events } = fleetLogOf(
      [start, signIn(), slow, totals(2), totals(3)],
      20_000,
      wishing(
        [0, opens(total, null)],
        [1_000, { kind: 'query.requested', request: total }],
        [9_000, { kind: 'query.requested', request: total }],
      ),
    );
    expect(ofKind(events, 'request.succeeded').map(({ at, answer }) => [at, answer])).toEqual([
      [1_000, expect.objectContaining({ total_mileage: 2 })],
      [9_000, expect.objectContaining({ total_mileage: 3 })],
    ]);
    expect(ofKind(events, 'request.unchanged')).toEqual([]);
  });

  it('[QUERY6] responses that arrive in the order of their requests are all shown', () => {
    const slow = reply('total_metrics', { total_mileage: 1, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' }, { tookMs: 2_000 });
    const slower = reply('total_metrics', { total_mileage: 2, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' }, { tookMs: 5_000 });
    const { events } = fleetLogOf(
      [start, signIn(), slow, slower],
      20_000,
      wishing([0, opens(total, null)], [1_000, { kind: 'query.requested', request: total }]),
    );
    expect(ofKind(events, 'request.succeeded').map(({ at }) => at)).toEqual([2_000, 6_000]);
  });

  it('[QUERY3] a write is not kept for the next person who signs in: it fails at once; a read waits', () => {
    const change: Intent = {
      kind: 'query.requested',
      request: request(postNotificationSettings),
      body: { 'LF-01': { mobile_push: true } },
    };
    const { events, asked } = fleetLogOf(
      [start, signIn(5_000), totals(1)],
      9_000,
      wishing([1_000, change], [1_000, { kind: 'query.requested', request: total }]),
    );
    expect(asked).toEqual(['GET total_metrics']);
    expect(ofKind(events, 'request.failed').map(({ at, key, failure }) => [at, key, failure.status])).toEqual([
      [1_000, postNotificationSettings.name, 0],
    ]);
  });

  it('[POLL5] nothing is asked while nobody is signed in, and nothing of one person is compared with the next', () => {
    const { events, asked } = fleetLogOf(
      [start, signIn(2_000), signIn(3_000), signOut(7_500), signIn(20_000), totals(1)],
      21_000,
      wishing([0, opens(total, 5_000)]),
    );
    expect(asked).toHaveLength(3);
    expect(ofKind(events, 'request.succeeded').map(({ at }) => at)).toEqual([2_000, 20_000]);
    expect(ofKind(events, 'request.unchanged').map(({ at }) => at)).toEqual([7_000]);
  });
});

describe('a hidden page', () => {
  const hour = fleetLogOf([start, signIn(), page(10_000, false), page(3_610_000, true), opened, none], 3_612_100);

  it('[POLL4] [LOG2] [LOG4] [SOCK5] for an hour asks nothing, ticks on once a second, keeps its socket, and asks at once when shown', () => {
    const confirmed = [...ofKind(hour.events, 'request.succeeded'), ...ofKind(hour.events, 'request.unchanged')].map(({ at }) => at);
    expect(confirmed).toEqual([0, 5_000, 3_610_000]);
    // And one behind the first list of states.
    expect(ofKind(hour.events, 'clock.ticked')).toHaveLength(3_613);
    expect(hour.batches.filter((batch) => (batch[0]?.at ?? 0) > 10_000 && (batch[0]?.at ?? 0) < 3_610_000).length).toBeLessThanOrEqual(
      3_600,
    );
    expect(ofKind(hour.events, 'socket.opened')).toHaveLength(1);
    expect(ofKind(hour.events, 'socket.closed')).toEqual([]);
    expect(hour.events.filter(({ kind }) => kind.startsWith('page.')).map(({ kind, at }) => [kind, at])).toEqual([
      ['page.hidden', 10_000],
      ['page.shown', 3_610_000],
    ]);
  });
});

describe('a lost connection', () => {
  it('[SHELL-046] [POLL6] is reported, changes no interval, and when it returns everything is asked at once', () => {
    const { events } = fleetLogOf(
      [start, signIn(), connection(7_000, false), connection(18_000, true), totals(1)],
      24_000,
      wishing([0, opens(total, 5_000)]),
    );
    expect(ofKind(events, 'request.unchanged').map(({ at }) => at)).toEqual([5_000, 10_000, 15_000, 18_000, 23_000]);
    expect(events.filter(({ kind }) => kind.startsWith('page.')).map(({ kind, at }) => [kind, at])).toEqual([
      ['page.offline', 7_000],
      ['page.online', 18_000],
    ]);
  });

  it('[SHELL-046] is the first news of a page that was opened without one', () => {
    const { events } = fleetLogOf([start, connection(0, false)], 500, wishing());
    expect(events.map(({ kind, at }) => [kind, at])).toEqual([['page.offline', 0]]);
  });
});

describe('answers', () => {
  it('[REQUEST6] an equal answer is confirmed, without body; one after a failure too; another is reported again', () => {
    const failed = { ...totals(1), status: 500, text: '{}' };
    const { events } = fleetLogOf(
      [start, signIn(), totals(1), totals(1), failed, totals(1), totals(2)],
      5_500,
      wishing([0, opens(total, 1_000)]),
    );
    const kinds = events.filter(({ kind }) => kind.startsWith('request.')).map(({ kind, at }) => `${kind} ${String(at)}`);
    expect(kinds).toEqual([
      'request.started 0',
      'request.succeeded 0',
      'request.unchanged 1000',
      'request.failed 2000',
      'request.unchanged 4000',
      'request.succeeded 5000',
    ]);
    expect(JSON.stringify(ofKind(events, 'request.unchanged'))).not.toContain('mileage');
  });

  it('[REQUEST7] a secret answer goes to who asked, and never into the log', () => {
    const body = { email: 'ann@example.be' };
    const secret = { ...reply('users/setup_mfa', { qr_code: 'iVBORsecret' }), method: 'POST' } satisfies FixtureLine;
    const { events, secrets } = fleetLogOf(
      [start, signIn(), secret],
      5_000,
      wishing([0, { kind: 'query.requested', request: request(postSetupMfa), body }]),
    );
    expect(secrets).toEqual([['POST users/setup_mfa', { qr_code: 'iVBORsecret' }]]);
    expect(events.map(({ kind }) => kind)).toContain('request.unchanged');
    expect(JSON.stringify(events)).not.toMatch(/iVBOR|ann@/);
  });

  it('[REQUEST5] [RULE-106] polls refused together are one refused session, until the session has news', () => {
    const no = { status: 401, text: '{"error":"unauthorised: gone"}' };
    const emitted: LogInputs = {
      intents: [
        [0, opens(total, 1_000)],
        [0, opens(request(getMachines), 1_000)],
      ],
      session: [[9_000, { kind: 'session.closed' }]],
    };
    const { events } = fleetLogOf([start, signIn(), reply('total_metrics', 0, no), reply('machines', 0, no)], 12_000, emitted);
    expect(ofKind(events, 'session.rejected').map(({ message }) => message)).toEqual(['unauthorised: gone', 'unauthorised: gone']);
    expect(ofKind(events, 'session.rejected')[1]?.at).toBeGreaterThan(9_000);
    expect(ofKind(events, 'request.failed').length).toBeGreaterThan(6);
  });

  const row = (id: number, more: object) => ({
    id: String(id),
    name: `n${String(id)}`,
    location_id: 'l',
    owned_by: 'o',
    timezone: 'UTC',
    device_serial: 's',
    creation_date: '2026-03-04T13:05:00Z',
    ...more,
  });
  it.each([
    ['RULE-115', getOrganisations, 10],
    ['RULE-117', getLocations, 50],
    ['RULE-118', getGreenhouses, 50],
    ['RULE-119', getDeployments, 50],
  ] as const)('[%s] the full list of %o is asked page by page and reported once', (_, call, size) => {
    const rows = Array.from({ length: 2 * size + 3 }, (__, id) => row(id, {}));
    const pages = [0, 1, 2].map((number) =>
      reply(`${call.path}?per_page=${String(size)}&page=${String(number)}`, {
        total: rows.length,
        results: rows.slice(number * size, (number + 1) * size),
      }),
    );
    const { events, asked } = fleetLogOf([start, signIn(), ...pages], 5_000, wishing([0, opens(fullListOf(call), null)]));
    expect(asked).toHaveLength(3);
    const emitted = ofKind(events, 'request.succeeded');
    expect(emitted).toHaveLength(1);
    expect(emitted[0]?.answer).toMatchObject({ total: rows.length, results: rows.map(({ id }) => ({ id })) });
  });

  it('[RULE-117] a page that fails, and a total that promises too much, end the list', () => {
    const first = reply('locations/get_locations?per_page=50&page=0', { total: 99, results: [row(1, {})] });
    const empty = reply('locations/get_locations?per_page=50&page=1', { total: 99, results: [] });
    const list = wishing([0, opens(fullListOf(getLocations), null)]);
    expect(ofKind(fleetLogOf([start, signIn(), first, empty], 1_000, list).events, 'request.succeeded')).toHaveLength(1);
    expect(
      ofKind(fleetLogOf([start, signIn(), first, { ...empty, status: 500, text: '' }], 1_000, list).events, 'request.failed'),
    ).toHaveLength(1);
  });

  it('[MERGE3] a device whose entry cannot be read is listed, and not removed', () => {
    const entry = (state: object) => ({ timestamp: '2026-03-04T13:00:00.000Z', is_live: true, state });
    const list = (result: object, at: number) => reply('machines', { result }, { at });
    const known = { 'LF-01': entry({ battery_level: 50 }), 'LF-02': entry({ battery_level: 50 }) };
    const { events } = fleetLogOf(
      [
        start,
        signIn(),
        list(known, 0),
        list({ ...known, 'LF-01': entry({ error_code: 310 }) }, 5_000),
        list({ 'LF-01': entry({ error_code: 311 }) }, 10_000),
      ],
      12_000,
      wishing([0, opens(request(getMachines), 5_000)]),
    );
    expect(ofKind(events, 'request.unchanged').map(({ unread }) => unread ?? 0)).toEqual([0, 1, 1]);
    expect(ofKind(events, 'device.removed').map(({ serial }) => serial)).toEqual(['LF-02']);
  });

  it.each([
    ['null', null, NaN],
    ['a text', 'connected', NaN],
    ['without a state', { timestamp: '1969-12-31T23:59:59.000Z', is_live: true }, -1_000],
    ['with the state null', { timestamp: '1969-12-31T23:59:59Z', is_live: true, state: null }, -1_000],
    ['with an unreadable state', { timestamp: '1969-12-31T23:59:59Z', state: 'idle' }, -1_000],
    ['without anything', {}, NaN],
  ])('[MERGE7] a device whose entry is %s is connected', (_, entry, reportedAt) => {
    const readable = { timestamp: '2026-03-04T13:00:00.000Z', state: { battery_level: 50 } };
    const { events } = fleetLogOf(
      [start, signIn(), reply('machines', { result: { 'LF-01': entry, 'LF-02': readable } }), none],
      8_000,
      wishing([0, opens(request(getMachines), 5_000)]),
    );
    const rows = ofKind(events, 'device.stateReported');
    expect(rows.find(({ serial }) => serial === 'LF-01')).toMatchObject({
      reportedAt: Number.isNaN(reportedAt) ? 0 : reportedAt,
      state: { shape: 'tasks' },
    });
    expect(rows.map(({ serial }) => serial).toSorted()).toEqual(['LF-01', 'LF-02']);
    expect(ofKind(events, 'device.removed')).toHaveLength(2);
  });

  it.each([{}, { state: null }])('[MERGE7] the newest state of one device reads %j as one without fields', (body) => {
    const { events } = fleetLogOf(
      [start, signIn(), reply('machine/LF-01/raw_state', { timestamp: '1970-01-01T00:00:00.000Z', ...body })],
      1_000,
      wishing([0, opens(request(getRawState, { serial: 'LF-01' }), 5_000)]),
    );
    expect(ofKind(events, 'request.failed')).toEqual([]);
    expect(ofKind(events, 'device.stateReported')).toMatchObject([{ serial: 'LF-01', state: { shape: 'tasks' } }]);
  });

  it('[LIVE-001] [LIVE-008] polled and pushed data of a device are the same event', () => {
    const frame: FixtureLine = {
      at: 500,
      port: 'socket',
      socket: 0,
      kind: 'frame',
      text: '{"type":"data","serial":"LF-01","data_group":"state_data","data":{"has_wifi":true}}',
    };
    const polled = reply('machine/LF-01/state_data', { has_wifi: true });
    const { events } = fleetLogOf(
      [start, signIn(), opened, frame, polled],
      1_000,
      wishing([0, opens(request(getStateData, { serial: 'LF-01' }), 5_000)]),
    );
    const fact = { kind: 'device.dataReported', serial: 'LF-01', data_group: 'state_data', data: { has_wifi: true } };
    expect(ofKind(events, 'device.dataReported')).toMatchObject([
      { ...fact, source: 'GET machine/{serial}/state_data' },
      { ...fact, source: 'socket' },
    ]);
  });
});

describe('the log', () => {
  it('[LOG6] a hostile question leaves the log going', () => {
    const { events, isOver } = fleetLogOf([start, signIn(), none], 3_100, wishing([0, opens(request(getDevice, { serial: '..' }), 1_000)]));
    expect(ofKind(events, 'request.failed').length).toBeGreaterThan(1);
    expect(ofKind(events, 'clock.ticked')).toHaveLength(3);
    expect(isOver).toBe(false);
  });

  it("[LOG7] [CLOCK12] says how far the server's clock is at first, and when that changes by more than 2 s", () => {
    const at = (serverAt: number) => ({ ...totals(1), serverAt });
    const { events } = fleetLogOf(
      [start, signIn(), at(1_500), at(61_000), at(62_000), at(64_000), at(4_000)],
      4_500,
      wishing([0, opens(total, 1_000)]),
    );
    expect(ofKind(events, 'clock.offsetMeasured').map(({ offsetMs }) => offsetMs)).toEqual([0, 60_000, 0]);
  });
});

describe('a command', () => {
  const serial = 'LF-01';
  const list = request(getCommands, { serial }, { page: 0, per_page: 10 });
  const stop: Intent = {
    kind: 'command.requested',
    command: 'stop',
    request: request(getStopImmediately, { serial }),
    serial,
    deviceName: 'Lumion 01',
  };
  const nothing = reply('machine/LF-01/commands?page=0&per_page=10', { total: 0, results: [] });
  const stopped = reply('machine/LF-01/stop_immediately', { success: true }, { tookMs: 200 });
  const state = reply('machine/LF-01/raw_state', { state: { battery_level: 50 }, timestamp: '2026-03-04T13:05:00.000Z' });

  it('[COMMAND1] [COMMAND5] [DEV-015] [DEV-016] is one life in the log, and what it changed is asked in the conversations that are open', () => {
    const intents = wishing([0, opens(list, 10_000)], [0, opens(request(getRawState, { serial }), 10_000)], [2_000, stop]);
    const { events, asked } = fleetLogOf([start, signIn(), nothing, stopped, state], 8_000, intents);
    const life = events.filter(
      ({ kind, source }) => kind !== 'query.subscribed' && (source === getStopImmediately.name || source === 'user'),
    );
    expect(life.map(({ kind, at }) => `${kind} ${String(at)}`)).toEqual([
      'command.requested 2000',
      'request.started 2000',
      'request.succeeded 2200',
      'command.sent 2200',
      'alert.raised 2200',
    ]);
    expect(asked.map((address) => address.replace('GET machine/LF-01/', ''))).toEqual([
      'commands?page=0&per_page=10',
      'raw_state',
      'stop_immediately',
      'commands?page=0&per_page=10',
      'raw_state',
    ]);
    // One conversation about each: the second answer is known to be equal.
    expect(ofKind(events, 'request.unchanged').map(({ call, at }) => `${call} ${String(at)}`)).toEqual([
      `${getCommands.name} 3200`,
      `${getRawState.name} 3200`,
    ]);
  });

  it('[COMMAND1] [COMMAND3] without a sign-in it is reported and refused, and nothing is asked when somebody comes', () => {
    const { events, asked } = fleetLogOf([start, signIn(3_000), stopped, state], 8_000, wishing([1_000, stop]));
    expect(ofKind(events, 'command.requested')).toHaveLength(1);
    expect(ofKind(events, 'command.rejected').map(({ at }) => at)).toEqual([1_000]);
    expect(asked).toEqual([]);
  });
});
