import { expect, it } from 'vitest';
import { openFailedStopMemory } from '#app/console/failedStopMemory';
import { openMemory } from '#edge/browserMemory';
import { reduceLog } from '#state/store';
import type { EventPayload } from '#streams/event';
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

const KEY = 'orangery.failed-stops.anna';
/** The storage of a browser, which each page opens for itself. */
function aBrowser(first: Readonly<Record<string, string>> = {}) {
  const texts = new Map(Object.entries(first));
  const localStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
  return { texts, openPage: () => openFailedStopMemory(openMemory({ localStorage })) };
}
const stateAfter = (...timed: readonly TimedEvent[]) => reduceLog(undefined, eventsOf([1, annaSignedIn], ...timed));
const failedStops: readonly TimedEvent[] = [
  [2, given('a')],
  [2, given('b', 'LF-02')],
  [3, rejected('a')],
  [3, rejected('b')],
];

it('[STOPWAY4] failed stops are recalled for their person alone, each once, and are failed stops again', () => {
  const browser = aBrowser();
  browser.openPage().store(stateAfter(...failedStops));
  const recalled = browser.openPage().recall('anna');
  expect(recalled).toEqual([remembered('a'), remembered('b', 'LF-02')]);
  expect(browser.openPage().recall('bert')).toEqual([]);
  const again = aBrowser();
  again.openPage().store(stateAfter(...recalled.map((event): TimedEvent => [5, event]), [6, remembered('a') as EventPayload]));
  expect(again.openPage().recall('anna')).toEqual(recalled);
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
  const browser = aBrowser();
  const memory = browser.openPage();
  memory.store(stateAfter(...failedStops));
  memory.store(stateAfter(...failedStops, ...more));
  expect(browser.openPage().recall('anna')).toEqual(left);
});

it('[STOPWAY4] a page without failed stops, and one where nobody is signed in, leaves what is stored', () => {
  const browser = aBrowser();
  const memory = browser.openPage();
  memory.store(stateAfter());
  memory.store(reduceLog(undefined, eventsOf([1, { kind: 'clock.ticked' }])));
  expect([...browser.texts]).toEqual([]);
});

const [first, second]: readonly (readonly TimedEvent[])[] = [
  [
    [2, given('a')],
    [3, rejected('a')],
  ],
  [
    [2, given('b', 'LF-02')],
    [3, rejected('b')],
  ],
];

it('[STOPWAY7] failed stops of two tabs are both recalled, and one that is closed in its tab does not return', () => {
  const browser = aBrowser();
  const [one, two] = [browser.openPage(), browser.openPage()];
  one.store(stateAfter(...first!));
  two.store(stateAfter(...second!));
  expect(browser.openPage().recall('anna')).toEqual([remembered('a'), remembered('b', 'LF-02')]);
  one.store(stateAfter(...first!, [4, { kind: 'stop.dismissed', commandId: 'a' }]));
  two.store(stateAfter(...second!, [4, given('c', 'LF-03')], [5, rejected('c')]));
  expect(browser.openPage().recall('anna')).toMatchObject([{ commandId: 'b' }, { commandId: 'c' }]);
});

it('[STOPWAY7] failed stops of a person whose sign-in ends are recalled after another one signed in on the same page', () => {
  const browser = aBrowser();
  const page = browser.openPage();
  const bert: EventPayload = {
    kind: 'session.opened',
    profile: { username: 'bert', email: 'bert@example.org', groups: [], second_factor: true },
  };
  const events: readonly TimedEvent[] = [
    ...first!,
    [4, { kind: 'session.closed' }],
    [5, bert],
    ...second!.map(([at, event]): TimedEvent => [at + 5, event]),
  ];
  for (let count = 0; count <= events.length; count += 1) page.store(stateAfter(...events.slice(0, count)));
  expect(page.recall('anna')).toEqual([remembered('a')]);
  expect(page.recall('bert')).toMatchObject([{ commandId: 'b' }]);
});

it.each(['', '{', 'null', '{"username":"anna"}', '[{"serial":1}]'])('[STOPWAY4] stored text %j recalls nothing', (text) => {
  expect(
    aBrowser({ [KEY]: text })
      .openPage()
      .recall('anna'),
  ).toEqual([]);
});

it('[STOPWAY7] what version 0.5.0 stored is shown to its person once more, and is then one of the failed stops', () => {
  const { commandId, serial, deviceName, failedAt } = remembered('old');
  const stored = { username: 'anna', stops: [{ commandId, serial, deviceName, failure, failedAt }] };
  const browser = aBrowser({ 'orangery.failed-stops': JSON.stringify(stored) });
  expect(browser.openPage().recall('bert')).toEqual([]);
  expect(browser.openPage().recall('anna')).toEqual([remembered('old')]);
  expect(browser.openPage().recall('anna')).toEqual([remembered('old')]);
  const page = browser.openPage();
  const events = page.recall('anna').map((event): TimedEvent => [2, event]);
  page.store(stateAfter(...events));
  page.store(stateAfter(...events, [3, { kind: 'stop.dismissed', commandId }]));
  expect(browser.openPage().recall('anna')).toEqual([]);
});
