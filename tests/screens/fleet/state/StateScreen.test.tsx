import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import type { ReportedState } from '#contract/fleet/reportedState';
import { getErrorOverview } from '#contract/fleet/machine';
import { timeText } from '#domain/text/dates';
import { StateScreen } from '#screens/fleet/state/StateScreen';
import type { Intent } from '#streams/intent';
import { reported, ticked, type TimedEvent } from '../../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../../widgets/aConsole.tsx';
import { placed, NOW } from '../../dashboard/aFleet.ts';
import { rows } from '../../onScreen.ts';

const lastSeen = new Date((NOW - 11_640) * 1_000).toISOString();

/** A fleet of four: one treats, one is in error and not operational, one was seen hours ago, one never. */
const fleet: readonly TimedEvent[] = [
  [
    NOW - 1,
    devicesKnown(
      { ...aDevice('LF-10', 'Lumion 10'), last_seen: lastSeen },
      { ...aDevice('LF-02', 'Lumion 2'), last_seen: lastSeen, life_cycle_stage: 'PRODUCTION' },
      { ...aDevice('LF-03', 'Lumion 3'), last_seen: lastSeen },
      aDevice('LF-04', 'Lumion 4'),
    ),
  ],
  [NOW - 1, reported('LF-10', NOW - 1, { current_state: 'executing_task', current_task: 'uv_treatment', battery_level: 18 })],
  [NOW - 3, reported('LF-02', NOW - 3, { current_state: 'ERROR', error_code: '0x03000117' })],
  ...placed('LF-10'),
  [NOW, ticked],
];

function shown(address = '/fleet/state') {
  const user = userEvent.setup();
  const intents: Intent[] = [];
  return { user, intents, ...showing(<StateScreen />, { address, events: fleet, intents }) };
}
const names = () => rows().map((row) => within(row).getByText(/^Lumion/).textContent);
const rowOf = (name: string) => {
  const found = rows().find((row) => within(row).queryByText(name) !== null);
  if (found === undefined) throw new Error(`no row ${name}`);
  return within(found);
};
const cell = (name: string, column: number) => rowOf(name).getAllByRole('cell')[column];

it('[WRONG1] [PRESSED1] among devices in error each says what, since when and where, with Stop; the button that chose them is pressed', async () => {
  const { user, intents } = shown('/fleet/state?show=error');
  expect(screen.getByRole('button', { name: 'Devices in Error' })).toHaveAttribute('aria-pressed', 'true');
  expect(names()).toEqual(['Lumion 2']);
  expect(rowOf('Lumion 2').getByText('0x03000117')).toBeVisible();
  expect(intents.flatMap((intent) => ('request' in intent ? [intent.request.call] : []))).toContain(getErrorOverview.name);
  await user.click(rowOf('Lumion 2').getByRole('button', { name: 'Stop Lumion 2' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(intents.filter(({ kind }) => kind === 'command.requested')).toMatchObject([{ command: 'stop', serial: 'LF-02' }]);
});

it('[FAULTS1] several faults at once are counted behind the first, among all devices and among those in error', async () => {
  const other_fields = JSON.stringify({ errors: ['lamp', 'pump', { code: '0x03000117' }] });
  const state: ReportedState = { shape: 'tasks', current_state: 'error', error_code: '0x03000117', other_fields };
  const { user, learn } = shown();
  learn([NOW, { kind: 'device.stateReported', serial: 'LF-02', reportedAt: NOW * 1_000, state }], [NOW, ticked]);
  expect(rowOf('Lumion 2').getByRole('button', { name: '2 further faults' })).toHaveTextContent('+2');
  await user.click(screen.getByRole('button', { name: 'Devices in Error' }));
  expect(rowOf('Lumion 2').getByRole('button', { name: '2 further faults' })).toBeVisible();
  await user.hover(rowOf('Lumion 2').getByRole('button', { name: '2 further faults' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('lamp pump');
});

it('[FAULTS1] the worst fault of a device without an error code stands in its place, is found by its name, and is whole on hover', async () => {
  const faults = [
    { type: 'lens', level: 'warning' },
    { type: 'Düse 3', level: 'ERROR', description: 'verstopft' },
  ];
  const state: ReportedState = { shape: 'tasks', current_state: 'Error', other_fields: JSON.stringify({ faults }) };
  const { user, learn } = shown();
  learn([NOW, { kind: 'device.stateReported', serial: 'LF-02', reportedAt: NOW * 1_000, state }], [NOW, ticked]);
  expect(cell('Lumion 2', 3)).toHaveTextContent('Error Düse 3 +1');
  await user.hover(rowOf('Lumion 2').getByRole('button', { name: 'Düse 3' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Düse 3, ERROR: verstopft');
  await user.type(screen.getByPlaceholderText('Current Task'), 'düse');
  await waitFor(() => expect(names()).toEqual(['Lumion 2']));
});

it('[WRONG1] [STOP1] a row says in the place of its Stop what came of it, for a minute', async () => {
  const { user, intents, learn } = shown('/fleet/state?show=error');
  await user.click(rowOf('Lumion 2').getByRole('button', { name: 'Stop Lumion 2' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  const [intent] = intents.flatMap((one) => (one.kind === 'command.requested' ? [one] : []));
  if (intent === undefined) throw new Error('no stop was given');
  learn([NOW, { ...intent, commandId: 'a' }]);
  expect(rowOf('Lumion 2').getByRole('status')).toHaveTextContent('Sent');
  learn([NOW + 1, { kind: 'command.sent', commandId: 'a' }], [NOW + 1, ticked]);
  expect(rowOf('Lumion 2').getByRole('status')).toHaveTextContent('Done');
  expect(rowOf('Lumion 2').getByRole('button', { name: 'Stop Lumion 2' })).toBeEnabled();
  learn([NOW + 62, ticked]);
  expect(rowOf('Lumion 2').getByRole('status')).toBeEmptyDOMElement();
});

it('[PRESSED1] where a chosen filter leaves nothing, it is named and cleared there', async () => {
  const { user, learn } = shown('/fleet/state?show=error');
  learn([NOW, reported('LF-02', NOW, { current_state: 'waiting_for_task' })], [NOW, ticked]);
  expect(screen.getByText('Filter: Devices in Error')).toBeVisible();
  await user.click(
    within(screen.getByText('Filter: Devices in Error').parentElement ?? document.body).getByRole('button', { name: 'Clear Filter' }),
  );
  expect(names()).toHaveLength(4);
  expect(screen.getByRole('button', { name: 'Devices in Error' })).toHaveAttribute('aria-pressed', 'false');
});

it('[PRESSED1] a filter that has no button is named beside the headline', () => {
  shown('/fleet/state?show=treating');
  expect(screen.getByText(/^Only Devices in Treatment · Last update /)).toBeVisible();
  expect(names()).toEqual(['Lumion 10']);
});

it('[PRESSED1] a list of serials in the address is named beside the headline, too', () => {
  shown('/fleet/state?filter_device_serial=LF-03;LF-10');
  expect(screen.getByText(/^Only 2 chosen devices · Last update /)).toBeVisible();
});

it('[FLEET-001] it stands in the menu under its name', () => {
  expect(routes.find(({ path }) => path === '/fleet/state')).toMatchObject({ title: 'State Overview', place: 'menu', group: 'fleet' });
});

it('[FLEET-002] it has its title', () => {
  shown();
  expect(screen.getByRole('heading', { name: 'Overview All Devices' })).toBeVisible();
});

it('[FLEET-003] the address limits the list to the serials it names', () => {
  shown('/fleet/state?filter_device_serial=LF-03;LF-10');
  expect(names()).toEqual(['Lumion 3', 'Lumion 10']);
});

it('[FLEET-004] the columns stand in their order', () => {
  shown();
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads).toEqual(['Online', 'Name', 'Location', 'Current Task', 'Battery', 'Info', 'Actions']);
});

it.each([
  ['Online', ['Lumion 2', 'Lumion 10']],
  ['Offline', ['Lumion 3', 'Lumion 4']],
  ['All', ['Lumion 2', 'Lumion 3', 'Lumion 4', 'Lumion 10']],
])('[FLEET-005] the filter %s of the online column', async (choice, left) => {
  const { user } = shown();
  await user.click(screen.getByRole('radio', { name: 'Online' }));
  await user.click(screen.getByRole('radio', { name: choice }));
  expect(names()).toEqual(left);
});

it('[STAT1] while nothing comes, every device is unknown with its age, and the filter finds them', async () => {
  const { user, learn } = shown();
  learn([NOW + 50, ticked]);
  expect(rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent)).toEqual([
    'Unknown53 s old',
    expect.stringMatching(/^Unknown\d+ h/),
    'Unknownnever seen',
    'Unknown51 s old',
  ]);
  await user.click(screen.getByRole('radio', { name: 'Offline' }));
  expect(screen.queryByText('Lumion 3')).toBeNull();
  await user.click(screen.getByRole('radio', { name: 'Unknown' }));
  expect(names()).toEqual(['Lumion 2', 'Lumion 3', 'Lumion 4', 'Lumion 10']);
});

it('[FLEET-006] the serial of a device is copied', async () => {
  const { user } = shown();
  await user.click(rowOf('Lumion 3').getByRole('button', { name: 'Copy serial LF-03' }));
  expect(await navigator.clipboard.readText()).toBe('LF-03');
});

it.each([
  ['FLEET-007', 2, 'Lumion 10', 'De Linde'],
  ['FLEET-007] [MSG-090', 2, 'Lumion 2', 'Not Deployed'],
  ['FLEET-008', 3, 'Lumion 10', 'Executing UV Treatment'],
  ['FLEET-008', 3, 'Lumion 2', 'Error0x03000117'],
  ['FLEET-009', 4, 'Lumion 10', '18 %'],
  ['FLEET-009', 4, 'Lumion 4', '-'],
])('[%s] column %i of %s reads %s', (_, column, name, text) => {
  shown();
  expect(cell(name, column)?.textContent?.trim()).toBe(text);
});

it.each([
  ['battery', { battery_level: 55 }, 4, '55 %'],
  ['task', { current_task: 'recharge_task' }, 3, 'Executing Unknown Action (recharge_task)'],
])('[UI3] [FLEET-008] [FLEET-009] a report that changes the %s alone renders the row again', (_, change, column, text) => {
  const { learn } = shown();
  const state = { current_state: 'executing_task', current_task: 'uv_treatment', battery_level: 18, ...change };
  learn([NOW + 1, reported('LF-10', NOW + 1, state)], [NOW + 1, ticked]);
  expect(cell('Lumion 10', column)?.textContent?.trim()).toBe(text);
});

it('[FLEET-009] the battery is a picture', () => {
  shown();
  expect(cell('Lumion 10', 4)?.querySelector('svg')).toHaveAttribute('data-band', 'red');
});

it.each([
  ['FLEET-010', 'Info about Lumion 3', '/device/detail?device_serial=LF-03'],
  ['FLEET-011', 'Actions of Lumion 3', '/device/commands?device_serial=LF-03'],
  ['WAY1', 'Lumion 3', '/device/detail?device_serial=LF-03'],
])('[%s] [GAP-81] each row has a link %s', (_, name, address) => {
  shown();
  expect(rowOf('Lumion 3').getByRole('link', { name })).toHaveAttribute('href', address);
});

it('[FLEET-012] it is sorted by name, numbers by their value', () => {
  shown();
  expect(names()).toEqual(['Lumion 2', 'Lumion 3', 'Lumion 4', 'Lumion 10']);
  expect(screen.getByRole('columnheader', { name: /^Name/ })).toHaveAttribute('aria-sort', 'ascending');
});

it('[FLEET-013] the time of the newest report shows', () => {
  const { learn } = shown();
  expect(screen.getByText(`Last update ${timeText((NOW - 1) * 1_000)}`)).toBeVisible();
  learn([NOW + 5, reported('LF-02', NOW + 5)], [NOW + 5, ticked]);
  expect(screen.getByText(`Last update ${timeText((NOW + 5) * 1_000)}`)).toBeVisible();
});

it('[FLEET-014] only a device that was never seen has the light red ground', () => {
  shown();
  expect(rows().map((row) => row.dataset['tone'])).toEqual([undefined, 'old', 'never', undefined]);
  expect(cell('Lumion 4', 0)).toHaveTextContent(/never seen$/);
});

it('[FLEET-016] [GAP-82] operational devices', async () => {
  const { user, address } = shown();
  await user.click(screen.getByRole('button', { name: 'Operational Devices' }));
  expect(names()).toEqual(['Lumion 3', 'Lumion 4', 'Lumion 10']);
  expect(address()).toBe('/fleet/state?show=operational');
});

it('[FLEET-017] devices in error', async () => {
  const { user } = shown();
  await user.click(screen.getByRole('button', { name: 'Devices in Error' }));
  expect(names()).toEqual(['Lumion 2']);
});

it('[FLEET-018] one filter ends the other', async () => {
  const { user, address } = shown('/fleet/state?filter_device_serial=LF-03;LF-10');
  const pressed = () => screen.queryAllByRole('button', { pressed: true }).map((button) => button.textContent);
  expect(pressed()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Devices in Error' }));
  expect(names()).toEqual(['Lumion 2']);
  expect(pressed()).toEqual(['Devices in Error']);
  await user.click(screen.getByRole('button', { name: 'Operational Devices' }));
  expect(names()).toEqual(['Lumion 3', 'Lumion 4', 'Lumion 10']);
  expect(pressed()).toEqual(['Operational Devices']);
  expect(address()).toBe('/fleet/state?show=operational');
});

it.each(['filter_device_serial=LF-03', 'show=operational', 'show=error', 'show=treating'])(
  '[FLEET-015] Clear Filter removes %s and what the columns filter',
  async (query) => {
    const { user, address } = shown(`/fleet/state?${query}`);
    await user.type(screen.getByRole('searchbox', { name: 'Filter Name' }), 'l');
    await user.click(screen.getByRole('button', { name: 'Clear Filter' }));
    expect(screen.getByRole('searchbox', { name: 'Filter Name' })).toHaveValue('');
    expect(names()).toHaveLength(4);
    expect(address()).toBe('/fleet/state');
  },
);

it('[SHOW1] the devices in treatment are those that the dashboard counts', () => {
  const { learn } = shown('/fleet/state?show=treating');
  learn(
    ...(['LF-02', 'LF-03', 'LF-10'] as const).map(
      (serial, at) =>
        [
          NOW + 1,
          reported(
            serial,
            NOW + 1,
            at === 0 ? { current_state: 'error' } : { current_state: 'executing_task', current_task: 'uv_treatment' },
          ),
        ] as const,
    ),
    [NOW + 1, ticked],
  );
  expect(names()).toEqual(['Lumion 3', 'Lumion 10']);
});

it('[FLEET-018] where a filter leaves nothing it is named, and can be cleared there', async () => {
  const { user, learn } = shown('/fleet/state?show=error');
  learn([NOW + 1, reported('LF-02', NOW + 1)], [NOW + 1, ticked]);
  expect(screen.getByText('Filter: Devices in Error')).toBeVisible();
  await user.click(within(screen.getByRole('region', { name: 'Devices' })).getByRole('button', { name: 'Clear Filter' }));
  expect(names()).toHaveLength(4);
});

it('[LIVE-024] it asks nothing every 3 s', () => {
  const { intents } = shown();
  expect(intents.length).toBeGreaterThan(0);
  expect(intents.filter((intent) => 'everyMs' in intent && intent.everyMs === 3_000)).toEqual([]);
});

it('[FLEET-008] a stale value shows its age', () => {
  const { learn } = shown();
  learn([NOW + 60, ticked]);
  expect(cell('Lumion 10', 3)).toHaveTextContent('Executing UV Treatment 1 min old');
});

it('[UI3] [FLEET-008] a device that is listed again with the state that it had renders its row again', () => {
  const { learn } = shown();
  const old = reported('LF-04', NOW - 60, { current_state: null, battery_level: null });
  learn([NOW + 1, old, 'GET machine/{serial}/raw_state'], [NOW + 1, ticked]);
  expect(cell('Lumion 4', 3)).toHaveTextContent(/-$/);
  learn([NOW + 2, old, 'GET machines'], [NOW + 2, ticked]);
  expect(cell('Lumion 4', 3)).toHaveTextContent(/- 1 min old$/);
});

it('[STOPWAY12] a device that leaves the devices in error while its stop is confirmed is stopped', async () => {
  const { user, intents, learn } = shown('/fleet/state?show=error');
  await user.click(rowOf('Lumion 2').getByRole('button', { name: 'Stop Lumion 2' }));
  learn([NOW, reported('LF-02', NOW, { current_state: 'executing_task', current_task: 'uv_treatment' })], [NOW, ticked]);
  expect(screen.queryByRole('button', { name: 'Stop Lumion 2' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(intents.filter(({ kind }) => kind === 'command.requested')).toMatchObject([{ command: 'stop', serial: 'LF-02' }]);
});
