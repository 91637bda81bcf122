import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import type { Device } from '#contract/devices/device';
import { getFormerDevices } from '#contract/devices/formerDevice';
import { DeviceDetailScreen } from '#screens/device/detail/DetailScreen';
import { EventsScreen } from '#screens/device/events/EventsScreen';
import { LogsScreen } from '#screens/device/logs/LogsScreen';
import { TreatmentsScreen } from '#screens/device/treatments/TreatmentsScreen';
import { CommandsScreen } from '#screens/device/commands/CommandsScreen';
import { aDevice, answered, devicesKnown } from '../../widgets/aConsole.tsx';
import { managing, signedIn } from '../management/aManagement.tsx';

const left = answered(getFormerDevices, {
  result: [
    { serial: 'LF-09', name: 'Diva', device_type: 'LUMION_FIX', from: '2026-03-04T12:00:00Z', until: '2026-11-12T12:00:00Z' },
    // A device that returned is in the present list.
    { serial: 'LF-01', name: 'Alba', device_type: 'LUMION_FIX', from: '2026-03-04T12:00:00Z', until: '2026-11-12T12:00:00Z' },
  ],
});
const open = (view: ReactElement, path: string) =>
  managing(view, {
    address: `${path}?device_serial=LF-09`,
    events: [devicesKnown(aDevice('LF-01', 'Alba')), left, signedIn('organisation_admin')],
  });

it.each([
  ['/device/detail', DeviceDetailScreen],
  ['/device/events', EventsScreen],
  ['/device/logs', LogsScreen],
  ['/device/treatments', TreatmentsScreen],
])('[SEE9] %s offers a device that left, until when, and nothing that acts on it', async (path, View) => {
  const { user } = open(<View />, path);
  expect(screen.getByText(/^Diva worked for you until 12\/11\/2026/)).toBeVisible();
  for (const name of [/^Stop/, /Control$/, /^Sync/, /Upload/]) expect(screen.queryByRole('button', { name })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: 'Device: Diva, until 12/11/2026' }));
  expect(
    within(screen.getByRole('listbox', { name: 'Device' }))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Alba'), expect.stringContaining('Diva, until 12/11/2026LF-09')]);
});

it('[SEE9] the state of a device that left leads to what it reported before', () => {
  open(<DeviceDetailScreen />, '/device/detail');
  const links = ['Events', 'Logs', 'Treatments', 'Incidents'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  expect(links).toEqual([
    '/device/events?device_serial=LF-09',
    '/device/logs?device_serial=LF-09',
    '/device/treatments?device_serial=LF-09',
    '/incidents/all?device_serial=LF-09',
  ]);
});

it('[SEE9] a page that acts on devices does not offer it', () => {
  open(<CommandsScreen />, '/device/commands');
  expect(screen.getByText('Device LF-09 not found')).toBeVisible();
});

const stage = (serial: string, name: string, more: Partial<Device> = {}) => ({
  ...aDevice(serial, name),
  life_cycle_stage: 'DECOMMISSIONED',
  ...more,
});
const offeredOn = async (view: ReactElement, address: string) => {
  const fleet = devicesKnown(stage('LF-00', 'Aa'), aDevice('LF-01', 'Alba'), stage('LF-02', 'Bella', { is_live: true }));
  const { user, unmount } = managing(view, { address, events: [fleet, signedIn('organisation_admin')] });
  const box = screen.getByRole('combobox', { name: /^Device: / });
  await user.click(box);
  const options = within(screen.getByRole('listbox', { name: 'Device' })).getAllByRole('option');
  const texts = [box.getAttribute('aria-label') ?? box.textContent, ...options.map(({ textContent }) => textContent)];
  unmount();
  return texts;
};
const like = (...names: readonly string[]) => names.map((name) => expect.stringContaining(name));

it('[ENDS3] a page that acts on devices offers no decommissioned one, unless it is live or shown already; a page that only reads offers all', async () => {
  expect(await offeredOn(<CommandsScreen />, '/device/commands')).toEqual(like('Alba', 'Alba', 'Bella'));
  localStorage.clear();
  expect(await offeredOn(<CommandsScreen />, '/device/commands?device_serial=LF-00')).toEqual(like('Aa', 'Aa', 'Alba', 'Bella'));
  localStorage.clear();
  expect(await offeredOn(<EventsScreen />, '/device/events')).toEqual(like('Alba', 'Aa', 'Alba', 'Bella'));
});
