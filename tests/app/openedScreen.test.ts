import { expect, it } from 'vitest';
import { openedScreen } from '#app/replay/openedScreen';
import { reduceLog } from '#state/store';
import { eventsOf } from '../state/eventsOf.ts';

const looking = (path: string) => reduceLog(undefined, eventsOf([1, { kind: 'route.entered', path, search: 'show=error' }]));

it.each([
  ['/device/detail?device_serial=LF-01', '/dashboard', '/device/detail?device_serial=LF-01'],
  [undefined, '/fleet/state', '/fleet/state?show=error'],
  ['/no/such/screen', '/fleet/state', '/fleet/state?show=error'],
  ['/../api/stop', '/../x', null],
])('[REPLAY9] saved from %s while its person looked at %s, a recording opens on %s', (screen, path, opened) => {
  expect(openedScreen({ screen }, looking(path))).toBe(opened);
});

it('[REPLAY9] a recording that names no screen opens where the console opens', () => {
  expect(openedScreen({}, reduceLog(undefined, []))).toBeNull();
});
