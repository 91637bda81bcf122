import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { getAllDevices } from '#contract/devices/device';
import { getErrorOverview, getMachines } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getTreatmentAll, getTreatmentsLastDay } from '#contract/fleet/treatment';
import { sinceText } from '#domain/errorCodes/errorSince';
import { DashboardScreen } from '#screens/dashboard/DashboardScreen';
import { type EventPayload, keyOf } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported, ticked, unreadable, vanished, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, answered, codesKnown, devicesKnown, showing } from '../../widgets/aConsole.tsx';
import { devices, errorBegan, failed, fleetKnown, machinesAnswered, NOW, placed, totalsAnswered } from './aFleet.ts';

const shownWith = (remembered: Readonly<Record<string, string>>, ...events: readonly TimedEvent[]) => {
  const intents: Intent[] = [];
  return { ...showing(<DashboardScreen />, { events, intents, remembered }), intents };
};
const shown = (...events: readonly TimedEvent[]) => shownWith({}, ...events);
const cell = (label: string) => {
  const found = screen.getByText(label, { selector: 'dt, dt *' }).closest('div');
  if (found === null) throw new Error(`no cell ${label}`);
  return within(found);
};
const number = (label: string) => cell(label).getAllByRole('definition')[0]?.textContent;
const link = (label: string) =>
  cell(label)
    .getByRole('link', { name: `${label}: show them` })
    .getAttribute('href');

it('[DASH-002] [MSG-024] [RULE-025] [RULE-026] devices in error are counted by the rules of their type', () => {
  shown(...fleetKnown);
  expect(number('Devices in Error')).toBe('2');
  expect(cell('Devices in Error').getByText('0x03000117')).toBeVisible();
  expect(cell('Devices in Error').getByText('0x0a010023')).toBeVisible();
});

it('[INERROR1] a device of a type without rules of its own counts too', () => {
  shown(...fleetKnown, [NOW, reported('UV-01', NOW, { current_state: 'ERROR' })], [NOW, ticked]);
  expect(number('Devices in Error')).toBe('3');
  expect(cell('Devices in Error').getByText('Robot UV-01')).toBeVisible();
});

it('[DASH-003] [SHOW1] the card of devices in error leads to them', () => {
  shown(...fleetKnown);
  expect(link('Devices in Error')).toBe('/fleet/state?show=error');
});

it('[WRONG1] a device in error says what is wrong, since when and where, and can be stopped there', async () => {
  const known = codesKnown({ '0x03000117': 'wheel slip on rail' });
  const { intents } = shown(
    ...fleetKnown,
    ...placed('LF-01'),
    [NOW, known],
    [NOW, answered(getGreenhouses, { total: 1, results: [{ id: 'g', name: 'Kas 1', location_id: 'a', map_id: 'de-linde-2' }] })],
    [NOW, devicesKnown(...devices.map((device) => ({ ...device, ...(device.serial === 'LF-01' ? { site_id: 'de-linde-2' } : {}) })))],
    [NOW, reported('LF-01', NOW, { current_state: 'error', error_code: '0x03000117', current_node: '104' })],
    [NOW, errorBegan('LF-01', 2_460)],
    [NOW, ticked],
  );
  const line = within(cell('Devices in Error').getByText('Robot LF-01').closest('li') ?? document.body);
  expect(line.getByText('wheel slip on rail')).toBeVisible();
  expect(line.getByText(`${sinceText((NOW - 2_460) * 1_000, NOW * 1_000)}, 41 min`)).toBeVisible();
  expect(line.getByText('De Linde · Kas 1 · node 104')).toBeVisible();
  await userEvent.click(line.getByRole('button', { name: 'Stop Robot LF-01' }));
  await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
  expect(intents.filter(({ kind }) => kind === 'command.requested')).toMatchObject([{ command: 'stop', serial: 'LF-01' }]);
});

it('[WRONG1] so it does in the past, where nothing can be stopped', () => {
  showing(<DashboardScreen />, { events: [...fleetKnown, ...placed('LF-01'), [NOW, errorBegan('LF-01', 2_460)], [NOW, ticked]] });
  const line = within(cell('Devices in Error').getByText('Robot LF-01').closest('li') ?? document.body);
  expect(line.getByText(/, 41 min$/)).toBeVisible();
  expect(line.getByText('De Linde')).toBeVisible();
  expect(line.getByRole('button', { name: 'Stop Robot LF-01' })).toHaveAttribute('aria-disabled', 'true');
});

it('[WAY1] a device in error leads to the device', () => {
  shown(...fleetKnown);
  const addresses = cell('Devices in Error')
    .getAllByRole('link')
    .map((one) => one.getAttribute('href'));
  expect(addresses).toEqual(expect.arrayContaining(['/device/detail?device_serial=LF-01', '/device/detail?device_serial=DV-01']));
});

it('[DASH-004] [MSG-024] devices in treatment are counted, those that wait or start apart', () => {
  shown(...fleetKnown);
  expect(number('Devices in Treatment')).toBe('4');
  const lines = cell('Devices in Treatment').getAllByRole('listitem');
  expect(lines.map((line) => line.textContent)).toEqual(['Treating 2', 'Waiting or starting 2']);
});

it('[DASH-005] [SHOW1] the card of devices in treatment leads to them', () => {
  shown(...fleetKnown);
  expect(link('Devices in Treatment')).toBe('/fleet/state?show=treating');
});

it.each([
  ['RULE-018', 'waiting', '4'],
  ['RULE-019', 'recovering', '4'],
  ['RULE-020', 'finishing_current', '4'],
  ['RULE-021', 'starting', '4'],
  ['RULE-022', 'uv_treatment', '4'],
  ['RULE-023', 'drive_task', '3'],
  ['RULE-023', 'drive_manually', '3'],
])('[%s] with one of the lane robots at %s, %s devices are in treatment', (_, current_task, count) => {
  shown(...fleetKnown, [NOW, reported('LF-02', NOW, { current_state: 'executing_task', current_task })], [NOW, ticked]);
  expect(number('Devices in Treatment')).toBe(count);
});

it('[RULE-024] [GAP-06] a docking platform is in treatment only while it is live', () => {
  const { learn } = shown(...fleetKnown);
  learn([NOW + 28, machinesAnswered], [NOW + 28, ticked]);
  expect(number('Devices in Treatment')).toBe('4');
  learn([NOW + 29, machinesAnswered], [NOW + 29, ticked]);
  expect(number('Devices in Treatment')).toBe('3');
});

it('[STAT1] while nothing comes, the dashboard says how old it is and calls no device offline', () => {
  const { learn } = shown(...fleetKnown);
  learn([NOW + 50, ticked]);
  expect(screen.getByText('Not known which devices are online.').closest('p')).toHaveTextContent(
    'Not known which devices are online. Last known: 2 in error, 4 in treatment, 51 s old',
  );
  expect(number('Online Devices')).toBe('Unknown of 9');
  expect(screen.getByRole('img', { name: '0 in error, 0 in treatment, 0 online besides, 0 offline, 9 unknown' })).toBeVisible();
  learn([NOW + 51, machinesAnswered], [NOW + 51, ticked]);
  expect(number('Online Devices')).toBe('0 of 9');
});

it('[DASH-006] [MSG-024] [RULE-030] [GAP-01] online are devices that reported less than 30 s ago, of all there are', () => {
  const { learn } = shown(...fleetKnown);
  expect(number('Online Devices')).toBe('8 of 9');
  learn([NOW + 20, reported('LF-05', NOW + 20)], [NOW + 29, ticked]);
  expect(number('Online Devices')).toBe('1 of 9');
});

it('[DASH-006] the lanes say in words what they draw', () => {
  const { container } = shown(...fleetKnown);
  expect(screen.getByRole('img')).toHaveAccessibleName('2 in error, 4 in treatment, 2 online besides, 1 offline');
  const ticks = [...container.querySelectorAll('[data-tick]')].map((tick) => tick.getAttribute('data-tick'));
  expect(ticks.join(' ')).toBe('error treating treating treating idle error treating idle offline');
});

it('[GAP-01] reports from before the newest list dropped a device count for nothing', () => {
  const { learn } = shown(...fleetKnown);
  learn([NOW, vanished('LF-01')], [NOW, vanished('LF-02')], [NOW + 1, ticked]);
  expect([number('Devices in Error'), number('Devices in Treatment')]).toEqual(['1', '3']);
});

it('[DASH-007] [DASH-008] [MSG-024] [OPEN-08] [RULE-057] the totals, metres as kilometres', () => {
  shown([NOW, totalsAnswered]);
  expect(number('Mileage (km)')).toBe('18 204.37');
  expect(number('Lane Switches')).toBe('392 846');
});

it('[LIVE-018] [CONST-029] [GAP-108] shown data are requested every 3 s, until the screen is left', () => {
  const { intents, unmount } = shown();
  const every3s = () =>
    intents.flatMap((intent) => ('everyMs' in intent && intent.everyMs === 3_000 ? [`${intent.kind} ${intent.request.call}`] : []));
  const calls = [getMachines, getTotalMetrics, getTreatmentsLastDay].map(({ name }) => name).toSorted();
  expect(every3s().toSorted()).toEqual(calls.map((call) => `query.subscribed ${call}`));
  intents.length = 0;
  unmount();
  expect(every3s().toSorted()).toEqual(calls.map((call) => `query.unsubscribed ${call}`));
});

it('[LIVE-018] only devices in error are asked since when, three at most', () => {
  const errors = ['LF-02', 'LF-03', 'LF-04'].map((serial): TimedEvent => [NOW, reported(serial, NOW, { current_state: 'error' })]);
  const { intents } = shown(...fleetKnown, ...errors, [NOW, ticked]);
  const query = intents.flatMap((intent) =>
    'request' in intent && intent.request.call === getErrorOverview.name ? [intent.request.params['serial']] : [],
  );
  expect(new Set(query)).toEqual(new Set(['LF-01', 'LF-02', 'LF-03']));
  expect(cell('Devices in Error').getByText('and 2 more')).toBeVisible();
});

it('[DASH-002] before anything is known there is no number, and no calm', () => {
  const { learn } = shown([NOW, devicesKnown(...devices)], [NOW, ticked]);
  expect(number('Devices in Error')).toBe('');
  expect(screen.queryByText(/No device is in error/)).toBeNull();
  learn([NOW, machinesAnswered]);
  expect(number('Devices in Error')).toBe('0');
  expect(screen.getByText(/No device is in error/).parentElement).toHaveTextContent(
    'No device is in error. 0 of 9 online, 0 in treatment.',
  );
});

it('[DASH-002] a failed load is shown, and known values stay', () => {
  const { learn } = shown([NOW, failed(getMachines)]);
  expect(number('Devices in Error')).toBe('-');
  expect(screen.getByText('The state of the devices is not known.')).toBeVisible();
  learn(...fleetKnown, [NOW, failed(getMachines)]);
  expect(number('Devices in Error')).toBe('2');
  expect(screen.getByText('Loading failed, retrying')).toBeVisible();
});

it('[DASH-002] a moment at which nothing was asked says so', () => {
  showing(<DashboardScreen />);
  expect(number('Devices in Error')).toBe('-');
  expect(cell('Mileage (km)').getByText('Not known at that time')).toBeVisible();
});

it('[DASH-006] devices are polled at the interval of the application, not at that of the dashboard', () => {
  const { intents } = shown();
  expect(intents.find((intent) => 'request' in intent && intent.request.call === getAllDevices.name)).toMatchObject({ everyMs: 50_000 });
});

const signedIn = (...groups: readonly string[]): EventPayload => ({
  kind: 'session.opened',
  profile: { username: 'anna', email: 'anna@example.org', groups: [...groups], second_factor: true },
});
/** Expects a list to have a number of rows. */
const counted = ({ name: call }: { readonly name: string }, total: number): TimedEvent => [
  NOW,
  { kind: 'request.succeeded', key: keyOf({ call, params: {}, query: { per_page: 1 } }), call, answer: { total, results: [] } },
];
/** A company after its set-up: an organisation, and nothing else. */
const nothing: readonly TimedEvent[] = [
  [NOW, machinesAnswered],
  [NOW, devicesKnown()],
  counted(getOrganisations, 1),
  ...[getLocations, getGreenhouses, getAllMaps, getDeployments, getTreatmentAll].map((call) => counted(call, 0)),
  [NOW, ticked],
];

it('[EMPTY1] a new installation leads its administrator to the first treatment, and nobody else', async () => {
  const { unmount } = shown([NOW, signedIn('user_type:organisation_admin', 'organisation:bos')], ...nothing);
  expect(screen.queryByText('From nothing to the first treatment')).toBeNull();
  unmount();
  shown([NOW, signedIn('user_type:system_admin')], ...nothing);
  expect(await screen.findByText('1 of 8 steps are done')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Locations' })).toHaveAttribute('href', '/maps/locations');
  expect(screen.getByText('Needs steps 4 and 7')).toBeVisible();
});

it.each([
  ['nothing that can be read', unreadable('LF-01', NOW), '2 of 8 steps are done'],
  ['a report', reported('LF-01', NOW), '3 of 8 steps are done'],
])('[EMPTY1] [CONN9] with %s from its first device, that step is counted or not', async (_, report, text) => {
  shown([NOW, signedIn('user_type:system_admin')], ...nothing, [NOW, devicesKnown(aDevice('LF-01', 'Alba'))], [NOW, report], [NOW, ticked]);
  expect(await screen.findByText(text)).toBeVisible();
});

const firstDevice: readonly TimedEvent[] = [
  [NOW, signedIn('user_type:system_admin')],
  ...nothing,
  [NOW, devicesKnown(aDevice('LF-01', 'Alba'))],
];
const reporting: readonly TimedEvent[] = [...firstDevice, [NOW, reported('LF-01', NOW)], [NOW, ticked]];

it('[EMPTY3] once a device has reported the steps are closed, which this browser remembers for the person', async () => {
  const { learn, memory, unmount } = shown(...firstDevice);
  expect(await screen.findByText('2 of 8 steps are done')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Close the steps' })).toBeNull();
  learn([NOW, reported('LF-01', NOW)], [NOW, ticked]);
  await userEvent.click(screen.getByRole('button', { name: 'Close the steps' }));
  expect(screen.queryByText('From nothing to the first treatment')).toBeNull();
  unmount();
  shownWith(Object.fromEntries(memory), ...reporting);
  expect(screen.queryByText('From nothing to the first treatment')).toBeNull();
});

it('[EMPTY3] steps that another person has closed are shown', async () => {
  shownWith({ 'first-steps.bram': 'closed' }, ...reporting);
  expect(await screen.findByText('3 of 8 steps are done')).toBeVisible();
});

it('[EMPTY1] a larger fleet is not led', () => {
  shown([NOW, signedIn('user_type:system_admin')], ...fleetKnown);
  expect(screen.queryByText('From nothing to the first treatment')).toBeNull();
});
