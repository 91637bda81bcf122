import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ServerFeature } from '#contract/config';
import { postUpdateDevice } from '#contract/devices/device';
import {
  getDecryptedDevice,
  getDeleteCredentials,
  getDeviceAccessToken,
  getDeviceCredentials,
  getDeviceQrCode,
  postGenerateCredentials,
} from '#contract/devices/deviceCredential';
import { getCloseDeployment, postDeployDevice } from '#contract/devices/deployment';
import { endings } from '#domain/text/endings';
import { keyOf, type EventPayload } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { accept } from '../onScreen.ts';
import { aDevice, devicesKnown } from '../../widgets/aConsole.tsx';
import { alba, button, deviceInfo, idle, known, metadata, readable, section, serial, value } from './aDeviceInfo.tsx';
import { actOf } from './aManagement.tsx';

const save = actOf(postUpdateDevice, { serial });
const asks = (of: { readonly name: string }, body?: unknown) => ({ call: of.name, params: { serial }, body });

it('[MGMT-018] [MGMT-019] [MGMT-020] the device of the address is shown with its fields and a way back', () => {
  deviceInfo();
  expect(screen.getByRole('link', { name: 'Device Management' }).getAttribute('href')).toBe('/management/overview');
  expect(screen.getByRole('heading', { name: 'Alba' })).toBeVisible();
  const fields = ['Serial', 'Name', 'Client Name', 'Device Type', 'Hardware Revision', 'Life Cycle Stage', 'Last Seen', 'Metadata Valid'];
  expect(fields.map(value)).toEqual([
    expect.stringContaining('LF-01'),
    expect.stringContaining('Alba'),
    '-',
    'Lumion FixLUMION_FIX',
    'LF-R2',
    expect.stringContaining('Operational'),
    'Never connected',
    'Yes',
  ]);
  expect(value('First Seen')).toMatch(/^04\/03\/2026/);
});

it.each([
  ['/management/device_info', 'No device is chosen'],
  ['/management/device_info?device_serial=', 'No device is chosen'],
  ['/management/device_info?device_serial=lf-01', 'There is no device lf-01'],
  ['/management/device_info?device_serial=<b>', 'There is no device <b>'],
])('[MGMT-018] %s says %s', (address, text) => {
  deviceInfo({ address });
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Device Management' })).toBeVisible();
});

it('[MGMT-018] before the devices are known it says so', () => {
  deviceInfo({ events: [] });
  expect(screen.getByText('Loading')).toBeVisible();
});

it('[MGMT-027] [MGMT-031] [MSG-131] [MSG-133] the metadata has the fields of the type, secrets masked, the empty sideshift as None', () => {
  deviceInfo();
  const fields = ['App Login Username', 'App Login Password', 'Platform WiFi Password', 'Cover Finish', 'Sideshift', 'Implement Type'];
  expect(fields.map(value)).toEqual(['app-lf-01', '***', '***', 'INOX', 'None', 'P2']);
});

it('[KEPTHERE2] [MGMT-021] [MGMT-022] [MGMT-023] [CALL-093] metadata is viewed, edited, and what changed is saved', async () => {
  const { user, acts, learn, alerts, refreshed } = deviceInfo();
  await user.click(button('Edit Metadata'));
  const before = refreshed();
  const form = within(screen.getByRole('form', { name: 'Metadata' }));
  expect(form.getByText(/^Kept here: /)).toBeVisible();
  await user.selectOptions(form.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
  expect(form.getByLabelText('App Login Password')).toMatchObject({ value: '', placeholder: '***' });
  await pasteInto(user, form.getByLabelText('Platform WiFi Password'), 'new-one');
  await user.click(form.getByRole('button', { name: 'Save' }));
  const wifi = { wifi_ssid: 'serra-lf-01', wifi_password: 'new-one' };
  expect(acts()).toEqual([asks(postUpdateDevice, { metadata: { ...metadata, sideshift: 'TWIN', platform_wifi_credentials: wifi } })]);
  learn(...save.gave({ result: true }));
  expect([alerts(), refreshed()]).toEqual([['success: The change is saved'], before + 1]);
  expect(button('Edit Metadata')).toHaveFocus();
  expect(document.body.textContent).not.toContain('new-one');
});

const DOCUMENTED: readonly ServerFeature[] = [];

it('[META4] [META6] a server that stores what it receives is sent the stored secrets, and nothing while one cannot be read', async () => {
  const { user, acts, given, learn, alerts, door } = deviceInfo({ features: DOCUMENTED });
  const reads = () => given().filter(({ call }) => call === getDecryptedDevice.name);
  const change = async () => {
    await user.click(button('Save'));
    learn(actOf(getDecryptedDevice, { serial }).onItsWay);
  };
  const gave = (secrets: typeof readable) => {
    const key = keyOf({ call: getDecryptedDevice.name, params: { serial }, query: {} });
    const came: EventPayload = { kind: 'request.unchanged', key, call: getDecryptedDevice.name };
    act(() => door.onSecret(key, { result: { ...alba, metadata: secrets } }));
    learn(came);
  };
  await user.click(button('Edit Metadata'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
  await change();
  expect(reads()).toHaveLength(1);
  expect(button('Saving')).toBeDisabled();
  // The server answers with a mask in place of a secret, then with none of them.
  gave({ ...readable, app_login_credentials: metadata.app_login_credentials });
  expect(
    screen.getByText('The stored secrets cannot be read, or are *** themselves: enter them anew. Saving would replace them with ***.'),
  ).toBeVisible();
  await change();
  expect(screen.queryByText(/cannot be read/)).toBeNull();
  learn(...actOf(getDecryptedDevice, { serial }).refused(403, 'Forbidden: not yours'));
  expect(screen.getByText('Forbidden: not yours')).toBeVisible();
  await change();
  gave(readable);
  expect(reads()).toHaveLength(3);
  expect(acts()).toEqual([asks(postUpdateDevice, { metadata: { ...readable, sideshift: 'TWIN' } })]);
  learn(...save.gave({ result: true }));
  expect(alerts()).toEqual(['success: The change is saved']);
  expect(document.body.textContent).not.toContain('sesame-7');
});

it('[META5] a server that leaves secrets out of its answers is sent those that it has', async () => {
  const bare = { ...metadata, app_login_credentials: { username: 'app-lf-01' }, platform_wifi_credentials: null };
  const { user, acts, learn, door } = deviceInfo({ features: DOCUMENTED, device: { ...alba, metadata: bare } });
  await user.click(button('Edit Metadata'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
  await user.click(button('Save'));
  expect(acts()).toEqual([]);
  learn(actOf(getDecryptedDevice, { serial }).onItsWay);
  const key = keyOf({ call: getDecryptedDevice.name, params: { serial }, query: {} });
  act(() => door.onSecret(key, { result: { ...alba, metadata: readable } }));
  learn({ kind: 'request.unchanged', key, call: getDecryptedDevice.name });
  expect(acts()).toEqual([asks(postUpdateDevice, { metadata: { ...readable, sideshift: 'TWIN' } })]);
});

it.each([404, 405, 501])(
  '[META5] where the server has no readable metadata (%i), the copy is saved, unless it has a mask',
  async (status) => {
    const open = { cover_finish: 'INOX', sideshift: null, implement_type: 'P2' };
    const { user, acts, learn, unmount } = deviceInfo({ features: DOCUMENTED, device: { ...alba, metadata: open } });
    const change = async () => {
      await user.click(button('Edit Metadata'));
      await user.selectOptions(screen.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
      await user.click(button('Save'));
    };
    await change();
    learn(...actOf(getDecryptedDevice, { serial }).refused(status, ''));
    expect(acts()).toEqual([asks(postUpdateDevice, { metadata: { ...open, sideshift: 'TWIN' } })]);
    unmount();
    const masked = deviceInfo({ features: DOCUMENTED });
    await change();
    masked.learn(...actOf(getDecryptedDevice, { serial }).refused(status, ''));
    expect(screen.getByText(/^The stored secrets cannot be read, or are \*\*\* themselves/)).toBeVisible();
    expect(masked.acts()).toEqual([]);
  },
);

it.each([
  [503, 'Busy: come back', 'Busy: come back'],
  [409, 'Conflict: in use', 'in use'],
  [500, '', 'Something went wrong'],
  [0, '', 'No answer came: nothing was saved. Try again.'],
  [200, '', /^The stored secrets cannot be read, or are \*\*\* themselves/],
])('[META6] stored metadata that cannot be read (%i %s) saves nothing and says why', async (status, message, text) => {
  const { user, acts, learn } = deviceInfo({ features: DOCUMENTED });
  await user.click(button('Edit Metadata'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
  await user.click(button('Save'));
  learn(...actOf(getDecryptedDevice, { serial }).refused(status, message));
  expect(screen.getByText(text)).toBeVisible();
  expect([acts(), button('Save')]).toMatchObject([[], { disabled: false }]);
});

it.each([0, 200, 503])('[FORM17] metadata, and a setting, that were not saved by an answer (%i) are requested again', async (status) => {
  const { user, learn, refreshed } = deviceInfo();
  await user.click(button('Edit Metadata'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sideshift' }), 'TWIN');
  await user.click(button('Save'));
  const before = refreshed();
  learn(save.onItsWay);
  learn(...save.refused(status, '').slice(1));
  expect(refreshed()).toBe(before + 1);
  await user.click(button('Cancel'));
  await user.click(button('Edit Name'));
  await user.keyboard('x{Enter}');
  const then = refreshed();
  learn(save.onItsWay);
  learn(...save.refused(status, '').slice(1));
  expect(refreshed()).toBe(then + 1);
});

it('[KEPTHERE2] [KEPTHERE3] whether the device has asked for its metadata stands in the form, and what it may still have beside its secrets', async () => {
  const data_fetches = { metadata: { changed_at: '2026-03-04T13:05:00Z', asked_at: null, is_current: false } };
  const { user, show } = deviceInfo({ device: { ...alba, data_fetches } });
  await show(known, { ...alba, data_fetches, metadata: readable, former_metadata: { ...readable, sideshift: 'TWIN' } });
  const former = within(screen.getByRole('group', { name: 'Former metadata' }));
  expect(former.getByText('Former Sideshift')).toBeVisible();
  expect(former.getAllByRole('button').length).toBe(1);
  await user.click(button('Edit Metadata'));
  expect(screen.getByText(/^Alba: not asked since they changed, 04\/03\/2026/)).toBeVisible();
});

it('[MGMT-023] nothing is sent when nothing changed, nor after Cancel or Escape', async () => {
  const { user, acts } = deviceInfo();
  await user.click(button('Edit Metadata'));
  await user.click(button('Save'));
  await user.click(button('Edit Metadata'));
  await user.type(screen.getByLabelText('App Login Username'), 'x{Backspace}');
  await user.click(button('Save'));
  await user.click(button('Edit Metadata'));
  await user.type(screen.getByLabelText('App Login Username'), 'x');
  await user.click(button('Cancel'));
  await user.click(button('Edit Metadata'));
  await user.type(screen.getByLabelText('App Login Username'), 'y{Escape}');
  expect([acts(), value('App Login Username')]).toEqual([[], 'app-lf-01']);
});

it.each([
  ['refused', save.refused(400, 'Invalid: metadata nests too deep'), ['warning: metadata nests too deep']],
  ['declined', save.gave({ result: false }), []],
])('[MGMT-022] a draft that was %s can be edited further', async (_name, came, messages) => {
  const { user, learn, alerts } = deviceInfo();
  await user.click(button('Edit Metadata'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Wheel Type' }), 'GROUND');
  await user.click(button('Save'));
  learn(...came);
  expect(screen.getByRole('combobox', { name: 'Wheel Type' })).toHaveValue('GROUND');
  expect(alerts()).toEqual(messages);
});

it('[GAP-72] a type without schema is edited as JSON; what is no JSON is not sent', async () => {
  const { user, acts } = deviceInfo({ device: { ...aDevice(serial, 'Panel'), device_type: 'UVP01', metadata: { lamps: 4 } } });
  await user.click(button('Edit Metadata'));
  const box = screen.getByRole('textbox', { name: 'Metadata' });
  await user.clear(box);
  await pasteInto(user, box, 'nonsense');
  expect(screen.getByText('Metadata must be JSON.')).toBeVisible();
  expect(button('Save')).toBeDisabled();
  await user.clear(box);
  await user.type(box, '{{"lamps": 5}');
  await user.click(button('Save'));
  expect(acts()).toEqual([asks(postUpdateDevice, { metadata: { lamps: 5 } })]);
});

it('[MGMT-038] [MGMT-039] [MSG-131] [GAP-102] credentials and secrets are masked until somebody asks, and again after a minute', async () => {
  const { show, given, tickAt } = deviceInfo();
  tickAt(100);
  expect(section('Credentials').getAllByText('***')).toHaveLength(3);
  await show();
  expect(given()).toEqual([asks(getDeviceCredentials), asks(getDecryptedDevice)]);
  expect(section('Credentials').getByRole('timer').textContent).toBe('Hidden in 60 s');
  expect(section('Credentials').getByText('Bram Claes')).toBeVisible();
  expect(section('Credentials').getAllByText('RSA2048')[0]).toBeVisible();
  expect(section('Credentials').getByText(/^04\/03\/2026/)).toBeVisible();
  expect([value('App Login Password'), value('Platform WiFi Password')]).toEqual(['only-for-me', 'sesame-7']);
  tickAt(160);
  expect(section('Credentials').getAllByText('***')).toHaveLength(3);
  expect(document.body.textContent).not.toMatch(/only-for-me|sesame-7|Bram Claes/);
});

it('[MGMT-039] Hide masks at once; a secret in the form that nobody touched goes too', async () => {
  const { show, user } = deviceInfo();
  await show();
  await user.click(button('Edit Metadata'));
  expect(screen.getByLabelText('App Login Password')).toHaveValue('only-for-me');
  await user.click(button('Hide Secrets'));
  expect(screen.getByLabelText('App Login Password')).toHaveValue('');
  expect(document.body.innerHTML).not.toContain('only-for-me');
});

it('[MGMT-042] [MGMT-043] [MSG-129] [ROLE-025] [GAP-103] a system_admin deletes credentials that are loaded, after a question', async () => {
  const { show, user, given, learn, alerts, confirm } = deviceInfo();
  expect(screen.queryByRole('button', { name: 'Delete Credentials' })).toBeNull();
  await show();
  await user.click(button('Delete Credentials'));
  expect(given()).toHaveLength(2);
  await confirm();
  expect(given().at(-1)).toEqual(asks(getDeleteCredentials));
  learn(...actOf(getDeleteCredentials, { serial }).gave({ result: true }));
  expect(alerts()).toEqual(['success: The credentials are deleted']);
  expect(screen.queryByRole('button', { name: 'Delete Credentials' })).toBeNull();
});

it('[SECRET1] [MGMT-043] without credentials there is nothing to delete, and a message says so', async () => {
  const { show } = deviceInfo();
  await show(null);
  expect(screen.getByText('This device has no credentials.')).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Credentials' })).getAllByText('None')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'Delete Credentials' })).toBeNull();
});

it.each([
  [false, 3],
  [true, 0],
  [null, 0],
])('[SECRET1] before a request there are none only where the server says so (%s)', (has_credentials, count) => {
  deviceInfo({ device: { ...alba, has_credentials } });
  expect(within(screen.getByRole('region', { name: 'Credentials' })).queryAllByText('None')).toHaveLength(count);
});

it.each(['license_support_engineer', 'organisation_admin', 'organisation_user'])(
  '[MGMT-044] [MSG-130] [ROLE-025] a %s reads whom to ask instead',
  async (role) => {
    const { show } = deviceInfo({ role });
    const text = 'Ask a cloud manager to delete these credentials if necessary';
    expect(screen.queryByText(text)).toBeNull();
    await show();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete Credentials' })).toBeNull();
  },
);

it('[MGMT-040] [CALL-102] credentials are generated with the chosen algorithm after a question, and saved as a file', async () => {
  const { user, acts, learn, alerts, confirm, show } = deviceInfo({ device: { ...alba, device_type: 'KOMPANO' } });
  await show();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Algorithm Type' }), 'NISTP256');
  await user.click(button('Generate Credentials'));
  expect(acts()).toEqual([]);
  await confirm();
  expect(acts()).toEqual([asks(postGenerateCredentials, { algorithm_type: 'NISTP256' })]);
  const { onItsWay } = actOf(postGenerateCredentials, { serial });
  learn(onItsWay);
  expect(button('Generating')).toBeDisabled();
  if (onItsWay.kind === 'request.started') learn({ kind: 'request.unchanged', key: onItsWay.key, call: onItsWay.call });
  expect(alerts()).toEqual(['success: The credentials are generated and saved in a file']);
  expect(screen.queryByText(known.created_by)).toBeNull();
});

const MAY_BE = 'New credentials may have been made, and the former key may no longer count: generate again.';
it.each([
  [0, '', MAY_BE],
  [200, '', MAY_BE],
  [403, 'Forbidden: no', 'Nothing was saved: Forbidden: no'],
  [503, 'Busy: come back', 'Nothing was saved: Busy: come back'],
])(
  '[CRED5] credentials whose file did not come (%i %s) may be new ones; what is shown of them is requested again',
  async (status, message, text) => {
    const { user, learn, confirm, show, refreshed } = deviceInfo();
    await show();
    await user.click(button('Generate Credentials'));
    await confirm();
    const generating = actOf(postGenerateCredentials, { serial });
    const before = refreshed();
    learn(generating.onItsWay);
    learn(...generating.refused(status, message).slice(1));
    expect(screen.getByText(text)).toBeVisible();
    expect([refreshed(), screen.queryByText(known.created_by)]).toEqual([before + 1, null]);
  },
);

it('[FORM15] the algorithm of credentials is one of the type that the device has now', async () => {
  const { user, acts, learn, confirm, show } = deviceInfo({ device: { ...alba, device_type: 'LUMION_FIX' } });
  await show();
  learn(devicesKnown({ ...alba, device_type: 'DIV01' }));
  expect(screen.getByRole('combobox', { name: 'Algorithm Type' })).toHaveValue('NISTP256');
  await user.click(button('Generate Credentials'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/^.*New NISTP256 credentials/);
  await confirm();
  expect(acts()).toEqual([asks(postGenerateCredentials, { algorithm_type: 'NISTP256' })]);
});

it.each([
  ['LUMION_FIX', ['RSA2048']],
  ['DIV01', ['NISTP256']],
  ['UVP01', ['Device Identity']],
  ['KOMPANO', ['RSA2048', 'NISTP256', 'Device Identity']],
])('[MGMT-041] [MSG-132] [RULE-099] [RULE-101] a %s offers %j, the first of them chosen', (device_type, offered) => {
  deviceInfo({ device: { ...alba, device_type } });
  const choice = screen.getByRole('combobox', { name: 'Algorithm Type' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(offered);
  expect(choice).toHaveDisplayValue(offered[0] ?? '');
});

it('[MGMT-045] [MGMT-046] [CALL-099] [CALL-100] the access token is asked for as a file, the QR code is saved as a PNG once', async () => {
  const { user, given, learn, files } = deviceInfo();
  await user.click(button('Download Access Token'));
  await user.click(button('Download QR Code'));
  expect(given()).toEqual([asks(getDeviceAccessToken), asks(getDeviceQrCode)]);
  const code = actOf(getDeviceQrCode, { serial });
  learn(code.onItsWay);
  learn(...code.gave({ qr_code: 'iVBORw0KGgo=' }).slice(1));
  expect(files).toEqual([['LF-01_qr_code.png', { base64: 'iVBORw0KGgo=', type: 'image/png' }]]);
});

it.each([
  [403, 'Forbidden: no', 'Forbidden: no'],
  [404, 'NotFound: no such device', 'no such device'],
  [500, '', 'Something went wrong'],
  [0, '', 'No answer came: the QR code is not saved. Try again.'],
])('[RULE-107] [RULE-108] [RULE-110] [ALERT1] a QR code that was refused (%i %s) says why', async (status, message, text) => {
  const { user, learn, alerts, files } = deviceInfo();
  await user.click(button('Download QR Code'));
  learn(...actOf(getDeviceQrCode, { serial }).refused(status, message));
  expect([alerts(), files]).toEqual([[`warning: ${text}`], []]);
});

it('[MGMT-047] [MGMT-049] [MSG-127] [MGMT-050] a deployed device says so, where and since when, and offers to close it', () => {
  deviceInfo();
  const deployment = section('Deployment');
  for (const text of ['Device is deployed', 'De Linde', 'dep-1']) expect(deployment.getByText(text)).toBeVisible();
  expect(deployment.getByText(/^05\/03\/2026/)).toBeVisible();
  expect(deployment.getByRole('button', { name: 'Close Deployment' })).toBeEnabled();
  expect(deployment.queryByRole('button', { name: 'Deploy' })).toBeNull();
});

it('[MGMT-051] [MSG-128] [CALL-107] [ENDS1] [CONFIRM1] closing asks first; No closes nothing', async () => {
  const { user, given, confirm, learn, alerts, refreshed } = deviceInfo();
  await user.click(button('Close Deployment'));
  const dialog = screen.getByRole('alertdialog');
  expect(within(dialog).getByText('Do you really want to close this deployment? This cannot be undone.')).toBeVisible();
  expect(within(dialog).getByText(endings.closeDeployment('Alba', true))).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'No' }));
  expect(given()).toEqual([]);
  await user.click(button('Close Deployment'));
  await confirm();
  expect(given()).toEqual([{ call: getCloseDeployment.name, params: { id: 'dep-1' }, body: undefined }]);
  learn(...actOf(getCloseDeployment, { id: 'dep-1' }).gave({ result: true }));
  expect([alerts(), refreshed()]).toEqual([['success: The deployment is closed'], 1]);
});

it('[MGMT-048] [CALL-103] a device that is not deployed is deployed at a chosen location', async () => {
  const { user, acts, learn } = deviceInfo({ device: idle });
  const deployment = section('Deployment');
  expect(deployment.getByText('Not Deployed')).toBeVisible();
  expect(button('Deploy')).toBeDisabled();
  const place = deployment.getByRole('combobox', { name: 'Location' });
  expect(
    within(place)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Choose a location', 'Aardbei Vennen', 'De Linde']);
  await user.selectOptions(place, 'De Linde');
  await user.click(button('Deploy'));
  expect(acts()).toEqual([asks(postDeployDevice, { location_id: 'loc-1' })]);
  learn(...actOf(postDeployDevice, { serial }).gave({ result: true }), devicesKnown(alba));
  expect(deployment.getByText('Device is deployed')).toBeVisible();
});

it('[SAVED2] [MGMT-048] the page shows that the server did not deploy the device', async () => {
  const { user, learn, alerts } = deviceInfo({ device: idle });
  await user.selectOptions(section('Deployment').getByRole('combobox', { name: 'Location' }), 'De Linde');
  await user.click(button('Deploy'));
  learn(...actOf(postDeployDevice, { serial }).gave({ result: false }));
  expect(section('Deployment').getByText('The device is not deployed')).toBeVisible();
  expect(alerts()).toEqual([]);
});

it('[SAVED2] [MGMT-051] the page shows that the server did not close the deployment', async () => {
  const { user, learn, alerts, confirm } = deviceInfo();
  await user.click(button('Close Deployment'));
  await confirm();
  learn(...actOf(getCloseDeployment, { id: 'dep-1' }).gave({ result: false }));
  expect(section('Deployment').getByText('The deployment is not closed')).toBeVisible();
  expect(alerts()).toEqual([]);
});

it('[SAVED2] [MGMT-042] credentials that the server does not delete raise a message, and stay', async () => {
  const { show, user, learn, alerts, confirm, refreshed } = deviceInfo();
  await show();
  await user.click(button('Delete Credentials'));
  await confirm();
  const before = refreshed();
  learn(...actOf(getDeleteCredentials, { serial }).gave({ result: false }));
  expect([alerts(), refreshed()]).toEqual([['warning: The credentials are not deleted'], before + 1]);
  expect(button('Delete Credentials')).toBeEnabled();
});

it.each([
  [0, 'No answer came. The credentials may be deleted all the same.'],
  [200, 'The answer could not be read. The credentials may be deleted all the same.'],
])('[ANY12] [CRED5] [MGMT-042] without an answer that can be read (%i), credentials may be deleted', async (status, text) => {
  const { show, user, learn, alerts, confirm, refreshed } = deviceInfo();
  await show();
  await user.click(button('Delete Credentials'));
  await confirm();
  const before = refreshed();
  learn(...actOf(getDeleteCredentials, { serial }).refused(status, ''));
  expect(alerts()).toEqual([`warning: ${text}`]);
  expect([refreshed(), screen.queryByText(known.created_by)]).toEqual([before + 1, null]);
});

it('[MGMT-052] [MGMT-053] [MSG-061] [GAP-91] the stage is edited, chosen among all, and confirmed', async () => {
  const { user, acts } = deviceInfo({ device: { ...alba, life_cycle_stage: 'DECOMMISSIONED' } });
  expect(screen.getByText(/up to 48 h/)).toBeVisible();
  await user.click(button('Edit Life Cycle Stage'));
  const choice = screen.getByRole('combobox', { name: 'Life Cycle Stage' });
  expect(within(choice).getAllByRole('option')).toHaveLength(4);
  await user.selectOptions(choice, 'PRODUCTION');
  await user.click(button('Confirm'));
  expect(acts()).toEqual([asks(postUpdateDevice, { life_cycle_stage: 'PRODUCTION' })]);
});

it('[MGMT-021] the past shows what was known, and nothing can be done in it', () => {
  const past = deviceInfo({ isPast: true });
  expect(value('Cover Finish')).toBe('INOX');
  const off = [/^Edit/, 'Show Secrets', 'Generate Credentials', /^Download/, 'Close Deployment'];
  for (const name of off) for (const one of screen.getAllByRole('button', { name })) expect(one).toBeDisabled();
  past.unmount();
  deviceInfo({ isPast: true, device: idle });
  expect([button('Deploy'), screen.getByRole('combobox', { name: 'Location' })].every((one) => one.matches(':disabled'))).toBe(true);
});

it('[ENDS1] new credentials, and deleted ones, say that the device is disconnected', async () => {
  const { user, show } = deviceInfo();
  await user.click(button('Generate Credentials'));
  expect(await accept(user)).toBe(`New RSA2048 credentials of Alba will be generated. ${endings.newCredentials('Alba', true)}`);
  await show();
  await user.click(button('Delete Credentials'));
  expect(await accept(user)).toBe(`The credentials of Alba will be deleted. ${endings.deleteCredentials('Alba', true)}`);
});

it('[ENDS1] a stage that decommissions asks first; Escape and No leave the edit open', async () => {
  const { user, acts } = deviceInfo();
  await user.click(button('Edit Life Cycle Stage'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Life Cycle Stage' }), 'DECOMMISSIONED');
  await user.click(button('Confirm'));
  await user.keyboard('{Escape}');
  await user.click(button('Confirm'));
  const sent = [asks(postUpdateDevice, { life_cycle_stage: 'DECOMMISSIONED' })];
  expect([acts(), await accept(user), acts()]).toEqual([[], endings.decommission('Alba', true), sent]);
});

it('[ENDS4] a name decides over nothing, whatever word is in it', async () => {
  const { user, acts } = deviceInfo();
  await user.click(button('Edit Name'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ', spare of decommissioned 12{Enter}');
  expect(acts()).toEqual([asks(postUpdateDevice, { name: 'Alba, spare of decommissioned 12' })]);
});

it('[ENDS2] a device that is cut off says so, and what the way back is', () => {
  deviceInfo({ device: { ...alba, life_cycle_stage: 'DECOMMISSIONED' } });
  expect(screen.getByText(/^Alba is decommissioned: it cannot connect/)).toBeVisible();
});

it('[RENEW8] a device whose access token ends soon says so, and what to do', () => {
  const { unmount } = deviceInfo({ device: { ...alba, access_token_ends_at: '1970-01-01T00:00:00Z' } });
  expect(screen.getByText(/^The access token of Alba has ended/)).toBeVisible();
  unmount();
  deviceInfo();
  expect(screen.queryByText(/^The access token of Alba/)).toBeNull();
});

it('[MINUTE1] a deletion that was asked about within the minute of the secrets is sent, and its outcome shown, after it', async () => {
  const { show, tickAt, user, learn, alerts, confirm, given } = deviceInfo();
  tickAt(100);
  await show();
  await user.click(button('Delete Credentials'));
  tickAt(161);
  expect(screen.queryByRole('timer')).toBeNull();
  await confirm();
  expect(given().at(-1)).toEqual(asks(getDeleteCredentials));
  learn(...actOf(getDeleteCredentials, { serial }).refused(409, 'The device is connected.'));
  expect(alerts()).toEqual(['warning: The device is connected.']);
  expect(screen.queryByRole('button', { name: 'Delete Credentials' })).toBeNull();
});

it('[FORM1] a field of the metadata that somebody else changes while it is edited says so, and keeps the draft', async () => {
  const { user, learn, acts } = deviceInfo();
  await user.click(button('Edit Metadata'));
  const form = within(screen.getByRole('form', { name: 'Metadata' }));
  const ssid = form.getByDisplayValue('serra-lf-01');
  await user.type(ssid, '!');
  const theirs = { ...metadata, platform_wifi_credentials: { wifi_ssid: 'theirs', wifi_password: '***' }, implement_type: 'P3' };
  learn(devicesKnown({ ...alba, metadata: theirs }));
  expect(ssid).toHaveAccessibleDescription('Changed by somebody else meanwhile: theirs');
  expect(form.getAllByText(/^Changed by somebody else/)).toHaveLength(1);
  await user.click(form.getByRole('button', { name: 'Save' }));
  const saved = { ...theirs, platform_wifi_credentials: { wifi_ssid: 'serra-lf-01!', wifi_password: '***' } };
  expect(acts()).toEqual([asks(postUpdateDevice, { metadata: saved })]);
});

it('[FORM1] a name that is only opened does not undo the change of somebody else; one that is typed says it', async () => {
  const { user, learn, acts } = deviceInfo();
  await user.click(button('Edit Name'));
  learn(devicesKnown({ ...alba, name: 'Theirs' }));
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Changed by somebody else meanwhile: Theirs');
  await user.keyboard('{Enter}');
  expect(acts()).toEqual([]);
  await user.click(button('Edit Name'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), ' two{Enter}');
  expect(acts()).toEqual([asks(postUpdateDevice, { name: 'Theirs two' })]);
});

it('[FORM1] a name that is typed back over the change of somebody else is sent', async () => {
  const { user, learn, acts } = deviceInfo();
  await user.click(button('Edit Name'));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
  learn(devicesKnown({ ...alba, name: 'Theirs' }));
  await user.keyboard('{Backspace}{Enter}');
  expect(acts()).toEqual([asks(postUpdateDevice, { name: 'Alba' })]);
});

it('[FORM4] the reason why one attempt was not saved goes with the next attempt of another kind', async () => {
  const { user, learn, confirm } = deviceInfo();
  await user.click(button('Close Deployment'));
  await confirm();
  learn(...actOf(getCloseDeployment, { id: 'dep-1' }).refused(0, ''));
  const unsure = 'No answer came. It may be done all the same.';
  expect(screen.getByText(unsure)).toBeVisible();
  learn(devicesKnown(idle));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Location' }), 'loc-2');
  await user.click(button('Deploy'));
  learn(...actOf(postDeployDevice, { serial }).gave({ result: true }));
  expect(screen.queryByText(unsure)).toBeNull();
});
