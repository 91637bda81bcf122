import { expect, it } from 'vitest';
import type { Call } from '#contract/call';
import { getAllDevices } from '#contract/devices/device';
import { getMapGeojson, getMapVersions } from '#contract/map';
import { changesBetween } from '#past/values/changes';
import { factOf } from '#past/values/facts';
import { keyOfView } from '#state/viewRequest';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import { aPlan } from '../support/aPlan.ts';
import { eventsOf } from '../state/eventsOf.ts';

const response = (call: Call, params: Readonly<Record<string, string>>, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOfView(call, params),
  call: call.name,
  answer,
});
const serial = 'LF-01';
const reportedData = (data_group: 'state_data' | 'active_treatment', data: object): EventPayload =>
  JSON.parse(JSON.stringify({ kind: 'device.dataReported', serial, data_group, data }));
const onMap = (version: string) => reportedData('state_data', { 'site/site_id': 'm1', 'site/site_version': `${version}#1#1#1#1#1#1#1#1` });
const onUnnamed = reportedData('state_data', { 'site/site_id': 'm1' });
const inRecord = (version: string) =>
  response(
    getAllDevices,
    {},
    {
      result: [{ serial, name: 'Alba', device_type: 'LUMION_FIX', life_cycle_stage: 'OPERATIONAL', site_id: 'm1', site_version: version }],
    },
  );
// By their types all three jobs count; 101 and 102 are lanes of the plan.
const treating = (status: string) => {
  const job = (object_id: string) => ({ object_id, status, job_type: 'task' });
  const treatment = { treatment_id: 't', creation_time: '2026-03-04T10:00:00Z', jobs: [job('101'), job('102'), job('n101')] };
  return reportedData('active_treatment', { active_treatment: treatment });
};
const versions = response(getMapVersions, { id: 'm1' }, { versions: ['5.3.2#1#1#1#1#1#1#1#1'] });
const older = response(getMapVersions, { id: 'm1' }, { versions: ['2.1.1#1#1#1#1#1#1#1#1', '5.3.2#1#1#1#1#1#1#1#1'] });
const plan = response(getMapGeojson, { id: 'm1', version: '5.3.2' }, { layers: aPlan() });
const first = response(getMapGeojson, { id: 'm1', version: '2.1.1' }, { layers: aPlan() });
const lanes = (...known: readonly EventPayload[]) =>
  factOf('active_treatment.active_treatment.jobs')?.textOf(
    reduceLog(undefined, eventsOf(...known.map((event) => [1, event] as const))),
    serial,
  );

it.each<[string, readonly EventPayload[], string]>([
  ['its plan', [onMap('5.3.2'), plan], '2/2, 100 %'],
  ['the nearest plan, as the screen shows it', [onMap('5.4.0'), versions, plan], '2/2, 100 %'],
  ['the plan of the site in its record', [inRecord('5.3.2'), reportedData('state_data', {}), plan], '2/2, 100 %'],
  ['the newest plan, where its version is not known', [onUnnamed, older, plan], '2/2, 100 %'],
  ['the plan of version 2.1.1, where no version is known', [onUnnamed, first], '2/2, 100 %'],
  ['no version', [onUnnamed, plan], '3/3, 100 %'],
  ['the plan of another version than the newest', [onUnnamed, older, first], '3/3, 100 %'],
  ['no plan', [onMap('5.4.0'), versions], '3/3, 100 %'],
  ['no site', [plan], '3/3, 100 %'],
])('[MAPV5] [DEVS5] [NEAR2] a person who asks why reads the lanes of the screen: with %s', (_, known, text) => {
  expect(lanes(...known, treating('COMPLETED'))).toBe(text);
});

it('[MAPV5] two moments are compared by the lanes of the plan', () => {
  const before = reduceLog(undefined, eventsOf([1, onMap('5.3.2')], [1, plan], [1, treating('QUEUED')]));
  const after = reduceLog(before, eventsOf([2, treating('COMPLETED')]));
  expect(changesBetween(before, after).find(({ what }) => what.endsWith('Jobs'))).toMatchObject({
    before: '0 of 2 lanes',
    after: '2 of 2 lanes',
  });
});
