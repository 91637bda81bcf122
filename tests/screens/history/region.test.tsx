import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getHistoryRegion } from '#contract/history';
import { getMapIds } from '#contract/map';
import { showDatesIn } from '#domain/text/dates';
import { RegionScreen } from '#screens/history/region/RegionScreen';
import { heldChanges, PageAddressContext } from '#ui/pageAddress';
import { WhoWasHere } from '#widgets/WhoWasHere';
import { keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { answered, showing } from '../../widgets/aConsole.tsx';

/** The morning after the night in which Belgium sets its clocks back. */
const MORNING = '2026-10-25T11:00:00Z';
function eventsAt(instant: string): readonly TimedEvent[] {
  const now = Date.parse(instant) / 1_000;
  return [
    [now, ticked],
    [now, answered(getMapIds, { result: ['map-1', 'map-2'] })],
  ];
}
/** The screen at an address, and what it writes there. */
function atAddress(query: string) {
  const { changes, held } = heldChanges();
  const shown = new URLSearchParams(query);
  const view = (
    <PageAddressContext value={{ shown, changes, isCurrent: () => true }}>
      <RegionScreen />
    </PageAddressContext>
  );
  return { view, held };
}
function opened(query = '', now = MORNING) {
  const intents: Intent[] = [];
  const { view, held } = atAddress(query);
  const { learn } = showing(view, { events: eventsAt(now), intents });
  const asked = () =>
    intents.flatMap((intent) =>
      intent.kind === 'query.subscribed' && intent.request.call === getHistoryRegion.name ? [intent.request.query ?? {}] : [],
    );
  return { held, asked, learn };
}
const field = (name: string) => screen.getByRole('spinbutton', { name });
async function typeEdges(...edges: readonly string[]) {
  for (const [index, name] of ['West (m)', 'South (m)', 'East (m)', 'North (m)'].entries()) {
    await userEvent.clear(field(name));
    if (edges[index] !== '') await userEvent.type(field(name), edges[index] ?? '');
  }
  await userEvent.click(screen.getByRole('button', { name: 'Search' }));
}
async function typeTime(name: string, text: string) {
  const time = screen.getByRole('textbox', { name });
  await userEvent.clear(time);
  await userEvent.type(time, `${text}{Enter}`);
}

it('[REGION7] nothing is searched before there is a rectangle; its typed edges search the last hour, and all of it is in the address', async () => {
  const { asked, held } = opened();
  expect(screen.getByText('Draw a rectangle on the plan, or write its edges')).toBeVisible();
  expect(asked()).toEqual([]);
  await typeEdges('1,5', '2', '4', '8');
  const span = { from: '2026-10-25T10:00:00.000Z', to: '2026-10-25T11:00:00.000Z' };
  expect(asked()).toEqual([{ ...span, map_id: 'map-1', west: 1.5, south: 2, east: 4, north: 8, still_seconds: '60' }]);
  expect(Object.fromEntries(held)).toEqual({ ...span, map_id: 'map-1', rectangle: '1.5_2_4_8' });
});

it.each([
  ['nothing', ['', '', '', ''], 'Write a number of metres.'],
  ['no number', ['NaN', '0', '4', '4'], 'Write a number of metres.'],
  ['no end', ['0', '0', 'Infinity', '4'], 'Write a number of metres.'],
  ['another planet', ['0', '0', '2000000', '4'], 'Write a number of metres.'],
  ['zero width', ['4', '0', '4', '4'], 'East of the west edge.'],
  ['the south above the north', ['0', '5', '4', '4'], 'North of the south edge.'],
])('[REGION7] edges that are %s say what is wrong, and search nothing', async (_, edges, problem) => {
  const { asked } = opened();
  await typeEdges(...edges);
  expect(screen.getAllByText(problem)[0]).toBeVisible();
  expect(asked()).toEqual([]);
});

it.each([
  ['Europe/Brussels', MORNING, '2026-10-24T20:00:00.000Z', '2026-10-25T02:40:00.000Z'],
  ['America/New_York', '2026-11-01T16:00:00Z', '2026-11-01T02:00:00.000Z', '2026-11-01T08:40:00.000Z'],
])('[REGION7] times are typed as in the timeline, in the night of a clock change: %s', async (zone, now, from, to) => {
  showDatesIn(zone);
  try {
    const { asked } = opened('map_id=map-2&rectangle=0_0_4_4', now);
    await typeTime('From', 'yesterday 22:00');
    await typeTime('Until', '03:40');
    expect(asked().at(-1)).toMatchObject({ map_id: 'map-2', from, to });
  } finally {
    showDatesIn('Europe/Brussels');
  }
});

it('[TODAY1] shortly before midnight, "yesterday" and a time of this evening are those of the clock', async () => {
  const { asked } = opened('map_id=map-2&rectangle=0_0_4_4', '2026-03-04T22:57:00Z');
  await typeTime('From', 'yesterday 22:00');
  await typeTime('Until', '23:40');
  expect(asked().at(-1)).toMatchObject({ from: '2026-03-03T21:00:00.000Z', to: '2026-03-04T22:40:00.000Z' });
});

it('[REGION7] an end before the start and a span of more than seven days say so, and search nothing', async () => {
  const { asked } = opened('map_id=map-2&rectangle=0_0_4_4');
  const before = asked().length;
  await typeTime('From', '1/10/2026 12:00');
  expect(screen.getByText('At most 7 days can be searched at once.')).toBeVisible();
  await typeTime('Until', '1/9/2026 12:00');
  expect(screen.getByText('The end lies before the start.')).toBeVisible();
  expect(asked().length).toBe(before);
});

it.each(['a_b_c_d', '0_0_4', '4_0_0_4', '0_0_4_4_4', ''])('[REGION7] an address with the rectangle "%s" has none', (rectangle) => {
  expect(opened(`rectangle=${rectangle}`).asked()).toEqual([]);
});

it.each(['0_0_1e300_1e300', '0_0_1000001_4', '0__4_4', '0_0_Infinity_4'])(
  '[REGION11] an address with the rectangle "%s" has none',
  (rectangle) => {
    expect(opened(`rectangle=${rectangle}`).asked()).toEqual([]);
  },
);

it.each(['5', 'yesterday', '-271821-04-20T00:00:00Z', '+275760-09-13T00:00:00Z', '2026-02-30T00:00:00Z', ''])(
  '[REGION11] an address with the end "%s" has none: the last hour is searched',
  (to) => {
    const { asked } = opened(new URLSearchParams({ rectangle: '0_0_4_4', to }).toString());
    expect(asked()).toMatchObject([{ from: '2026-10-25T10:00:00.000Z', to: '2026-10-25T11:00:00.000Z' }]);
  },
);

it('[REGION11] a search that failed, or that cannot be, does not say that nobody was there', async () => {
  const { asked, learn } = opened('map_id=map-2&rectangle=0_0_4_4');
  const key = keyOf({ call: getHistoryRegion.name, params: {}, query: asked()[0] ?? {} });
  const now = Date.parse(MORNING) / 1_000;
  learn([now, { kind: 'request.failed', key, call: getHistoryRegion.name, failure: { status: 503, message: 'busy' } }]);
  expect(screen.queryByText('No device was in this rectangle')).toBeNull();
  expect(screen.getByText('Loading failed')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeVisible();
  learn([now, { kind: 'request.succeeded', key, call: getHistoryRegion.name, answer: { held_from: null, result: [] } }]);
  expect(screen.getByText('No device was in this rectangle')).toBeVisible();
  await typeTime('From', '1/10/2026 12:00');
  expect(screen.queryByText('No device was in this rectangle')).toBeNull();
  expect(screen.getByText('Nothing was searched')).toBeVisible();
});

it('[REGION7] at a past moment nothing is searched', () => {
  showing(atAddress('map_id=map-2&rectangle=0_0_4_4').view, { events: eventsAt(MORNING) });
  expect(screen.getAllByText('Not known at that time')).not.toEqual([]);
});

it('[REGION8] a plan leads to the search where the server announces it', () => {
  const { unmount } = showing(<WhoWasHere map="map-2" />);
  expect(screen.getByRole('link', { name: 'Who was here?' })).toHaveAttribute('href', '/history/region?map_id=map-2');
  unmount();
  showing(<WhoWasHere map="map-2" />, { features: ['history'] });
  expect(screen.queryByRole('link')).toBeNull();
});
