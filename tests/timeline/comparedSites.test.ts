import { expect, it } from 'vitest';
import { knownPlan, movedCount, sitesOf } from '#timeline/compare/comparedSites';
import { heldMoment } from '#timeline/compare/useMark';
import { getAllDevices } from '#contract/devices/device';
import { getMapGeojson, getMapVersions } from '#contract/map';
import { keyOfView } from '#state/viewRequest';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { aPlan } from '../support/aPlan.ts';

const device = (serial: string, site_id: string | null, site_version = '2.1.4#1#1#1#1#1#1#1#1') => ({
  serial,
  name: serial,
  device_type: 'LUMION_FIX',
  life_cycle_stage: 'OPERATIONAL',
  site_id,
  site_version,
});
const answered = (key: string, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key,
  call: key.split('?')[0] ?? '',
  answer,
});
const at = (x: number) => ({ current_pose_x: x, current_pose_y: 2 });

const state = () =>
  reduceLog(
    undefined,
    eventsOf(
      [
        1,
        answered(getAllDevices.name, {
          result: [
            device('ALONE', 'm-2'),
            device('ONE', 'm-1'),
            device('TWO', 'm-1', '2.1.10#1#1#1#1#1#1#1#1'),
            device('NOWHERE', null),
            device('LOST', 'm-3'),
          ],
        }),
      ],
      [1, reported('ALONE', 1, at(1))],
      [1, reported('ONE', 1, at(1))],
      [1, reported('TWO', 1, at(5))],
      [1, reported('NOWHERE', 1, at(1))],
      [1, reported('LOST', 1)],
      [2, ticked],
    ),
  );

it('[COMPARE6] each map with devices of a known place is offered, the one with the most first, in its newest version', () => {
  const sites = sitesOf(state()).map(({ id, version, devices }) => [id, version, devices.map(({ serial }) => serial)]);
  expect(sites).toEqual([
    ['m-1', '2.1.10', ['ONE', 'TWO']],
    ['m-2', '2.1.4', ['ALONE']],
  ]);
});

it('[COMPARE6] the map in the data of a device goes before that in the list', () => {
  const data = { has_wifi: true, 'site/site_id': 'm-2', 'site/site_version': '2.1.4' };
  const moved = reduceLog(state(), eventsOf([3, { kind: 'device.dataReported', serial: 'ONE', data_group: 'state_data', data }]));
  expect(sitesOf(moved).map(({ id, devices }) => [id, devices.length])).toEqual([
    ['m-2', 2],
    ['m-1', 1],
  ]);
});

it.each([
  [[undefined, undefined], null],
  [[undefined, '2.1.4'], '2.1.4'],
  [['2.1.4', undefined], '2.1.4'],
] as const)('[COMPARE6] [NEAR2] where the devices of a map report the versions %j, it is compared in %s', (reports, version) => {
  const list = answered(getAllDevices.name, {
    result: reports.map((own, index) => ({ ...device(`D-${index}`, 'm-1'), site_version: own })),
  });
  const here = reports.map((_, index) => [1, reported(`D-${index}`, 1, at(1))] as const);
  const [site] = sitesOf(reduceLog(undefined, eventsOf([1, list], ...here, [2, ticked])));
  expect(site).toMatchObject({ version, warning: null, devices: [{}, {}] });
});

it('[COMPARE6] [NEAR2] where no version is known, a plan of 2.1.1 is shown while no moment names the versions of the map', () => {
  const [known] = sitesOf(state());
  if (known === undefined) throw new Error('no site');
  const site = { ...known, version: null };
  const plan = answered(keyOfView(getMapGeojson, { id: site.id, version: '2.1.1' }), { layers: aPlan() });
  const versions = (...names: readonly string[]) => answered(keyOfView(getMapVersions, { id: site.id }), { versions: names });
  const having = (...events: readonly EventPayload[]) => reduceLog(state(), eventsOf(...events.map((event) => [3, event] as const)));
  expect(knownPlan(site, [state()])).toBeUndefined();
  expect(knownPlan(site, [state(), having(plan)])).toEqual(aPlan());
  expect(knownPlan(site, [having(versions()), having(plan)])).toEqual(aPlan());
  expect(knownPlan(site, [having(plan), having(versions('3.4.2#1#1#1#1#1#1#1#1'))])).toBeUndefined();
});

it('[COMPARE6] says how many devices of a map are elsewhere than at A', () => {
  const earlier = { at: 2_000, state: state() };
  const [site] = sitesOf(reduceLog(earlier.state, eventsOf([3, reported('TWO', 3, at(6))])));
  if (site === undefined) throw new Error('no site');
  expect(movedCount(site, earlier)).toBe(1);
});

it('[COMPARE6] a plan is that of the first moment that has this version', () => {
  const [site] = sitesOf(state());
  if (site === undefined) throw new Error('no site');
  const key = keyOfView(getMapGeojson, { id: site.id, version: '2.1.10' });
  const other = keyOfView(getMapGeojson, { id: site.id, version: '2.1.4' });
  const knowing = reduceLog(state(), eventsOf([3, answered(key, { layers: aPlan() })]));
  const knowingOther = reduceLog(state(), eventsOf([3, answered(other, { layers: aPlan() })]));
  expect(knownPlan(site, [state(), knowing])).toEqual(aPlan());
  expect(knownPlan(site, [state(), knowingOther])).toBeUndefined();
});

it.each([
  ['that was asked for', 3_400, 3_400],
  ['nearest to one before the recording', 2_000 - 60_000, 2_000],
  ['nearest to one that is yet to come', 2_000 + 60_000, 2_000],
])('[COMPARE5] A is the moment %s', (_, wanted, is) => {
  expect(heldMoment(wanted, state()).at).toBe(is);
});

it('[MAP-046] [RULE-050] a map whose devices report an illegal version says which one replaces it', () => {
  const listed = answered(getAllDevices.name, { result: [device('ONE', 'm-1', '2.-1.3#1#1#1#1#1#1#1#1')] });
  const sites = sitesOf(reduceLog(undefined, eventsOf([1, listed], [1, reported('ONE', 1, at(1))], [2, ticked])));
  expect(sites).toMatchObject([{ version: '2.1.1', warning: 'Found an illegal map version, defaulting to 2.1.1' }]);
});
