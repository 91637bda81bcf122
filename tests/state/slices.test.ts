import { describe, expect, it } from 'vitest';
import type { EventPayload } from '#streams/event';
import { ALERT_SHOWN_MS, selectAlerts } from '#state/alerts';
import { selectNow, selectTickedAt } from '#state/clock';
import { dataIn, selectDeviceData, selectDeviceDataAt } from '#state/deviceData';
import { eventsBatched } from '#state/events';
import { selectHealth, selectUnreadMessages } from '#state/health';
import { keyframeOf, stateOf } from '#state/keyframe';
import { selectIsOffline } from '#state/page';
import { rowOf } from '#state/persistentRows';
import { selectProfile, selectRole, selectSession } from '#state/session';
import { createLogStore, momentShown, reduceLog, type RootState } from '#state/store';
import { eventsOf, reported, ticked, type TimedEvent } from './eventsOf.ts';

function stateAfter(...timed: readonly TimedEvent[]): RootState {
  const store = createLogStore({ devTools: false });
  store.dispatch(eventsBatched(eventsOf(...timed)));
  return store.getState();
}
const raised = (text: string, tone: 'warning' | 'success' = 'warning'): EventPayload => ({ kind: 'alert.raised', tone, text });
const profile = { username: 'an', email: 'an@serra.example', groups: ['user_type:system_admin'], second_factor: true };
const wifi = (has_wifi: boolean): EventPayload => ({
  kind: 'device.dataReported',
  serial: 'LF-01',
  data_group: 'state_data',
  data: { has_wifi, 'site/site_id': null, 'site/site_version': null },
});
const failure = { status: 503, message: 'Service Unavailable: try later' };

describe('alerts', () => {
  it.each([
    [6, ['Saved']],
    [7, ['Saved']],
    [9, []],
  ])('[SHELL-025] [CONST-001] at second %i, of alerts raised at 0 and 3, these are shown: %j', (second, texts) => {
    const s = stateAfter([0, raised('No connection')], [3, raised('Saved', 'success')], [second, ticked]);
    expect(selectAlerts(s).map(({ text }) => text)).toEqual(texts);
  });

  it('[SHELL-025] an alert is still shown just before its 6 s are over', () => {
    const s = stateAfter([0, raised('No connection')], [(ALERT_SHOWN_MS - 1) / 1_000, ticked]);
    expect(selectAlerts(s)).toHaveLength(1);
  });

  it('[SHELL-025] one that is reported again is one toast that begins anew; another tone or text is another', () => {
    const s = stateAfter(
      [0, raised('Sent', 'success')],
      [1, raised('Lost')],
      [4, raised('Sent', 'success')],
      [5, raised('Sent')],
      [8, ticked],
    );
    expect(selectAlerts(s).map(({ id, tone, text }) => [id, tone, text])).toEqual([
      [2, 'success', 'Sent'],
      [3, 'warning', 'Sent'],
    ]);
  });

  it('[SHELL-026] [SHELL-027] the tone stays what it was raised with, oldest first, each with its own id', () => {
    const shown = selectAlerts(stateAfter([0, raised('No connection')], [0, raised('Saved', 'success')]));
    expect(shown).toEqual([
      { id: 0, tone: 'warning', text: 'No connection', at: 0 },
      { id: 1, tone: 'success', text: 'Saved', at: 0 },
    ]);
  });
});

describe('session', () => {
  it.each<[EventPayload, RootState['session']['phase'], string, string | null]>([
    [{ kind: 'session.opened', profile }, 'open', '', 'system_admin'],
    [{ kind: 'session.renewed', profile, expiresAt: 9 }, 'open', '', 'system_admin'],
    [{ kind: 'session.rejected', message: 'Only employees' }, 'refused', 'Only employees', null],
    [{ kind: 'session.closed' }, 'closed', '', null],
  ])('[STATE11] %j leaves the session %s', (events, phase, message, role) => {
    const s = stateAfter([0, { kind: 'session.opened', profile }], [1, events]);
    expect([selectSession(s).phase, selectSession(s).refusedMessage, selectRole(s)]).toEqual([phase, message, role]);
    expect(selectProfile(s) === null).toBe(role === null);
  });
});

describe('clock, health', () => {
  it('[STATE13] now is the last tick corrected by what the server clock is ahead; the first event sets it', () => {
    const s = stateAfter(
      [5, { kind: 'socket.opened' }],
      [6, { kind: 'clock.offsetMeasured', offsetMs: 250 }],
      [7, { kind: 'socket.opened' }],
    );
    expect([selectTickedAt(s), selectNow(s)]).toEqual([5_000, 5_250]);
    expect(selectNow(stateAfter([5, ticked], [6, ticked]))).toBe(6_000);
  });

  it('[STATE14] data age counts from the newest news of the server, at ticks; a confirmation is news', () => {
    const confirmed: EventPayload = { kind: 'request.unchanged', key: 'GET metrics', call: 'GET metrics' };
    const failed: EventPayload = { kind: 'request.failed', key: 'GET metrics', call: 'GET metrics', failure };
    expect(selectHealth(stateAfter([1, ticked]))).toEqual({ ageMs: null, lastFailure: null, unreadCount: 0 });
    expect(selectHealth(stateAfter([1, confirmed], [3, failed], [4, ticked], [5, reported('LF-01', 5)]))).toEqual({
      ageMs: 3_000,
      lastFailure: { at: 3_000, call: 'GET metrics', failure },
      unreadCount: 0,
    });
  });

  it('[SIGNIN2] the age of the data and the last failure end with the session', () => {
    const confirmed: EventPayload = { kind: 'request.unchanged', key: 'GET metrics', call: 'GET metrics' };
    const failed: EventPayload = { kind: 'request.failed', key: 'GET metrics', call: 'GET metrics', failure };
    expect(selectHealth(stateAfter([1, confirmed], [3, failed], [4, ticked], [5, { kind: 'session.closed' }], [6, ticked]))).toEqual({
      ageMs: null,
      lastFailure: null,
      unreadCount: 0,
    });
  });

  it('[ANY2] items that could not be read are counted for the newest answer of each list that is looked at', () => {
    const answered = (call: string, unread?: number): EventPayload => ({
      kind: 'request.unchanged',
      key: call,
      call,
      ...(unread === undefined ? {} : { unread }),
    });
    const two = [[1, answered('GET a', 2)] as const, [2, answered('GET b', 1)] as const];
    expect(selectHealth(stateAfter(...two)).unreadCount).toBe(3);
    expect(selectHealth(stateAfter(...two, [3, answered('GET a')])).unreadCount).toBe(1);
    expect(selectHealth(stateAfter(...two, [3, { kind: 'query.unsubscribed', key: 'GET a' }])).unreadCount).toBe(1);
    expect(selectHealth(stateAfter(...two, [3, { kind: 'session.closed' }])).unreadCount).toBe(0);
  });

  it('[ANY7] messages of the live connection that could not be read are counted until the session ends', () => {
    const unreadable: EventPayload = { kind: 'frame.rejected', reason: 'not JSON', text: '<html>' };
    const answered: EventPayload = { kind: 'request.unchanged', key: 'GET a', call: 'GET a', unread: 1 };
    const events = [[1, unreadable] as const, [2, answered] as const, [3, unreadable] as const];
    const s = stateAfter(...events);
    expect([selectHealth(s).unreadCount, selectUnreadMessages(s)]).toEqual([3, 2]);
    expect(selectUnreadMessages(stateAfter(...events, [4, { kind: 'session.closed' }]))).toBe(0);
  });
});

describe('device data', () => {
  const call = 'GET machine/{serial}/state_data';
  const key = `${call}?serial=LF-01`;
  const answered = (has_wifi: boolean): EventPayload => ({ kind: 'request.succeeded', key, call, answer: { has_wifi } });
  it.each<[string, readonly TimedEvent[], boolean | undefined, number | undefined]>([
    ['nothing', [], undefined, undefined],
    ['a push', [[1, wifi(true)]], true, 1_000],
    [
      'a push after an answer',
      [
        [1, answered(false)],
        [2, wifi(true)],
      ],
      true,
      2_000,
    ],
    [
      'an answer after a push',
      [
        [1, wifi(true)],
        [2, answered(false)],
      ],
      false,
      2_000,
    ],
    [
      'a confirmed answer after a push',
      [
        [1, answered(false)],
        [2, wifi(true)],
        [3, { kind: 'request.unchanged', key, call }],
      ],
      false,
      3_000,
    ],
  ])('[LIVE-008] [STATE17] the newest wins: %s', (_, timed, has_wifi, at) => {
    const s = stateAfter(...timed);
    expect(selectDeviceData(s, 'LF-01', 'state_data')?.has_wifi).toBe(has_wifi);
    expect(selectDeviceDataAt(s, 'LF-01', 'state_data')).toBe(at);
    expect(selectDeviceData(s, 'LF-01', 'sw_version')).toBeUndefined();
  });

  const wifiAtTick = ({ deviceData }: RootState) => dataIn(rowOf(deviceData.perSecondSnapshot, 'LF-01'), 'state_data')?.has_wifi;
  const pushes = eventsOf([1, wifi(true)], [2, ticked], [3, wifi(false)], [4, ticked], [5, wifi(true)], [6, { kind: 'session.closed' }]);
  /** The state after each event; `kept` is what becomes of it between two events. */
  const states = (kept: (s: RootState) => RootState = (s) => s) => {
    let s = reduceLog(undefined, []);
    return pushes.map((event) => (s = kept(reduceLog(s, [event]))));
  };

  it('[STATE48] lists see the data of the last tick, also when the tick stands inside a batch', () => {
    expect(states().map(wifiAtTick)).toEqual([undefined, true, true, false, false, undefined]);
    expect(pushes.map((_, last) => wifiAtTick(reduceLog(undefined, pushes.slice(0, last + 1))))).toEqual(states().map(wifiAtTick));
  });

  it('[STATE48] a keyframe keeps the data of the last tick; one of an earlier version has the newest', () => {
    const written = (s: RootState) => JSON.parse(JSON.stringify(keyframeOf(s)));
    expect(states((s) => stateOf(written(s)))).toEqual(states());
    const earlier = (s: RootState) => {
      const { reports, rest } = written(s);
      const { dataSnapshot: _, ...older } = rest;
      return stateOf({ reports, rest: older });
    };
    expect(states().map(earlier).map(wifiAtTick)).toEqual([true, true, false, false, true, undefined]);
  });
});

describe('page', () => {
  it.each<[readonly EventPayload[], boolean]>([
    [[], false],
    [[{ kind: 'page.offline' }], true],
    [[{ kind: 'page.offline' }, { kind: 'page.online' }], false],
    [[{ kind: 'page.offline' }, { kind: 'page.shown' }, { kind: 'session.closed' }], true],
  ])('[SHELL-046] after %j it is offline: %j', (events, isOffline) => {
    expect(selectIsOffline(stateAfter(...events.map((item, second): TimedEvent => [second, item])))).toBe(isOffline);
  });
});

describe('the store', () => {
  it('[STATE18] an event that means nothing to a subject leaves it the very same, and other actions leave everything', () => {
    const store = createLogStore({ devTools: false });
    const before = store.getState();
    store.dispatch(eventsBatched(eventsOf([1, { kind: 'page.hidden' }])));
    const { clock: _, ...rest } = store.getState();
    expect(Object.entries(rest).filter(([name, value]) => Reflect.get(before, name) !== value)).toEqual([]);
    const middle = store.getState();
    store.dispatch({ type: 'something/else' });
    expect(store.getState()).toBe(middle);
  });

  it('[STATE19] a seek shows a whole moment at once, and the log goes on from there', () => {
    const then = stateAfter([1, reported('LF-01', 1)]);
    const store = createLogStore({ devTools: false });
    store.dispatch(momentShown(then));
    expect(store.getState()).toBe(then);
    store.dispatch(eventsBatched(eventsOf([2, { kind: 'page.offline' }])));
    expect(store.getState().fleet).toBe(then.fleet);
    expect(selectIsOffline(store.getState())).toBe(true);
  });
});
