import { expect, it } from 'vitest';
import { calls } from '#contract/catalogue/calls';
import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { getLocales } from '#contract/identity';
import { getMapGeojson } from '#contract/map';
import { isLater, selectAnswer } from '#state/answers';
import { selectFailedStops } from '#state/commands';
import { selectIsFleetKnown } from '#state/health';
import { keyOfView } from '#state/viewRequest';
import { selectStateOfNow, shownState, timeOfAnswer } from '#state/shownState';
import { reduceLog, type RootState } from '#state/store';
import type { EventPayload } from '#streams/event';
import { eventsOf, reported, ticked } from './eventsOf.ts';

const profile = { username: 'an', email: 'an@serra.example', groups: ['user_type:system_admin'], second_factor: false };
const answered = (key: string, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key,
  call: key.split('?')[0] ?? '',
  answer,
});
const PLAN = keyOfView(getMapGeojson, { id: 'm', version: '1.2' });
const refused: readonly EventPayload[] = [
  {
    kind: 'command.requested',
    commandId: 'c1',
    command: 'stop',
    serial: 'LF-01',
    deviceName: 'Lumion 1',
    request: { call: 'stop', params: { serial: 'LF-01' }, query: {} },
  },
  { kind: 'command.rejected', commandId: 'c1', failure: { status: 0, message: '' } },
];

/** Before the second factor was set up, offline, with a failed stop; and later, when each slice is another one. */
const then = reduceLog(
  undefined,
  eventsOf(
    [1, { kind: 'session.opened', profile }],
    [1, { kind: 'page.offline' }],
    ...refused.map((event) => [2, event] as const),
    [2, answered(getLocales.name, { locales: ['en'] })],
    [2, { kind: 'alert.raised', tone: 'warning', text: 'Then' }],
    [3, ticked],
  ),
);
const now = reduceLog(
  then,
  eventsOf(
    [10, { kind: 'session.renewed', profile: { ...profile, groups: [], second_factor: true }, expiresAt: 1 }],
    [10, { kind: 'stop.dismissed', commandId: 'c1' }],
    [10, { kind: 'page.online' }],
    [10, { kind: 'route.entered', path: '/dashboard' }],
    [10, reported('LF-01', 10)],
    [10, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'state_data', data: { has_wifi: true } }],
    [10, answered(getLocales.name, { locales: ['nl'] })],
    [10, answered(PLAN, { layers: {} })],
    [10, answered(getAllDevices.name, { result: [] })],
    [10, { kind: 'alert.raised', tone: 'success', text: 'Now' }],
    [11, ticked],
  ),
);
const shown = shownState(then, selectStateOfNow(now));

/** The time of each slice of a past moment. */
const TIMES: Readonly<Record<keyof RootState, 'then' | 'now' | 'parts'>> = {
  alerts: 'now',
  answers: 'parts',
  clock: 'then',
  commands: 'parts',
  deviceData: 'then',
  fleet: 'then',
  health: 'parts',
  page: 'then',
  session: 'now',
};

it('[DOOR1] every slice of a past moment is the one of then or of now, or has parts of both, as listed', () => {
  const slices = Object.keys(now) as (keyof RootState)[];
  const timeOf = (slice: keyof RootState) => {
    if (shown[slice] === now[slice]) return 'now';
    return shown[slice] === then[slice] ? 'then' : 'parts';
  };
  expect(slices.filter((slice) => then[slice] === now[slice])).toEqual([]);
  expect(Object.fromEntries(slices.map((slice) => [slice, timeOf(slice)]))).toEqual(TIMES);
});

it('[DOOR1] in the health slice the age of the data is live, the unread counts are of the past', () => {
  expect(shown.health).toEqual({ ...then.health, shown: now.health.shown });
});

it('[DOOR1] a failed stop of then has no notice, and stays among the commands', () => {
  expect(selectFailedStops(then)).toHaveLength(1);
  expect(selectFailedStops(shown)).toEqual([]);
  expect(shown.commands.map(({ phase }) => phase)).toEqual(['refused']);
});

it('[DOOR1] [DOOR4] every call of the contract is of then, but these of now and these that do not change', () => {
  const named = Object.entries(calls).map(([name, { name: key }]) => [timeOfAnswer(`${key}?id=1`), name] as const);
  const of = (time: string) => named.flatMap(([own, name]) => (own === time ? [name] : [])).toSorted();
  expect(of('now')).toEqual([
    'getHistoryEpisodes',
    'getLocales',
    'getMe',
    'postAssociateCode',
    'postChangePassword',
    'postConfirmMoveMfa',
    'postLoginMethod',
    'postMe',
    'postMoveMfa',
    'postSetupMfa',
    'postUpdateMfa',
  ]);
  expect(of('timeless')).toEqual([
    'getAllDeviceTypes',
    'getAllLifeCycleStages',
    'getAllMaps',
    'getErrorCodes',
    'getMapChangelog',
    'getMapGeojson',
    'getMapVersions',
    'getTimezones',
  ]);
});

it('[DOOR4] a version of a map that was read later is known at an earlier moment; what changes is not', () => {
  expect(selectAnswer(then, getMapGeojson, PLAN)).toBeUndefined();
  expect(selectAnswer(shown, getMapGeojson, PLAN)).toEqual({ layers: {} });
  expect(shown.answers[PLAN]).toMatchObject({ confirmedAt: 3_000, answeredAt: 10_000 });
  expect(Object.entries(shown.answers).flatMap(([key, entry]) => (isLater(entry) ? [key] : []))).toEqual([PLAN]);
  expect(Object.values(now.answers).some(isLater)).toBe(false);
  expect(selectAnswer(shown, getAllDevices)).toBeUndefined();
});

it('[DOOR1] a recording has no data of now', () => {
  expect(shownState(then, { ...selectStateOfNow(now), health: null }).health).toBe(then.health);
});

it('[PAST24] whether it is known what is online depends on the network connection of then alone', () => {
  const machines = answered(getMachines.name, []);
  const online = reduceLog(undefined, eventsOf([1, { kind: 'session.opened', profile }], [2, machines], [3, ticked]));
  const cut = reduceLog(online, eventsOf([3, { kind: 'page.offline' }], [3, ticked]));
  const back = reduceLog(cut, eventsOf([4, { kind: 'page.online' }], [4, machines], [5, ticked]));
  const knownAt = (moment: RootState, live: RootState) => selectIsFleetKnown(shownState(moment, selectStateOfNow(live)));
  expect([knownAt(online, online), knownAt(online, cut), knownAt(online, back)]).toEqual([true, true, true]);
  expect([knownAt(cut, cut), knownAt(cut, back)]).toEqual([false, false]);
});
