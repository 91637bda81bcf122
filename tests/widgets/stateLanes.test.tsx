import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { lanesOf } from '#domain/history/lanes';
import { HOUR_MS } from '#domain/text/timeUnits';
import { StateLanes } from '#widgets/StateLanes';
import { showing } from './aConsole.tsx';

const FROM = Date.UTC(2026, 2, 4, 2);
const span = { from: FROM, to: FROM + HOUR_MS };
const instantOf = (minute: number) => new Date(FROM + minute * 60_000).toISOString();

/** Lanes of a fleet of which one device was in error. */
const fleetOf = (count: number, inError: number) =>
  lanesOf(
    Array.from({ length: count }, (_, index) => ({
      serial: `LF-${String(index).padStart(4, '0')}`,
      runs: [{ from: instantOf(10), to: instantOf(20), activity: index === inError ? 'error' : 'idle' }],
    })),
  );

const serials = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);

it('[DLANE5] of 500 devices 24 lanes are shown, with the one in error first, and all on request', () => {
  showing(<StateLanes label="Last 24 hours" lanes={fleetOf(500, 499)} span={span} onMoment={() => undefined} />);
  expect(serials()).toHaveLength(24);
  expect(serials()[0]).toBe('LF-0499');
  expect(screen.getByText('24 of 500 devices')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Show All' }));
  expect(serials()).toHaveLength(500);
  fireEvent.click(screen.getByRole('button', { name: 'Show Less' }));
  expect(serials()).toHaveLength(24);
});

it('[DLANE5] 24 devices have no such button', () => {
  showing(<StateLanes label="Last 24 hours" lanes={fleetOf(24, 3)} span={span} onMoment={() => undefined} />);
  expect(serials()).toHaveLength(24);
  expect(screen.queryByRole('button', { name: 'Show All' })).toBeNull();
});
