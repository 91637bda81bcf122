import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { PlacesCard } from '#screens/dashboard/PlacesCard';
import { reported } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { managing } from '../management/aManagement.tsx';
import { aLocation, deploymentsKnown, locationsKnown } from '../maps/aPlace.ts';

const there = aLocation('loc-1', { name: 'De Linde', latitude: 51.07, longitude: 4.53 });
const nowhere = aLocation('loc-2', { name: 'Nowhere' });
const placed = deploymentsKnown([{ id: 'd-1', device_serial: 'LF-01', location_id: 'loc-1', creation_date: '2026-01-01T00:00:00Z' }]);
const fleet = [
  placed,
  devicesKnown(aDevice('LF-01', 'Alba')),
  reported('LF-01', 1, { current_state: 'error', error_code: '0x03000117' }),
  { kind: 'clock.ticked' } as const,
];

it('[GEO6] a server without coordinates is not asked for a map', () => {
  managing(<PlacesCard />, { address: '/dashboard', events: [locationsKnown([nowhere]), ...fleet] });
  expect(screen.queryByRole('button', { name: 'Map of the locations' })).toBeNull();
});

it('[GEO6] the card is closed at first; without WebGL a table has all that the map would show', async () => {
  const { user } = managing(<PlacesCard />, { address: '/dashboard', events: [locationsKnown([there, nowhere]), ...fleet] });
  const button = screen.getByRole('button', { name: 'Map of the locations' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  const table = within(await screen.findByRole('table', { name: 'Locations' }));
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['De Linde', '1', '1', '1', '0']);
  expect(table.getByRole('link', { name: 'De Linde' })).toHaveAttribute('href', '/maps/locations?location=loc-1');
  await user.click(button);
  expect(screen.queryByRole('table')).toBeNull();
});
