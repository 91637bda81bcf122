import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import {
  getMaintenanceDeployment,
  postDeleteMaintenanceDeployment,
  postMaintenanceDeployment,
  type SshTarget,
} from '#contract/devices/maintenance';
import { endings } from '#domain/text/endings';
import { SshCredentialsScreen } from '#screens/management/ssh_credentials/SshCredentialsScreen';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { keyOf } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { accept } from '../onScreen.ts';
import { actOf, managing, signedIn } from './aManagement.tsx';

const serial = 'LF-01';
const stored = { username: 'mila', password: 'only-for-me' };
const save = actOf(postMaintenanceDeployment, { serial });

interface Options {
  readonly isPast?: boolean;
  readonly address?: string;
  readonly role?: string;
  readonly features?: readonly ServerFeature[];
}

function credentials({ isPast = false, address = '/management/ssh_credentials', role = 'organisation_user', features = [] }: Options = {}) {
  const door = createSecretChannel();
  const shown = managing(
    <SecretContext value={isPast ? null : door}>
      <SshCredentialsScreen />
    </SecretContext>,
    { address, isPast, features, events: [devicesKnown(aDevice(serial, 'Alba'), aDevice('LF-02', 'Boris')), signedIn(role)] },
  );
  const request = (target: SshTarget) => actOf(getMaintenanceDeployment, { serial, target });
  const load = async (target: SshTarget, answer: object = stored) => {
    await shown.user.click(press(target, 'Load'));
    const key = keyOf({ call: getMaintenanceDeployment.name, params: { serial, target }, query: {} });
    act(() => door.onSecret(key, answer));
    shown.learn(request(target).onItsWay, { kind: 'request.unchanged', key, call: getMaintenanceDeployment.name });
  };
  return { ...shown, load, request };
}
const target = (name: SshTarget) => within(screen.getByRole('group', { name: `SSH credentials of ${name}` }));
const press = (name: SshTarget, word: 'Load' | 'Hide' | 'Remove') =>
  target(name).getByRole('button', { name: `${word} the credentials of ${name}` });
const username = (name: SshTarget) => target(name).getByRole('textbox', { name: 'Username' });
const password = (name: SshTarget) => target(name).getByLabelText('Password');
const update = () => screen.getByRole('button', { name: 'Update SSH Credentials' });
const body = (deployment: object) => ({ call: postMaintenanceDeployment.name, params: { serial }, body: { deployment } });
const all = ['pi', 'nuc', 'router'] as const;

it('[MGMT-073] [MSG-136] [GAP-77] the device is chosen by search and list, and stands in the address', async () => {
  const { user, address } = credentials();
  expect(screen.getByRole('region', { name: 'Update SSH Credentials' })).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  await user.click(await screen.findByRole('option', { name: /Boris/ }));
  expect(address()).toBe('/management/ssh_credentials?device_serial=LF-02');
});

it('[MGMT-074] [CONST-068] pi, nuc and router have a username and a password, empty and hidden', () => {
  credentials();
  for (const name of all) expect([username(name), password(name)]).toMatchObject([{ value: '' }, { value: '', type: 'password' }]);
});

it('[MGMT-078] [MGMT-079] [MSG-138] [MSG-139] [GAP-78] the audit log is coming soon, and every query is logged', () => {
  credentials();
  expect(screen.getByRole('region', { name: 'Audit Log' }).textContent).toContain('Coming Soon');
  expect(screen.getByText('Every query is logged')).toBeVisible();
});

it.each([
  ['system_admin', /^Audit Log of /],
  ['organisation_admin', /^Audit Log of /],
  ['license_support_engineer', null],
] as const)('[GAP-16] [AUDIT10] where it is announced, a %s reads the audit log of the device, or whom to ask', (role, name) => {
  credentials({ features: ['audit_log'], role });
  const section = within(screen.getByRole('region', { name: 'Audit Log' }));
  expect(section.queryByText('Coming Soon')).toBeNull();
  if (name === null) expect(section.getByText('System admins and organisation admins can read it.')).toBeVisible();
  else expect(section.getByRole('link', { name })).toHaveAttribute('href', expect.stringContaining('/management/audit_log?about='));
});

it('[MGMT-074] stored values are loaded into the form on request, and removed by Hide', async () => {
  const { load, given, user } = credentials();
  await load('pi');
  expect(given()).toEqual([{ call: getMaintenanceDeployment.name, params: { serial, target: 'pi' }, body: undefined }]);
  expect([username('pi'), password('pi'), username('nuc')]).toMatchObject([{ value: 'mila' }, { value: 'only-for-me' }, { value: '' }]);
  expect(target('pi').getByRole('timer').textContent).toBe('60 s');
  await user.click(press('pi', 'Hide'));
  expect([username('pi'), password('pi')]).toMatchObject([{ value: '' }, { value: '' }]);
});

it.each([{ username: 'mila', password: null }, { username: 'mila' }])('[MGMT-074] [ANY1] of %o the user name is shown', async (answer) => {
  const { load, user, acts } = credentials();
  await load('pi', answer);
  expect([username('pi'), password('pi')]).toMatchObject([{ value: 'mila' }, { value: '' }]);
  await user.type(password('pi'), 'new');
  await user.click(update());
  await accept(user);
  expect(acts()).toEqual([body({ pi: { username: 'mila', password: 'new' } })]);
});

it('[MGMT-074] after a minute what was loaded is gone from the form', async () => {
  const { load, tickAt } = credentials();
  tickAt(10);
  await load('pi');
  tickAt(69);
  expect([password('pi'), target('pi').getByRole('timer').textContent]).toMatchObject([{ value: 'only-for-me' }, '1 s']);
  tickAt(70);
  expect([username('pi'), password('pi')]).toMatchObject([{ value: '' }, { value: '' }]);
  expect(press('pi', 'Load')).toBeEnabled();
});

it('[MGMT-075] [MGMT-076] [CALL-070] [ENDS1] only what differs from the loaded values is sent, without empty inputs', async () => {
  const { load, user, acts } = credentials();
  await load('pi');
  await load('nuc');
  await user.clear(password('pi'));
  await pasteInto(user, password('pi'), 'changed');
  await user.clear(username('nuc'));
  await user.type(username('router'), 'ben');
  await user.click(update());
  expect(await accept(user)).toBe(endings.replaceSsh('Alba', ['pi', 'router'], false));
  expect(acts()).toEqual([body({ pi: { username: 'mila', password: 'changed' }, router: { username: 'ben' } })]);
});

it('[MGMT-077] [MSG-137] when nothing changed the warning says so, and nothing is sent', async () => {
  const { load, user, acts, alerts } = credentials();
  await user.click(update());
  await load('pi');
  await user.click(update());
  await user.type(username('pi'), 'x{Backspace}');
  await user.clear(password('pi'));
  await user.click(update());
  expect([acts(), alerts()]).toEqual([[], Array.from({ length: 3 }, () => 'warning: No changes are made.')]);
});

it('[MGMT-073] a saved change raises a message, and the form is empty again', async () => {
  const { load, user, learn, alerts } = credentials();
  await load('nuc');
  await user.type(password('nuc'), 'x');
  await user.click(update());
  await accept(user);
  learn(save.onItsWay);
  expect(screen.getByRole('button', { name: 'Updating' })).toBeDisabled();
  learn(...save.gave({ success: true }));
  expect(alerts()).toEqual(['success: The credentials are saved']);
  expect([username('nuc'), password('nuc')]).toMatchObject([{ value: '' }, { value: '' }]);
});

it.each([
  [404, 'NotFound: no such device', ['warning: no such device'], null],
  [0, '', [], 'No answer came. The credentials may be saved all the same.'],
])('[RULE-108] a failure %d shows, and what was typed stays', async (status, message, messages, text) => {
  const { user, learn, alerts } = credentials();
  await user.type(password('pi'), 'x');
  await user.click(update());
  await accept(user);
  learn(...save.refused(status, message));
  expect([alerts(), password('pi')]).toMatchObject([messages, { value: 'x' }]);
  if (text !== null) expect(screen.getByText(text)).toBeVisible();
});

it('[MGMT-073] a server that refuses shows a message', async () => {
  const { user, learn } = credentials();
  await user.type(password('pi'), 'x');
  await user.click(update());
  await accept(user);
  learn(...save.gave({ success: false }));
  expect(screen.getByText('The credentials were not saved.')).toBeVisible();
});

it('[MGMT-074] [RULE-108] a failed load raises a message, and can be typed all the same', async () => {
  const { user, learn, alerts, request } = credentials();
  await user.click(press('router', 'Load'));
  learn(...request('router').refused(404, 'NotFound: no credentials are stored for this target'));
  expect(alerts()).toEqual(['warning: no credentials are stored for this target']);
  expect(username('router')).toBeEnabled();
});

it('[MGMT-073] another device begins with an empty form', async () => {
  const { load, user } = credentials();
  await load('pi');
  await pasteInto(user, username('pi'), ' draft');
  await user.click(screen.getByRole('combobox', { name: 'Device: Alba' }));
  await user.click(await screen.findByRole('option', { name: /Boris/ }));
  expect([username('pi'), password('pi')]).toMatchObject([{ value: '' }, { value: '' }]);
});

it('[MGMT-073] in the past nothing can be changed or loaded; without devices there is nothing to change', () => {
  const past = credentials({ isPast: true });
  for (const name of all) expect([username(name), press(name, 'Load')].every((one) => one.matches(':disabled'))).toBe(true);
  expect(update()).toBeDisabled();
  past.unmount();
  managing(<SshCredentialsScreen />, { address: '/', events: [devicesKnown()] });
  expect(screen.getByText('No devices found')).toBeVisible();
});

it('[CRED6] the stored credentials of one computer are removed after a question, and its fields are empty then', async () => {
  const { load, user, acts, learn, alerts } = credentials({ features: ['secret_removals'] });
  await load('pi');
  await load('nuc');
  await user.type(password('pi'), 'x');
  await user.click(press('pi', 'Remove'));
  expect([acts(), await accept(user)]).toEqual([[], endings.removeSsh('pi', 'Alba')]);
  expect(acts()).toEqual([{ call: postDeleteMaintenanceDeployment.name, params: { serial, target: 'pi' }, body: {} }]);
  learn(...actOf(postDeleteMaintenanceDeployment, { serial, target: 'pi' }).gave({ success: true }));
  expect(alerts()).toEqual(['success: The credentials of pi are removed']);
  expect([username('pi'), password('pi'), username('nuc')]).toMatchObject([{ value: '' }, { value: '' }, { value: 'mila' }]);
});

it('[CRED8] while credentials are removed their fields and Update wait, and what is typed for the other computers stays', async () => {
  const { user, learn } = credentials({ features: ['secret_removals'] });
  const removal = actOf(postDeleteMaintenanceDeployment, { serial, target: 'pi' });
  await user.click(press('pi', 'Remove'));
  await accept(user);
  learn(removal.onItsWay);
  const waiting = [username('pi'), password('pi'), press('pi', 'Load'), press('pi', 'Remove'), update()];
  expect(waiting.map((one) => one.matches(':disabled'))).toEqual(waiting.map(() => true));
  await user.type(password('nuc'), 'x');
  learn(...removal.gave({ success: true }));
  expect(waiting.map((one) => one.matches(':disabled'))).toEqual(waiting.map(() => false));
  expect(password('nuc')).toHaveValue('x');
});

it.each([
  ['in the past', { features: ['secret_removals'], isPast: true }, [true]],
  ['on a server that does not offer it', {}, []],
] as const)('[CRED6] %s no credentials are removed', (_name, options, disabled) => {
  credentials(options);
  const offered = target('pi').queryAllByRole('button', { name: 'Remove the credentials of pi' });
  expect(offered.map((button) => button.matches(':disabled'))).toEqual(disabled);
});
