import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getMetrics } from '#contract/fleet/metrics';
import { dateTimeText } from '#domain/text/dates';
import { MetricsScreen } from '#screens/fleet/metrics/MetricsScreen';
import type { Intent } from '#streams/intent';
import type { TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, answered, devicesKnown, showing } from '../../../widgets/aConsole.tsx';
import { failed } from '../../dashboard/aFleet.ts';
import { cells, rows, textsOf } from '../../onScreen.ts';

const updated = '2026-03-04T13:05:09.000Z';
const all = (mileage: number, laneswitches: number, active_time: number, uv_switches: number, uv_active_time: number) => ({
  mileage: { value: mileage },
  laneswitches: { value: laneswitches },
  active_time: { value: active_time },
  uv_switches: { value: uv_switches },
  uv_active_time: { value: uv_active_time },
});
const metricsKnown = answered(getMetrics, {
  result: [
    { serial: 'LF-10', ...all(1_234_567, 1_000, 5_400, 9, 3_600) },
    { serial: 'LF-02', ...all(2_000_000, 20, 7_200, 10, 1_800) },
    { serial: 'LF-03', mileage: { value: 500 } },
    { serial: 'LF-99', laneswitches: { value: 7 } },
  ],
  updated,
});
/** LF-03 reported its mileage only, LF-04 nothing; LF-99 is in no list; LF-02 and LF-05 are out of use, by stage and by name. */
const fleet: readonly TimedEvent[] = [
  [
    1,
    devicesKnown(
      aDevice('LF-10', 'Lumion 10'),
      { ...aDevice('LF-02', 'Lumion 2'), life_cycle_stage: 'DECOMMISSIONED' },
      aDevice('LF-03', 'Lumion 3'),
      aDevice('LF-04', 'Lumion 4'),
      aDevice('LF-05', 'Lumion 5 (Decommissioned)'),
    ),
  ],
  [2, metricsKnown],
];

function shown(events: readonly TimedEvent[] = fleet, isPast = false) {
  const intents: Intent[] = [];
  const user = userEvent.setup();
  return { user, intents, ...showing(<MetricsScreen />, { address: '/fleet/metrics', events, ...(isPast ? {} : { intents }) }) };
}
const foot = () =>
  screen
    .getAllByRole('row')
    .filter(({ classList }) => classList.contains('foot'))
    .flatMap(textsOf);
const names = () => cells().map(([name]) => name);

it('[FLEET-019] [SHELL-031] it stands in the menu of the fleet', () => {
  expect(routes.find(({ path }) => path === '/fleet/metrics')).toMatchObject({ title: 'Metrics Overview', place: 'menu', group: 'fleet' });
});

it('[FLEET-020] [FLEET-021] [FLEET-022] [FLEET-023] [FLEET-024] [FLEET-025] [MSG-019] the columns stand in their order', () => {
  shown();
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Name',
    'Mileage (km)',
    'Lane Switches',
    'Active Time (h)',
    'UV Switches',
    'UV Active Time (h)',
  ]);
});

it('[FLEET-019] [GAP-44] [RULE-057] every device has a row: metres as km, seconds as hours, "-" for what is missing', () => {
  shown();
  expect(cells()).toEqual([
    ['LF-99', '-', '7', '-', '-', '-'],
    ['Lumion 2', '2 000', '20', '2', '10', '0.5'],
    ['Lumion 3', '0.5', '-', '-', '-', '-'],
    ['Lumion 4', '-', '-', '-', '-', '-'],
    ['Lumion 5 (Decommissioned)', '-', '-', '-', '-', '-'],
    ['Lumion 10', '1 234.57', '1 000', '1.5', '9', '1'],
  ]);
});

it('[FLEET-026] [GAP-44] the foot has the totals of what is known', () => {
  shown();
  expect(foot()).toEqual(['Total', '3 235.07', '1 027', '3.5', '19', '1.5']);
});

it('[FLEET-027] [FLEET-028] [GAP-43] numbers sort by value, missing ones together: last, and first in the other direction', async () => {
  const { user } = shown();
  const head = screen.getByRole('columnheader', { name: /Lane Switches/ });
  await user.click(within(head).getByRole('button'));
  expect(cells().map((texts) => texts[2])).toEqual(['7', '20', '1 000', '-', '-', '-']);
  await user.click(within(head).getByRole('button'));
  expect(cells().map((texts) => texts[2])).toEqual(['-', '-', '-', '1 000', '20', '7']);
  expect(head).toHaveAttribute('aria-sort', 'descending');
});

it('[FLEET-027] names sort with their numbers by value', async () => {
  const { user } = shown();
  const sorted = names();
  expect(sorted.slice(1)).toEqual(['Lumion 2', 'Lumion 3', 'Lumion 4', 'Lumion 5 (Decommissioned)', 'Lumion 10']);
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(sorted.toReversed());
});

it('[FLEET-029] [FLEET-030] [GAP-42] devices out of use are marked as gone, by stage or by name', () => {
  shown();
  expect(rows().map((row) => row.dataset['tone'])).toEqual([undefined, 'gone', undefined, undefined, 'gone', undefined]);
});

it('[FLEET-019] a name leads to its device; the filter finds it by name or serial, and the totals follow', async () => {
  const { user } = shown();
  expect(screen.getByRole('link', { name: 'Lumion 10' })).toHaveAttribute('href', '/device/detail?device_serial=LF-10');
  await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'lf-0');
  expect(names()).toEqual(['Lumion 2', 'Lumion 3', 'Lumion 4', 'Lumion 5 (Decommissioned)']);
  expect(foot()).toEqual(['Total', '2 000.5', '20', '2', '10', '0.5']);
});

it('[FLEET-019] the time of the numbers shows', () => {
  shown();
  expect(screen.getByText(`Updated ${dateTimeText(updated)}`)).toBeVisible();
});

it('[TOTALS1] without any numbers there is no time of theirs', () => {
  const [devices] = fleet;
  shown([...(devices === undefined ? [] : [devices]), [2, answered(getMetrics, { result: [], updated })]]);
  expect(names()).toHaveLength(5);
  expect(screen.queryByText(/^Updated/)).toBeNull();
});

it('[LIVE-010] [CONST-016] they are asked every second while they are shown, and nothing every 3 s', () => {
  const { intents, unmount } = shown();
  const request = { call: getMetrics.name, params: {}, query: {} };
  expect(intents).toEqual([{ kind: 'query.subscribed', request, everyMs: 1_000 }]);
  unmount();
  expect(intents.at(-1)).toEqual({ kind: 'query.unsubscribed', request, everyMs: 1_000 });
});

it('[FLEET-019] before the first answer the table waits, and no totals are made up', () => {
  shown(fleet.slice(0, 1));
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  expect(screen.queryByText('Total')).toBeNull();
});

it('[LIVE-011] a failure keeps the numbers and says that it goes on; without numbers it says it alone', () => {
  const { learn } = shown(fleet.slice(0, 1));
  learn([3, failed(getMetrics)]);
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
  expect(rows()).toEqual([]);
  expect(screen.getByText('No rows found')).toBeVisible();
  learn([4, metricsKnown], [5, failed(getMetrics)]);
  expect(screen.getByText('Not up to date, retrying')).toBeVisible();
  expect(rows()).toHaveLength(6);
});

it('[FLEET-019] a moment of the past that knew no metrics says so', () => {
  shown(fleet.slice(0, 1), true);
  expect(screen.getByText('Not known at that time')).toBeVisible();
});
