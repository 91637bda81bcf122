import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getAllDevices, getAllDeviceTypes, postCreateDevice } from '#contract/devices/device';
import { AddScreen } from '#screens/management/add/AddScreen';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn, types } from './aManagement.tsx';

const adding = (role = 'system_admin', isPast = false) =>
  managing(<AddScreen />, { address: '/management/add', events: [types, signedIn(role)], isPast });
const field = (name: string) => screen.getByRole('textbox', { name });
const list = (name: string) => screen.getByRole('combobox', { name });
const press = (name: string) => screen.getByRole('button', { name });
const options = (name: string) => [...list(name).querySelectorAll('option')].map(({ textContent }) => textContent);
const create = actOf(postCreateDevice, { serial: 'LF-9' });
const sent = (body: object) => ({ call: postCreateDevice.name, params: { serial: 'LF-9' }, body });
type User = ReturnType<typeof adding>['user'];
const fill = async (user: User) => {
  await pasteInto(user, field('Serial'), ' LF-9 ');
  await pasteInto(user, field('Name'), 'Nine');
};
const confirm = async (user: User) => {
  await user.click(press('Add Device'));
  await user.click(press('Yes'));
};

it('[MGMT-054] [MGMT-055] [MGMT-056] [MGMT-057] [MGMT-058] [MGMT-059] [CONST-053] [MSG-122] Add Device has serial, name, type and revision; the type is LUMION_FIX at first', () => {
  adding();
  expect(screen.getByRole('heading', { name: 'Add Device' })).toBeVisible();
  expect([field('Serial'), field('Name'), list('Device Type'), list('Hardware Revision')]).toMatchObject([
    { value: '' },
    { value: '' },
    { value: 'LUMION_FIX' },
    { value: '' },
  ]);
});

it('[MGMT-059] the type is LUMION_FIX also before the types are known', () => {
  managing(<AddScreen />, { address: '/', events: [signedIn('system_admin')] });
  expect([list('Device Type'), options('Device Type')]).toMatchObject([{ value: 'LUMION_FIX' }, ['Lumion Fix']]);
});

it('[MGMT-060] [MSG-123] an empty serial shows a problem after a try, and nothing is asked', async () => {
  const { user, acts } = adding();
  const text = 'You cannot add a device without a serial number';
  expect(screen.queryByText(text)).toBeNull();
  await user.type(field('Serial'), '  ');
  await user.click(press('Add Device'));
  expect(screen.getByText(text)).toBeVisible();
  expect(field('Serial')).toHaveAttribute('aria-invalid', 'true');
  expect([screen.queryByRole('alertdialog'), acts()]).toEqual([null, []]);
  await pasteInto(user, field('Serial'), 'LF-9');
  expect(screen.queryByText(text)).toBeNull();
});

it.each([
  ['a serial of a wrong kind', 'LF/9', 'Nine', /^Serial can have letters/],
  ['a name too long', 'LF-9', 'x'.repeat(101), /^Name cannot be longer/],
])('[ADD1] [GAP-99] %s shows a problem, and nothing is asked', async (_name, serial, name, text) => {
  const { user, acts } = adding();
  await user.click(field('Serial'));
  await user.paste(serial);
  await user.click(field('Name'));
  await user.paste(name);
  await user.keyboard('{Enter}');
  expect(screen.getByText(text)).toBeVisible();
  expect([screen.queryByRole('alertdialog'), acts()]).toEqual([null, []]);
});

it('[MGMT-061] a confirmation precedes the creation, No leads back, and Enter asks too', async () => {
  const { user, acts } = adding();
  await fill(user);
  await user.keyboard('{Enter}');
  expect(screen.getByRole('alertdialog', { name: 'Are you sure?' }).textContent).toContain(
    'A device with the serial LF-9 and the type Lumion Fix will be created.',
  );
  expect(acts()).toEqual([]);
  await user.click(press('No'));
  expect([acts(), field('Serial')]).toMatchObject([[], { value: ' LF-9 ' }]);
  await confirm(user);
  expect(acts()).toEqual([sent({ name: 'Nine', device_type: 'LUMION_FIX' })]);
});

it('[MGMT-062] [MGMT-064] [CALL-092] a revision is chosen among those of the type; another type begins without one', async () => {
  const { user, acts } = adding();
  await fill(user);
  expect(options('Hardware Revision')).toEqual(['No revision', 'LF-R1', 'LF-R2']);
  await user.selectOptions(list('Hardware Revision'), 'LF-R2');
  await user.selectOptions(list('Device Type'), 'DIV01');
  expect([options('Hardware Revision'), list('Hardware Revision')]).toMatchObject([['No revision', 'DV-R1'], { value: '' }]);
  await user.selectOptions(list('Device Type'), 'LUMION_FIX');
  expect(list('Hardware Revision')).toMatchObject({ value: '' });
  await user.selectOptions(list('Hardware Revision'), 'LF-R1');
  await confirm(user);
  expect(acts()).toEqual([sent({ name: 'Nine', device_type: 'LUMION_FIX', hardware_revision_id: 'LF-R1' })]);
});

it('[MGMT-063] [MSG-124] a type without revisions says so', async () => {
  const { user, acts } = adding();
  await fill(user);
  await user.selectOptions(list('Device Type'), 'KOMPANO');
  expect(screen.getByRole('group', { name: 'Hardware Revision' }).textContent).toContain('No options available for this device type');
  expect(screen.queryByRole('combobox', { name: 'Hardware Revision' })).toBeNull();
  await confirm(user);
  expect(acts()).toEqual([sent({ name: 'Nine', device_type: 'KOMPANO' })]);
});

it.each([null, undefined])('[MGMT-063] [MSG-124] so does one whose revisions are %s', (revisions) => {
  const known = answered(getAllDeviceTypes, { result: [{ id: 'LUMION_FIX', name: 'Lumion Fix', revisions }] });
  managing(<AddScreen />, { address: '/', events: [known, signedIn('system_admin')] });
  expect(screen.getByText('No options available for this device type')).toBeVisible();
  expect(screen.queryByRole('combobox', { name: 'Hardware Revision' })).toBeNull();
});

it('[MGMT-056] without a name the device is called by its serial', async () => {
  const { user, acts } = adding();
  await pasteInto(user, field('Serial'), 'LF-9');
  await confirm(user);
  expect(acts()).toEqual([sent({ name: 'LF-9', device_type: 'LUMION_FIX' })]);
});

it('[MGMT-065] [MSG-125] [WAY5] a created device raises a message, the devices are asked again, and the next can be added', async () => {
  const { user, learn, alerts, given } = adding();
  await fill(user);
  await confirm(user);
  learn(create.onItsWay);
  expect(press('Adding')).toBeDisabled();
  learn(...create.gave({ result: true }));
  expect([alerts(), given().at(-1)?.call]).toEqual([['success: The device is created'], getAllDevices.name]);
  expect([field('Serial'), field('Name')]).toMatchObject([{ value: '' }, { value: '' }]);
  expect(screen.queryByText(/without a serial/)).toBeNull();
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/management/device_info?device_serial=LF-9',
    '/device/detail?device_serial=LF-9',
  ]);
});

it.each([{ result: false }, { result: null }, {}])(
  '[MGMT-066] [MSG-126] [SAVED2] the falsy result %j raises a message, and the draft stays',
  async (answer) => {
    const { user, learn, alerts } = adding();
    await fill(user);
    await confirm(user);
    learn(...create.gave(answer));
    expect([alerts(), field('Name')]).toMatchObject([['warning: Something went wrong while creating the device'], { value: 'Nine' }]);
  },
);

it.each([
  [409, 'Conflict: A device with this serial exists already.', ['warning: A device with this serial exists already.'], 0],
  [400, 'Invalid: There is no such device type.', ['warning: There is no such device type.'], 0],
  [500, '', ['warning: Something went wrong'], 0],
  [0, '', [], 1],
])('[RULE-107] [RULE-109] [OPEN-91] a failure %d shows, and the draft stays', async (status, message, messages, unsure) => {
  const { user, learn, alerts } = adding();
  await fill(user);
  await confirm(user);
  learn(...create.refused(status, message));
  expect([alerts(), field('Serial')]).toMatchObject([messages, { value: ' LF-9 ' }]);
  expect(screen.queryAllByText('No answer came. The device may be created all the same.')).toHaveLength(unsure);
});

it.each([
  ['organisation_admin', false],
  ['organisation_user', false],
  ['system_admin', true],
])('[ADD3] %s (past: %s) sees the form and can send nothing', async (role, isPast) => {
  const { acts } = adding(role, isPast);
  expect([field('Serial'), press('Add Device')].every((one) => one.matches(':disabled'))).toBe(true);
  expect(screen.queryAllByText(/^Only the staff of the provider/)).toHaveLength(isPast ? 0 : 1);
  expect(acts()).toEqual([]);
});
