import { expect, it } from 'vitest';
import { neighboursOf } from '#domain/incidents/neighbours';

const reports = new Map([
  ['LF-01', []],
  ['LF-02', []],
]);
const at = (location_id: string) => ({ active_deployment: { location_id } });

it.each<[string, Readonly<Record<string, string>>, { site_id?: string | null; active_deployment?: { location_id: string } }, boolean]>([
  ['at the location of then, on this map', { 'LF-01': 'linde', 'LF-02': 'linde' }, { site_id: 'linde-2', ...at('linde') }, true],
  ['at the location of then, on another map', { 'LF-01': 'linde', 'LF-02': 'linde' }, { site_id: 'linde-1', ...at('linde') }, false],
  ['at the location of then, on a map that is not known', { 'LF-01': 'linde', 'LF-02': 'linde' }, { site_id: null, ...at('linde') }, true],
  ['that has moved since, and is on another map now', { 'LF-01': 'linde', 'LF-02': 'linde' }, { site_id: 'houte-1', ...at('houte') }, true],
  [
    'at another location then, although it is here now',
    { 'LF-01': 'linde', 'LF-02': 'houte' },
    { site_id: 'linde-2', ...at('linde') },
    false,
  ],
  ['whose place of then is not known, on this map', { 'LF-01': 'linde' }, { site_id: 'linde-2', ...at('linde') }, true],
  ['whose place of then is not known, on another map', {}, { site_id: 'linde-1' }, false],
])('[IROOM7] a device %s', (_, places, device, isNear) => {
  const record = { reports, places: new Map(Object.entries(places)) };
  const found = neighboursOf(record, { serial: 'LF-01', mapId: 'linde-2' }, [{ serial: 'LF-02', ...device }]);
  expect(found).toEqual(isNear ? ['LF-02'] : []);
});

it('[IROOM7] a device that is not listed any more is a neighbour by its place of then', () => {
  const places = new Map([
    ['LF-01', 'linde'],
    ['LF-02', 'linde'],
  ]);
  expect(neighboursOf({ reports, places }, { serial: 'LF-01', mapId: 'linde-2' }, [])).toEqual(['LF-02']);
});
