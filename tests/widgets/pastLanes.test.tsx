import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getHistoryActivity, getHistoryEpisodes, type HistoryEpisode } from '#contract/history';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { SinceLastHere } from '#screens/dashboard/SinceLastHere';
import { HistoryScreen } from '#screens/history/HistoryScreen';
import { SiteLanes } from '#screens/maps/locations/SiteLanes';
import { type EventPayload, keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { eventsBatched } from '#state/events';
import { createLogStore } from '#state/store';
import { eventsOf, ticked } from '../state/eventsOf.ts';
import { aDevice, showing } from './aConsole.tsx';
import { LiveConsole } from './aLiveConsole.tsx';

const AT = Date.parse('2026-03-04T13:05:00Z');
const second = (ms: number) => ms / 1_000;
const serials = Array.from({ length: 30 }, (_, index) => `LF-${String(index).padStart(2, '0')}`);
const iso = (ms: number) => new Date(ms).toISOString();

const keyTo = (to: number) => keyOf({ call: getHistoryActivity.name, params: {}, query: { from: iso(to - DAY_MS), to: iso(to) } });
const run = { from: iso(AT - 60 * MINUTE_MS), to: iso(AT - 30 * MINUTE_MS), activity: 'idle' };
const lanesTo = (to: number, runs = [run]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyTo(to),
  call: getHistoryActivity.name,
  answer: { result: serials.map((serial) => ({ serial, runs })) },
});
const failedTo = (to: number): EventPayload => ({
  kind: 'request.failed',
  key: keyTo(to),
  call: getHistoryActivity.name,
  failure: { status: 503, message: '' },
});

const site = <SiteLanes devices={serials.map((serial) => ({ device: aDevice(serial, serial) }))} />;
const table = () => screen.getByRole('table', { name: 'Last 24 hours' });
const rowCount = () => within(table()).getAllByRole('rowheader').length;

/** The lanes of a location, opened whole, with the focus on one of them. */
function opened(isPast = false) {
  const intents: Intent[] = [];
  const options = { events: [[second(AT), ticked] as const], ...(isPast ? {} : { intents }) };
  const shown = showing(<LiveConsole>{site}</LiveConsole>, options);
  return { ...shown, intents };
}

it('[MOVING1] lanes that end now stay while those of the next step load: whole, with the focus, and with the span that they are of', () => {
  const { learn, intents } = opened();
  learn([second(AT), lanesTo(AT)]);
  fireEvent.click(screen.getByRole('button', { name: 'Show All' }));
  const last = within(table()).getAllByRole('button')[29];
  last?.focus();
  learn([second(AT + MINUTE_MS), ticked]);
  const asked = intents.filter(({ kind }) => kind === 'query.subscribed').at(-1);
  expect(asked).toMatchObject({ request: { query: { to: iso(AT + 5 * MINUTE_MS) } } });
  expect(rowCount()).toBe(30);
  expect(last).toHaveFocus();
  expect(screen.getByText(/14:05:00 to 14:05:00$/)).toBeVisible();
  learn([second(AT + 2 * MINUTE_MS), lanesTo(AT + 5 * MINUTE_MS)]);
  expect(rowCount()).toBe(30);
  expect(last).toHaveFocus();
  expect(screen.getByText(/14:10:00 to 14:10:00$/)).toBeVisible();
});

it('[MOVING1] known lanes stay while requests fail, for any number of steps of a day; without any, it says so', () => {
  const { learn } = opened();
  learn([second(AT), failedTo(AT)]);
  expect(screen.getByText('Loading failed')).toBeVisible();
  learn([second(AT), lanesTo(AT)]);
  for (let step = 1; step <= 20; step += 1) {
    const to = AT + 5 * step * MINUTE_MS;
    learn([second(to), ticked], [second(to), failedTo(to)]);
  }
  expect(rowCount()).toBe(24);
  expect(screen.queryByText('Loading failed')).toBeNull();
});

it('[MOVING1] at a past moment the lanes are those that were shown then, not later ones', () => {
  const { learn } = opened(true);
  learn([second(AT), lanesTo(AT + 5 * MINUTE_MS)]);
  expect(screen.getByText('Not known at that time')).toBeVisible();
  learn([second(AT), lanesTo(AT - 5 * MINUTE_MS)]);
  expect(rowCount()).toBe(24);
});

it('[MOVING1] the lanes of the Review List stay, too, those of a chosen day not for another day', () => {
  const intents: Intent[] = [];
  const { learn } = showing(
    <LiveConsole>
      <HistoryScreen />
    </LiveConsole>,
    { events: [[second(AT), ticked]], intents },
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Devices' }));
  learn([second(AT), lanesTo(AT)], [second(AT + MINUTE_MS), ticked]);
  expect(screen.getByRole('table', { name: 'Devices' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: /March 3, 2026/ }));
  expect(screen.queryByRole('table', { name: 'Devices' })).toBeNull();
});

const episode = (id: string, at: number): HistoryEpisode => ({
  id,
  kind: 'error',
  at: iso(at),
  to: null,
  serials: ['LF-01'],
  text: `Episode ${id}`,
  codes: [],
  count: 1,
  reviews: [],
  reviewed: false,
});

it('[MOVING1] what deserved a look stays while the next list loads', () => {
  const intents: Intent[] = [];
  const card = (
    <LiveConsole>
      <SinceLastHere />
    </LiveConsole>
  );
  const { learn } = showing(card, { events: [[second(AT), ticked]], intents });
  const asked = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [intent.request] : [])).at(-1);
  const call = getHistoryEpisodes.name;
  const answer = { result: [episode('1', AT - 60 * MINUTE_MS)], held_days: null };
  learn([second(AT), { kind: 'request.succeeded', key: asked === undefined ? '' : keyOf(asked), call, answer }]);
  expect(screen.getByText('Episode 1')).toBeVisible();
  learn([second(AT + 11 * MINUTE_MS), ticked]);
  expect(intents.filter(({ kind }) => kind === 'query.subscribed')).toHaveLength(2);
  expect(screen.getByText('Episode 1')).toBeVisible();
});

it.each([
  ['an hour ago', AT - 60 * MINUTE_MS, 'Episode 1'],
  ['before the list begins', AT - 2 * DAY_MS, 'Not known at that time'],
])('[MOVING1] at a moment %s the list of now is shown without what began later', (_, shownAt, text) => {
  const live = createLogStore({ devTools: false });
  live.dispatch(eventsBatched(eventsOf([second(AT), ticked])));
  const query = { from: iso(AT - DAY_MS), to: iso(Math.ceil(AT / (15 * MINUTE_MS)) * 15 * MINUTE_MS) };
  const call = getHistoryEpisodes.name;
  const answer = { result: [episode('1', AT - 90 * MINUTE_MS), episode('2', AT - 30 * MINUTE_MS)], held_days: null };
  const known: EventPayload = { kind: 'request.succeeded', key: keyOf({ call, params: {}, query }), call, answer };
  const card = (
    <LiveConsole live={live}>
      <SinceLastHere />
    </LiveConsole>
  );
  showing(card, {
    events: [
      [second(shownAt), ticked],
      [second(shownAt), known],
    ],
  });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByText('Episode 2')).toBeNull();
});
