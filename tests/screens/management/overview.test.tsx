import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { groups } from '#app/console/routeRow';
import { routes } from '#app/console/routes';
import { type Device, getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { getDeviceActions, type DeviceAction } from '#contract/devices/deviceAction';
import { dateTimeText } from '#domain/text/dates';
import { OverviewScreen } from '#screens/management/overview/OverviewScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { managing, signedIn, stages, types } from './aManagement.tsx';

const alba: Device = aDevice('LF-01', 'Alba');
const old: Device = { ...aDevice('DV-09', 'Old'), device_type: 'DIV01', life_cycle_stage: 'DECOMMISSIONED', metadata_valid: false };
const odd: Device = { ...aDevice('XX-1', 'Odd'), device_type: 'NEW_TYPE', life_cycle_stage: 'HALF_WAY' };

const overview = (address = '/management/overview', { isPast = false } = {}) =>
  managing(<OverviewScreen />, { address, isPast, events: [devicesKnown(old, odd, alba), stages, types, signedIn('organisation_user')] });

const actionsKey = (query: object) => keyOf({ call: getDeviceActions.name, params: {}, query: { ...query } });
const actionsKnown = (query: object, total: number, actions: readonly DeviceAction[]): EventPayload => ({
  kind: 'request.succeeded',
  key: actionsKey(query),
  call: getDeviceActions.name,
  answer: { total, actions },
});
const anAction = (over: Partial<DeviceAction> = {}): DeviceAction => ({
  device_serial: 'LF-01',
  action_type: 'update',
  timestamp: '2026-03-04T13:05:00Z',
  done_by: 'An Verhoeven',
  action: { old_value: { name: 'Alba' }, new_value: { name: 'Alba two' } },
  ...over,
});
const first = { page: 0, per_page: 10 };
const rowOf = (text: string | RegExp) => within(screen.getByRole('row', { name: text }));
const texts = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
const body = () => screen.getAllByRole('row').slice(2);

it('[SHELL-011] [MGMT-001] the sidebar has a group for management, which leads to the overview whoever is signed in', () => {
  expect(groups.management.label).toBe('Management');
  const row = routes.find(({ path }) => path === '/management/overview');
  expect(row).toMatchObject({ title: 'Device Management', place: 'menu', group: 'management' });
  expect(row).not.toHaveProperty('roles');
});

it('[MGMT-001] [MGMT-002] [MGMT-003] [MSG-120] is titled Device Management and has the tabs Overview and Actions, in the address', async () => {
  const { user, address } = overview();
  expect(screen.getByRole('heading', { name: 'Device Management' })).toBeVisible();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Overview', 'Actions']);
  expect(screen.getByRole('table', { name: 'Devices' })).toBeVisible();
  await user.click(screen.getByRole('tab', { name: 'Actions' }));
  expect(await screen.findByRole('table', { name: 'Actions' })).toBeVisible();
  expect(address()).toBe('/management/overview?tab=actions');
});

it('[MGMT-004] [MGMT-005] [MGMT-006] [MGMT-007] [MGMT-008] [OPEN-124] a row has serial, name, type, life cycle and whether metadata is valid', () => {
  overview();
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
  expect(heads.slice(0, 5).map((head) => head.replace(/All.*$/, ''))).toEqual([
    'Serial',
    'Name',
    'Device Type',
    'Life Cycle',
    'Metadata Valid',
  ]);
  const rows = body().map(texts);
  expect(rows.map((cells) => cells.slice(0, 5))).toEqual([
    ['LF-01', 'Alba', 'Lumion FixLUMION_FIX', 'Operational', 'Yes'],
    ['XX-1', 'Odd', 'NEW TYPENEW_TYPE', 'HALF WAY', 'Yes'],
    ['DV-09', 'Old', 'DivoDIV01', 'Decommissioned', 'No'],
  ]);
  for (const row of body()) expect(within(row).getAllByRole('cell')[3]?.querySelector('svg')).not.toBeNull();
});

it('[MGMT-009] [MSG-121] each row leads to the details of its device', () => {
  overview();
  expect(rowOf(/Alba/).getByRole('link', { name: 'To Details of Alba' })).toMatchObject({ textContent: 'To Details' });
  const links = screen.getAllByRole('link', { name: /^To Details of/ }).map((link) => link.getAttribute('href'));
  expect(links).toEqual(['LF-01', 'XX-1', 'DV-09'].map((serial) => `/management/device_info?device_serial=${serial}`));
});

it('[MGMT-010] [GAP-92] decommissioned rows are red, and no others', () => {
  overview();
  expect(body().map((row) => row.getAttribute('data-tone'))).toEqual([null, null, 'error']);
});

it('[MGMT-006] [MGMT-008] types are found by name and by id, and what is not valid by a choice', async () => {
  const { user } = overview();
  await pasteInto(user, screen.getByRole('searchbox', { name: 'Filter Device Type' }), 'div01');
  expect(body().map((row) => texts(row)[0])).toEqual(['DV-09']);
  await user.clear(screen.getByRole('searchbox', { name: 'Filter Device Type' }));
  await user.click(screen.getByRole('radio', { name: 'No' }));
  expect(body().map((row) => texts(row)[0])).toEqual(['DV-09']);
});

it('[METAV1] where the type has no schema the metadata is not checked, and found as that', async () => {
  const unchecked = { ...aDevice('KO-1', 'Kompa'), device_type: 'KOMPANO', metadata_valid: null };
  const { user } = managing(<OverviewScreen />, {
    address: '/management/overview',
    events: [devicesKnown(unchecked, old), stages, types, signedIn('organisation_user')],
  });
  expect(body().map((row) => texts(row)[4])).toEqual(['Not checked', 'No']);
  await user.click(screen.getByRole('radio', { name: 'Not checked' }));
  expect(body().map((row) => texts(row)[0])).toEqual(['KO-1']);
});

it('[MGMT-001] [RULE-113] before the devices are known the table waits; what fails later empties it silently', () => {
  const waiting = managing(<OverviewScreen />, { address: '/management/overview', events: [] });
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true');
  waiting.unmount();
  const { learn } = overview();
  learn({ kind: 'request.failed', key: getAllDevices.name, call: getAllDevices.name, failure: { status: 500, message: '' } });
  expect(screen.getByText('No rows found')).toBeVisible();
  expect(screen.queryByText(/Loading failed|Not up to date/)).toBeNull();
});

it('[MGMT-011] [MGMT-012] [MGMT-013] [MGMT-014] [MGMT-015] [MGMT-016] [MGMT-017] an action says device, type, time, who, what was and what is', () => {
  const { learn } = overview('/management/overview?tab=actions');
  const made = anAction({
    action_type: 'create',
    action: { old_value: null, new_value: { serial: 'LF-01', metadata: { a: { b: 1 } }, note: '' } },
  });
  learn(actionsKnown(first, 23, [anAction(), made, anAction({ device_serial: null, action_type: 'close_deployment' })]));
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/All.*$/, ''))).toEqual([
    'Device Serial',
    'Type',
    'Time',
    'Done By',
    'Old Value',
    'New Value',
  ]);
  const time = dateTimeText('2026-03-04T13:05:00Z');
  expect(body().map(texts)).toEqual([
    ['LF-01', 'Update', time, 'An Verhoeven', 'Name: Alba', 'Name: Alba two'],
    ['LF-01', 'Create', time, 'An Verhoeven', '-', 'Serial: LF-01Metadata, a, b: 1Note: -'],
    ['-', 'Close Deployment', time, 'An Verhoeven', 'Name: Alba', 'Name: Alba two'],
  ]);
});

it.each<[string, Parameters<typeof anAction>[0], string]>([
  ['a serial', { action: { new_value: { device_type: 'DIV01' } } }, 'LF-01'],
  [
    'a type alone',
    { device_serial: null, action: { old_value: null, new_value: { device_type: 'DIV01', name: 'Divo' } } },
    'All of the type',
  ],
  ['a type that was', { device_serial: undefined, action: { old_value: { device_type: 'DIV01' }, new_value: null } }, 'All of the type'],
  ['a type and a serial among its values', { device_serial: null, action: { new_value: { device_type: 'DIV01', serial: 'X' } } }, '-'],
  ['no values', { device_serial: null, action: null }, '-'],
  ['an empty serial and a plain value', { device_serial: '', action: { new_value: 'device_type' } }, '-'],
])('[ANY15] [MGMT-012] an action with %s names its device, its type, or neither', (_, over, text) => {
  const { learn } = overview('/management/overview?tab=actions');
  learn(actionsKnown(first, 1, [anAction(over)]));
  expect(body().map((row) => texts(row)[0])).toEqual([text]);
});

it('[MGMT-011] [RULE-091] [CALL-095] pages are asked for from zero, one at a time', async () => {
  const { user, learn, intents } = overview('/management/overview?tab=actions');
  learn(actionsKnown(first, 23, [anAction()]));
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  const asked = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getDeviceActions.name ? [intent.request.query] : [],
  );
  expect(asked).toEqual([first, { page: 2, per_page: 10 }]);
});

it('[MGMT-012] [MGMT-013] [OPEN-94] one kind of action and one device can be asked for, in the address', async () => {
  const { user, learn, intents, address } = overview('/management/overview?tab=actions&action_type=nonsense');
  const last = () =>
    intents
      .flatMap((intent) =>
        intent.kind === 'query.subscribed' && intent.request.call === getDeviceActions.name ? [intent.request.query] : [],
      )
      .at(-1);
  expect(last()).toEqual(first);
  learn(actionsKnown(first, 1, [anAction()]));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Type' }), 'Deploy');
  expect(last()).toEqual({ ...first, action_type: 'deploy' });
  await user.click(screen.getByRole('combobox', { name: 'Device: Choose a device' }));
  await user.click(await screen.findByRole('option', { name: /Alba/ }));
  expect(last()).toEqual({ ...first, action_type: 'deploy', device_serial: 'LF-01' });
  expect(address()).toBe('/management/overview?tab=actions&action_type=deploy&device_serial=LF-01');
  await user.click(screen.getByRole('button', { name: 'All Devices' }));
  expect(last()).toEqual({ ...first, action_type: 'deploy' });
});

it('[MGMT-011] an address with an empty device asks for all', () => {
  const { intents } = overview('/management/overview?tab=actions&device_serial=');
  const asked = intents.flatMap((intent) =>
    intent.kind === 'query.subscribed' && intent.request.call === getDeviceActions.name ? [intent.request.query] : [],
  );
  expect(asked).toEqual([first]);
  expect(screen.queryByRole('button', { name: 'All Devices' })).toBeNull();
});

it('[MGMT-011] [RULE-113] a failed load empties the table and can be tried again; nothing found says so', async () => {
  const { user, learn, given } = overview('/management/overview?tab=actions');
  const { name } = getDeviceActions;
  learn({ kind: 'request.failed', key: actionsKey(first), call: name, failure: { status: 500, message: '' } });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(given().map(({ call }) => call)).toEqual([name]);
  learn(actionsKnown(first, 0, []));
  expect(screen.getByText('No rows found')).toBeVisible();
});

it('[MGMT-011] in the past what was not known then is not asked for', () => {
  overview('/management/overview?tab=actions', { isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});

it('[MGMT-016] [MGMT-017] a hostile value is text, and a long one is cut until all of it is asked for', async () => {
  const { user, learn } = overview('/management/overview?tab=actions');
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`field${at}`, at]));
  const hostile = { name: '<img src=x onerror=alert(1)>', long: 'x'.repeat(500) };
  learn(actionsKnown(first, 1, [anAction({ action: { old_value: many, new_value: hostile } })]));
  const [cells] = body().map(texts);
  expect(cells?.[4]).toMatch(/Field11: 11Show All$/);
  expect(cells?.[5]).toBe(`Name: ${hostile.name}Long: ${'x'.repeat(160)}…Show All`);
  for (const button of screen.getAllByRole('button', { name: 'Show All' })) await user.click(button);
  const [whole] = body().map(texts);
  expect(whole?.[4]).toMatch(/Field19: 19Show Less$/);
  expect(whole?.[5]).toBe(`Name: ${hostile.name}Long: ${hostile.long}Show Less`);
});

it('[LIVE-009] the list asks for all devices, types and stages, and for nothing by device', () => {
  const { intents } = overview();
  const asked = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [[intent.request.call, intent.request.params]] : []));
  expect(asked).toEqual([getAllDevices, getAllDeviceTypes, getAllLifeCycleStages].map(({ name }) => [name, {}]));
});

it('[RENEW8] the list says whose access token ends soon, only where one does and the server tells it', () => {
  const events = (access_token_ends_at: string | null) => [devicesKnown(old, { ...alba, access_token_ends_at }), stages, types];
  const shown = (options: Omit<Parameters<typeof managing>[1], 'address'>) => {
    const { unmount } = managing(<OverviewScreen />, { address: '/management/overview', ...options });
    const found = [screen.queryAllByRole('columnheader', { name: /Access Token/ }).length, screen.queryAllByText('has ended').length];
    unmount();
    return found;
  };
  expect(shown({ events: events('1970-01-01T00:00:00Z') })).toEqual([1, 1]);
  expect(shown({ events: events(null) })).toEqual([0, 0]);
  expect(shown({ events: events('1970-01-01T00:00:00Z'), features: [] })).toEqual([0, 0]);
});
