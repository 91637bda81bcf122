import { expect, it } from 'vitest';
import { openFailedStopMemory } from '#app/console/failedStopMemory';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
import type { BrowserStorage } from '#ui/browserStorage';
import { eventsOf, type TimedEvent } from '../state/eventsOf.ts';
import { annaSignedIn } from '../widgets/aConsole.tsx';

const failure = { status: 0, message: 'No internet connection' };
const given = (commandId: string, serial = 'LF-01'): EventPayload => ({
  kind: 'command.requested',
  commandId,
  command: 'stop',
  request: { call: 'GET machine/{serial}/stop_immediately', params: { serial }, query: {} },
  serial,
  deviceName: `Lumion ${serial}`,
});
const rejected = (commandId: string): EventPayload => ({ kind: 'command.rejected', commandId, failure });
const remembered = (commandId: string, serial = 'LF-01') => ({
  kind: 'stop.remembered',
  commandId,
  serial,
  deviceName: `Lumion ${serial}`,
  failure,
  failedAt: 2_000,
});

function aStorage(first: string | null = null): BrowserStorage & { readonly texts: (string | null)[] } {
  const texts = [first];
  return { texts, get: () => texts.at(-1) ?? null, set: (_, text) => void texts.push(text) };
}
const stateAfter = (...timed: readonly TimedEvent[]) => reduceLog(undefined, eventsOf([1, annaSignedIn], ...timed));
const failedStops: readonly TimedEvent[] = [
  [2, given('a')],
  [2, given('b', 'LF-02')],
  [3, rejected('a')],
  [3, rejected('b')],
];

it('[STOPWAY4] failed stops are recalled for their person alone, each once, and are failed stops again', () => {
  const storage = aStorage();
  openFailedStopMemory(storage).store(stateAfter(...failedStops));
  const recalled = openFailedStopMemory(storage).recall('anna');
  expect(recalled).toEqual([remembered('a'), remembered('b', 'LF-02')]);
  expect(openFailedStopMemory(storage).recall('bert')).toEqual([]);
  const again = aStorage();
  openFailedStopMemory(again).store(stateAfter(...recalled.map((event): TimedEvent => [5, event]), [6, remembered('a') as EventPayload]));
  expect(openFailedStopMemory(again).recall('anna')).toEqual(recalled);
});

it.each<[string, readonly TimedEvent[], readonly object[]]>([
  ['closed', [[4, { kind: 'stop.dismissed', commandId: 'a' }]], [remembered('b', 'LF-02')]],
  ['given again', [[4, given('c')]], [remembered('b', 'LF-02')]],
  [
    'closed twice, and one that is unknown',
    [
      [4, { kind: 'stop.dismissed', commandId: 'a' }],
      [5, { kind: 'stop.dismissed', commandId: 'x' }],
    ],
    [remembered('b', 'LF-02')],
  ],
])('[STOPWAY4] a failed stop that was %s is recalled no more', (_, more, left) => {
  const storage = aStorage();
  const memory = openFailedStopMemory(storage);
  memory.store(stateAfter(...failedStops));
  memory.store(stateAfter(...failedStops, ...more));
  expect(openFailedStopMemory(storage).recall('anna')).toEqual(left);
});

it('[STOPWAY4] a page without failed stops, and one where nobody is signed in, leaves what is stored', () => {
  const storage = aStorage('{"username":"anna","stops":[]}');
  const memory = openFailedStopMemory(storage);
  memory.store(stateAfter());
  memory.store(reduceLog(undefined, eventsOf([1, { kind: 'clock.ticked' }])));
  expect(storage.texts).toHaveLength(1);
});

it.each(['', '{', 'null', '{"username":"anna"}', '{"username":"anna","stops":[{"serial":1}]}'])(
  '[STOPWAY4] stored text %j recalls nothing',
  (text) => {
    expect(openFailedStopMemory(aStorage(text)).recall('anna')).toEqual([]);
  },
);
