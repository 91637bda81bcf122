import { expect, it } from 'vitest';
import { getAllDevices, type Device } from '#contract/devices/device';
import { getDeployments } from '#contract/place';
import { selectHasWifi, selectPlacedDevices, selectSiteId, selectSitePlan } from '#state/deviceSite';
import { makeSelectLocationFleet } from '#state/locationFleet';
import { reduceLog } from '#state/store';
import { keyOf, type EventPayload } from '#streams/event';
import { fullListOf } from '#streams/query/fullLists';
import { eventsOf, ticked } from './eventsOf.ts';

const serial = 'LF-01';
const answered = (call: { readonly name: string }, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(fullListOf(call)),
  call: call.name,
  answer,
});
const listed = (over: Partial<Device>) =>
  answered(getAllDevices, { result: [{ serial, name: 'Alba', device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', ...over }] });
const reported = (data: object): EventPayload =>
  JSON.parse(JSON.stringify({ kind: 'device.dataReported', serial, data_group: 'state_data', data }));
const stateAfter = (...events: readonly EventPayload[]) =>
  reduceLog(undefined, eventsOf(...[...events, ticked].map((one) => [1, one] as const)));

it.each<[string, object | null, Partial<Device>, boolean | null]>([
  ['neither', {}, {}, null],
  ['the record alone', null, { has_wifi: false }, false],
  ['the record, where the report lacks it', { 'site/site_id': 'm' }, { has_wifi: true }, true],
  ['the record, where the report has null', { has_wifi: null }, { has_wifi: false }, false],
  ['the report alone', { has_wifi: false }, {}, false],
  ['both', { has_wifi: false }, { has_wifi: true }, false],
])('[DEVS5] [CALL-011] whether a device has WiFi is known from %s', (_, data, record, hasWifi) => {
  expect(selectHasWifi(stateAfter(listed(record), ...(data === null ? [] : [reported(data)])), serial)).toBe(hasWifi);
});

it.each<[string, object, Partial<Device>, readonly [string, string | null] | null]>([
  ['neither', { 'site/site_id': '' }, { site_id: '', site_version: '3.1.0' }, null],
  ['the record', {}, { site_id: 'm-1', site_version: '3.1.0#1' }, ['m-1', '3.1.0']],
  [
    'the record, where the report is empty',
    { 'site/site_id': '', 'site/site_version': '' },
    { site_id: 'm-1', site_version: '3.1.0' },
    ['m-1', '3.1.0'],
  ],
  ['the report', { 'site/site_id': 'm-2', 'site/site_version': '4.0.0' }, { site_id: 'm-1', site_version: '3.1.0' }, ['m-2', '4.0.0']],
  ['the report, with the version of the record', { 'site/site_id': 'm-1' }, { site_id: 'm-1', site_version: '3.1.0' }, ['m-1', '3.1.0']],
  ['the report, not with the version of another site', { 'site/site_id': 'm-2' }, { site_id: 'm-1', site_version: '3.1.0' }, ['m-2', null]],
])('[DEVS5] [CALL-011] the site of a device is known from %s', (_, data, record, site) => {
  const state = stateAfter(listed(record), reported(data));
  const plan = selectSitePlan(state, serial);
  expect(plan === null ? null : [plan.id, plan.version]).toEqual(site);
  expect(selectSiteId(state, serial)).toBe(site?.[0] ?? null);
  expect(selectPlacedDevices(state).map(({ site_id }) => site_id)).toEqual([site?.[0] ?? null]);
});

it('[DEVS5] live data of an earlier connection does not go before a newer record', () => {
  const record = listed({ site_id: 'm-1', site_version: '3.1.0', has_wifi: true });
  const data = reported({ 'site/site_id': 'm-2', 'site/site_version': '4.0.0', has_wifi: false });
  const at = (second: number) => reduceLog(undefined, eventsOf([1, data], [second, record], [second, ticked]));
  const known = (second: number) => [
    selectHasWifi(at(second), serial),
    selectSiteId(at(second), serial),
    selectPlacedDevices(at(second))[0]?.site_id,
  ];
  expect(known(61)).toEqual([false, 'm-2', 'm-2']);
  expect(known(62)).toEqual([true, 'm-1', 'm-1']);
  // The version of the same site stays known.
  const bare = listed({ site_id: 'm-2' });
  expect(selectSitePlan(reduceLog(undefined, eventsOf([1, data], [90, bare], [90, ticked])), serial)).toMatchObject({ version: '4.0.0' });
});

const deployment = { id: 'dep-1', location_id: 'loc-1', creation_date: '2026-03-05T13:05:00Z' };
const inList = answered(getDeployments, { total: 1, results: [{ ...deployment, device_serial: serial }] });
const others = answered(getDeployments, { total: 1, results: [{ ...deployment, device_serial: 'LF-02' }] });

it.each<[string, readonly EventPayload[], number]>([
  ['its record, before the list', [listed({ active_deployment: deployment })], 1],
  ['its record, where the list lacks it', [listed({ active_deployment: deployment }), others], 1],
  ['the list alone', [listed({}), inList], 1],
  ['both', [listed({ active_deployment: deployment }), inList], 1],
  ['neither', [listed({ active_deployment: null }), others], 0],
])('[DEVS6] [LOC-015] a location has a device that is deployed by %s', (_, events, count) => {
  const state = stateAfter(...events);
  expect(makeSelectLocationFleet()(state).get('loc-1')?.devices.length ?? 0).toBe(count);
  expect(selectPlacedDevices(state)[0]?.active_deployment?.location_id).toBe(count === 1 ? 'loc-1' : undefined);
});
