import { expect, it } from 'vitest';
import { changesBetween } from '#app/past/compare/changes';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import { eventsOf, reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';

const answered = (second: number, key: string, answer: unknown): TimedEvent => {
  const event: EventPayload = { kind: 'request.succeeded', key, call: key.split('?')[0] ?? '', answer };
  return [second, event, key];
};
const CONFIG = 'GET machine/{serial}/config?serial=LF-01';
const USERS = 'GET user/get';

const before: readonly TimedEvent[] = [
  [1, reported('LF-01', 1, { battery_level: 44, current_node: 'N1' })],
  [1, reported('LF-02', 1)],
  answered(1, CONFIG, {
    result: [
      { id: 'a', value: 90 },
      { id: 'b', value: 20 },
    ],
  }),
  [1, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'sw_version', data: { sw_version: { software_version: '5.12.1' } } }],
  [2, ticked],
];
const between: readonly TimedEvent[] = [
  [3, reported('LF-01', 3, { battery_level: 96, current_node: 'N1' })],
  [3, reported('LF-02', 3)],
  answered(3, CONFIG, {
    result: [
      { id: 'b', value: 20 },
      { id: 'a', value: 110 },
    ],
  }),
  [3, { kind: 'device.dataReported', serial: 'LF-01', data_group: 'sw_version', data: { sw_version: { software_version: '5.12.3' } } }],
  answered(3, USERS, { result: [] }),
  [4, ticked],
];
const states = () => {
  const first = reduceLog(undefined, eventsOf(...before));
  return [first, reduceLog(first, eventsOf(...between))] as const;
};

it('[COMPARE2] names what differs, by group, owner and value, items of a list by their names', () => {
  const [a, b] = states();
  expect(changesBetween(a, b)).toEqual([
    { group: 'Devices', who: 'LF-01', what: 'Battery', before: '44 %', after: '96 %' },
    { group: 'Configuration', who: 'LF-01', what: 'result.a.value', before: '90', after: '110' },
    { group: 'Software', who: 'LF-01', what: 'sw_version.software_version', before: '5.12.1', after: '5.12.3' },
  ]);
});

it('[COMPARE2] the other way round before and after change places; a moment does not differ from itself', () => {
  const [a, b] = states();
  expect(changesBetween(b, a).map(({ before: was, after }) => [was, after])).toEqual([
    ['96 %', '44 %'],
    ['110', '90'],
    ['5.12.3', '5.12.1'],
  ]);
  expect(changesBetween(b, b)).toEqual([]);
});

it('[COMPARE2] a device that came, and an item that went', () => {
  const [a] = states();
  const later = reduceLog(a, eventsOf([5, reported('LF-03', 5)], answered(5, CONFIG, { result: [{ id: 'a', value: 90 }] })));
  const found = changesBetween(a, later).map(({ who, what, before: was, after }) => [who, what, was, after]);
  expect(found).toContainEqual(['LF-03', 'Status', null, 'Online']);
  expect(found).toContainEqual(['LF-01', 'result.b', '{"id":"b","value":20}', null]);
});
