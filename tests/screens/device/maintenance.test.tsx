import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { postConfirmMaintenanceDeployment } from '#contract/devices/maintenance';
import { keyOf } from '#streams/event';
import { SETTINGS_NOTE } from '#domain/devices/deviceSettings';
import { pasteInto } from '../../support/pasteInto.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { alba, boris, declined, maintenance, onItsWay, refreshes, refused, saves, setting, taken, target } from './aMaintenance.tsx';

const edit = (label: 'Name' | 'Life Cycle Stage') => setting(label).getByRole('button', { name: `Edit ${label}` });
const field = () => setting('Name').getByRole('textbox', { name: 'Name' });
const button = (label: 'Name' | 'Life Cycle Stage', name: string) => setting(label).getByRole('button', { name });
const isOff = (element: HTMLElement) => element.matches(':disabled');

it('[SHELL-041] the menu group of devices leads to it', () => {
  expect(routes.find(({ path }) => path === '/device/maintenance')).toMatchObject({ title: 'Maintenance', place: 'menu', group: 'device' });
});

it('[DEV-141] [DEV-143] [GAP-31] a name goes idle, editing, saved, and is asked again; only the name is sent', async () => {
  const { user, learn, given, alerts } = maintenance();
  expect(setting('Name').getByText('Alba')).toBeTruthy();
  await user.click(edit('Name'));
  expect([field().matches(':focus'), field()]).toMatchObject([true, { value: 'Alba' }]);
  await user.clear(field());
  await user.type(field(), ' Alba two {Enter}');
  expect(given()).toEqual([saves({ name: 'Alba two' })]);
  learn(...onItsWay);
  expect(isOff(button('Name', 'Saving'))).toBe(true);
  expect(isOff(button('Name', 'Cancel'))).toBe(true);
  learn(...taken);
  expect(setting('Name').getByText('Alba two')).toBeTruthy();
  expect(edit('Name').matches(':focus')).toBe(true);
  expect(given()).toEqual([saves({ name: 'Alba two' }), refreshes]);
  expect(alerts()).toEqual(['success: The change is saved']);
  learn(devicesKnown({ ...alba, name: 'Alba by the list' }, boris));
  expect(setting('Name').getByText('Alba by the list')).toBeTruthy();
});

it.each(['{Escape}', 'Cancel'])('[DEV-143] %s cancels: nothing is saved, and the device is asked again', async (way) => {
  const { user, given } = maintenance();
  await user.click(edit('Name'));
  await user.type(field(), ' draft');
  await (way === 'Cancel' ? user.click(button('Name', way)) : user.keyboard(way));
  expect(setting('Name').getByText('Alba')).toBeTruthy();
  expect(given()).toEqual([refreshes]);
  expect(edit('Name').matches(':focus')).toBe(true);
  await user.click(edit('Name'));
  expect(field()).toMatchObject({ value: 'Alba' });
});

it('[DEV-142] [DEV-143] [OPEN-124] the stage is chosen among the stages there are, and sent alone', async () => {
  const { user, learn, given } = maintenance();
  expect(setting('Life Cycle Stage').getByText('Operational')).toBeTruthy();
  await user.click(edit('Life Cycle Stage'));
  const list = setting('Life Cycle Stage').getByRole('combobox', { name: 'Life Cycle Stage' });
  await user.selectOptions(list, 'Service');
  await user.click(button('Life Cycle Stage', 'Save'));
  learn(...taken);
  expect(given()).toEqual([saves({ life_cycle_stage: 'SERVICE' }), refreshes]);
  expect(setting('Life Cycle Stage').getByText('Service')).toBeTruthy();
});

it('[DEV-142] a stage that nobody knows is shown and can stay', async () => {
  const { user, learn } = maintenance();
  learn(devicesKnown({ ...aDevice('LF-01', 'Alba'), life_cycle_stage: 'ON_LOAN' }));
  await user.click(edit('Life Cycle Stage'));
  expect(setting('Life Cycle Stage').getByRole('option', { name: 'On Loan' })).toMatchObject({ selected: true });
});

it.each([
  ['   ', 'Name cannot be empty.'],
  ['x'.repeat(101), 'Name cannot be longer than 100 characters.'],
])('[MAINT1] the draft %j cannot be saved and says why', async (draft, problem) => {
  const { user, given } = maintenance();
  await user.click(edit('Name'));
  await user.clear(field());
  expect(setting('Name').getByText('Name cannot be empty.')).toBeTruthy();
  await pasteInto(user, field(), draft);
  expect(setting('Name').getByText(problem)).toBeTruthy();
  expect(isOff(button('Name', 'Save'))).toBe(true);
  await user.type(field(), '{Enter}');
  expect(given()).toEqual([]);
});

it('[DEV-143] unchanged values are not sent', async () => {
  const { user, given } = maintenance();
  await user.click(edit('Name'));
  await user.type(field(), '  {Enter}');
  expect(given()).toEqual([refreshes]);
  expect(edit('Name')).toBeTruthy();
});

it.each([
  [409, 'Conflict: in use', ['warning: in use']],
  [500, 'ServerFault: broken', ['warning: ServerFault: broken']],
  [0, '', []],
])('[RULE-107] [MAINT2] [FORM17] a failure %i keeps the draft', async (status, message, messages) => {
  const { user, learn, alerts, given } = maintenance();
  await user.click(edit('Name'));
  await user.type(field(), ' two');
  await user.click(button('Name', 'Save'));
  learn(...refused(status, message));
  expect(field()).toMatchObject({ value: 'Alba two' });
  expect(alerts()).toEqual(messages);
  expect(setting('Name').queryAllByText('No answer came. The change may be saved all the same.')).toHaveLength(status === 0 ? 1 : 0);
  await user.click(button('Name', 'Save'));
  learn(...taken);
  expect(given()).toEqual([saves({ name: 'Alba two' }), refreshes, saves({ name: 'Alba two' }), refreshes]);
});

it('[DEV-143] a server that says no keeps the draft, and the field says so', async () => {
  const { user, learn, alerts } = maintenance();
  await user.click(edit('Name'));
  await user.type(field(), ' two{Enter}');
  learn(...declined);
  expect([field(), alerts()]).toMatchObject([{ value: 'Alba two' }, []]);
  expect(setting('Name').getByText('The change was not saved.')).toBeTruthy();
  await user.click(button('Name', 'Cancel'));
  await user.click(edit('Name'));
  expect(setting('Name').queryByText('The change was not saved.')).toBeNull();
});

it('[MAINT2] two edited settings are saved one at a time, and the other keeps its draft', async () => {
  const { user, learn, given } = maintenance();
  await user.click(edit('Life Cycle Stage'));
  await user.selectOptions(setting('Life Cycle Stage').getByRole('combobox'), 'Service');
  await user.click(edit('Name'));
  await user.type(field(), ' two{Enter}');
  learn(...onItsWay);
  expect(isOff(button('Life Cycle Stage', 'Save'))).toBe(true);
  learn(...taken);
  expect(setting('Name').getByText('Alba two')).toBeTruthy();
  await user.click(button('Life Cycle Stage', 'Save'));
  expect(given()).toEqual([saves({ name: 'Alba two' }), refreshes, saves({ life_cycle_stage: 'SERVICE' })]);
});

it('[MSG-061] [GAP-91] [GAP-79] the note of 48 h stands under the settings; the device is chosen by search and list alone', () => {
  maintenance();
  expect(screen.getByRole('region', { name: 'Settings' }).textContent).toContain(SETTINGS_NOTE);
  expect(screen.getByRole('combobox', { name: 'Device: Alba' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Next device' })).toBeNull();
});

it('[DEV-143] in the past nothing can be edited', () => {
  maintenance({ isPast: true });
  expect(isOff(edit('Name'))).toBe(true);
  expect(isOff(edit('Life Cycle Stage'))).toBe(true);
});

it('[KEPTHERE1] credentials that nobody confirmed stand beside those before them, until somebody says that the device has them', async () => {
  const { user, tell, given } = maintenance();
  expect(screen.getByText(/Kept here: nothing is sent to the device/)).toBeInTheDocument();
  await user.click(target('nuc').getByRole('button', { name: 'Request' }));
  tell('nuc', { username: 'op', password: 'second', former: { username: 'op', password: 'first' } });
  const former = within(screen.getByRole('group', { name: 'Former SSH credentials of nuc' }));
  expect(former.getByText('first')).toBeInTheDocument();
  await user.click(former.getByRole('button', { name: 'The device has the new ones' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(given().map(({ call }) => call)).toContain(postConfirmMaintenanceDeployment.name);
});

it.each([
  ['the instant of what the person has read', { saved_at: '2026-03-04T13:05:00.000Z' }, { saved_at: '2026-03-04T13:05:00.000Z' }],
  ['nothing where the server names no instant', {}, {}],
])('[CRED9] the confirmation of credentials names %s', async (_, saved, body) => {
  const { user, tell, given } = maintenance();
  await user.click(target('nuc').getByRole('button', { name: 'Request' }));
  tell('nuc', { username: 'op', password: 'second', former: { username: 'op', password: 'first' }, ...saved });
  await user.click(screen.getByRole('button', { name: 'The device has the new ones' }));
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(given().find(({ call }) => call === postConfirmMaintenanceDeployment.name)).toMatchObject({ body });
});

it('[MINUTE1] a confirmation that was asked for within the minute of the credentials is sent, and its outcome shown, after it', async () => {
  const { user, tell, at, given, learn, alerts } = maintenance();
  at(100);
  await user.click(target('nuc').getByRole('button', { name: 'Request' }));
  tell('nuc', { username: 'op', password: 'second', former: { username: 'op', password: 'first' } });
  await user.click(screen.getByRole('button', { name: 'The device has the new ones' }));
  at(161);
  expect(screen.queryByText('first')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(given().at(-1)?.call).toBe(postConfirmMaintenanceDeployment.name);
  const key = keyOf({ call: postConfirmMaintenanceDeployment.name, params: { serial: 'LF-01', target: 'nuc' }, query: {} });
  const about = { key, call: postConfirmMaintenanceDeployment.name };
  learn(
    { kind: 'request.started', ...about },
    { kind: 'request.failed', ...about, failure: { status: 409, message: 'Somebody changed them.' } },
  );
  expect(alerts()).toEqual(['warning: Somebody changed them.']);
});
