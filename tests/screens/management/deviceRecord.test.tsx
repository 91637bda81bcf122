import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { getCloseDeployment } from '#contract/devices/deployment';
import { type Device, getDevice, postUpdateDevice } from '#contract/devices/device';
import { getDeployments } from '#contract/place';
import { keyOf, type EventPayload } from '#streams/event';
import { answered, devicesKnown } from '../../widgets/aConsole.tsx';
import { combo, press } from '../onScreen.ts';
import { alba, button, deviceInfo, known, metadata, readable, section, serial, value } from './aDeviceInfo.tsx';
import { actOf, signedIn, stages, types } from './aManagement.tsx';

const { metadata: _metadata, active_deployment: deployment, ...bare } = alba;
const detail = (over: Partial<Device>): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getDevice.name, params: { serial }, query: {} }),
  call: getDevice.name,
  answer: { result: { ...bare, ...over } },
});
const deployed = answered(getDeployments, {
  total: 1,
  results: [{ id: 'dep-7', device_serial: serial, location_id: 'loc-1', creation_date: '2026-03-05T13:05:00Z' }],
});
/** The page of a device whose row has few fields, with what else is known. */
const shown = (row: Partial<Device>, ...more: readonly EventPayload[]) =>
  deviceInfo({
    device: { ...bare, ...row },
    events: [devicesKnown({ ...bare, ...row }), types, stages, signedIn('system_admin'), ...more],
  });
const asks = (body: unknown) => ({ call: postUpdateDevice.name, params: { serial }, body });
const UNKNOWN = /^The metadata of this device is not known: it cannot be changed/;
const chooseGround = async ({ user }: ReturnType<typeof shown>) =>
  user.selectOptions(screen.getByRole('combobox', { name: 'Wheel Type' }), 'GROUND');

it.each<[string, Partial<Device>, readonly EventPayload[]]>([
  ['the answer about the device', {}, [detail({ metadata })]],
  ['that answer, where the row has null', { metadata: null }, [detail({ metadata })]],
  ['that answer before the row', { metadata: { cover_finish: 'DEFAULT' } }, [detail({ metadata })]],
  ['the row, where that answer lacks it', { metadata }, [detail({})]],
  ['the row, where that answer has null', { metadata }, [detail({ metadata: null })]],
])('[DEVS6] [MGMT-020] [MGMT-023] [OPEN-92] a change of metadata keeps the rest, as it is in %s', async (_, row, more) => {
  const page = shown(row, ...more);
  expect([value('Cover Finish'), value('App Login Username')]).toEqual(['INOX', 'app-lf-01']);
  await page.user.click(button('Edit Metadata'));
  await chooseGround(page);
  await page.user.click(button('Save'));
  expect(page.acts()).toEqual([asks({ metadata: { ...metadata, wheel_type: 'GROUND' } })]);
});

it('[NAMED1] a device without a name is called by its serial, which is not saved as its name', async () => {
  const page = shown({ name: '' }, detail({ name: '' }));
  expect(value('Name')).toContain(serial);
  await page.user.click(button('Edit Name'));
  await page.user.keyboard('{Enter}');
  expect(page.acts()).toEqual([]);
});

it('[META3] metadata that no answer holds says so and cannot be edited, until an answer holds it', async () => {
  const { learn } = shown({});
  expect(screen.getByText(UNKNOWN)).toBeVisible();
  expect([value('Cover Finish'), value('App Login Password')]).toEqual(['Not known', 'Not known']);
  expect(button('Edit Metadata')).toBeDisabled();
  // Metadata is optional: an answer about the device without it says that there is none, and the first is entered.
  learn(detail({ metadata: null }));
  expect(screen.queryByText(UNKNOWN)).toBeNull();
  expect([value('Cover Finish'), button('Edit Metadata').matches(':disabled')]).toEqual(['-', false]);
});

it('[META3] [MGMT-039] metadata that is known by its secrets alone is edited while they are shown, and not saved after that', async () => {
  const page = shown({});
  await page.show(known, { ...bare, metadata: readable });
  await page.user.click(button('Edit Metadata'));
  await chooseGround(page);
  page.tickAt(1_000);
  expect(screen.getByText(UNKNOWN)).toBeVisible();
  expect(button('Save')).toBeDisabled();
  await page.show(known, { ...bare, metadata: readable });
  await page.user.click(button('Save'));
  expect(page.acts()).toEqual([asks({ metadata: { ...readable, wheel_type: 'GROUND' } })]);
});

it('[META3] metadata that the answer about the device lacks is saved with all that the readable one holds, and not after its minute', async () => {
  const page = shown({}, detail({ metadata: null }));
  await page.show(known, { ...bare, metadata: readable });
  await page.user.click(button('Edit Metadata'));
  await chooseGround(page);
  page.tickAt(1_000);
  expect(button('Save')).toBeDisabled();
  await page.show(known, { ...bare, metadata: readable });
  await page.user.click(button('Save'));
  expect(page.acts()).toEqual([asks({ metadata: { ...readable, wheel_type: 'GROUND' } })]);
});

it('[META3] where the readable answer has no metadata either, there is none, and the first is entered', async () => {
  const page = shown({});
  await page.show(known, bare);
  await page.user.click(button('Edit Metadata'));
  await chooseGround(page);
  await page.user.click(button('Save'));
  expect(page.acts()).toEqual([asks({ metadata: { wheel_type: 'GROUND' } })]);
});

it('[META3] a readable answer without metadata hides none that is known', async () => {
  const page = shown({ metadata });
  await page.show(known, bare);
  expect(value('Cover Finish')).toBe('INOX');
});

it.each<[string, Partial<Device>, readonly EventPayload[], string]>([
  ['the answer about it', {}, [detail({ active_deployment: deployment })], 'dep-1'],
  ['its row', { active_deployment: deployment }, [detail({ active_deployment: null }), deployed], 'dep-1'],
  ['the list of deployments', {}, [deployed], 'dep-7'],
  [
    'the list of deployments, where its record has null',
    { active_deployment: null },
    [detail({ active_deployment: null }), deployed],
    'dep-7',
  ],
])('[DEVS6] [MGMT-049] [MGMT-050] a device that is deployed by %s says so, and closes that deployment', async (_, row, more, id) => {
  const page = shown(row, ...more);
  expect(section('Deployment').getByText('Device is deployed')).toBeVisible();
  expect(section('Deployment').queryByRole('button', { name: 'Deploy' })).toBeNull();
  expect(screen.queryByText(/is not deployed/)).toBeNull();
  await page.user.click(button('Close Deployment'));
  await page.confirm();
  expect(page.given().at(-1)).toMatchObject({ call: getCloseDeployment.name, params: { id } });
});

it('[DEVS6] [MGMT-020] the other fields are joined too, and the reported identity is that of the answer', () => {
  const identity = { time: '2026-03-04T13:05:00Z', device_type: 'LUMION_FIX', hardware_revision: 'LF-R9' };
  shown(
    { client_name: null, hardware_revision_id: null, first_seen: null },
    detail({ client_name: 'Zus', hardware_revision_id: 'LF-R1', first_seen: '2026-03-01T13:05:00Z', reported_identity: identity }),
  );
  expect([value('Client Name'), value('Hardware Revision')]).toEqual(['Zus', 'LF-R1']);
  expect(value('First Seen')).toMatch(/^01\/03\/2026/);
  expect(within(screen.getByRole('region', { name: 'Device' })).getByText(/^LF-R9/)).toBeVisible();
});

it('[IDENT2] a type other than the reported one says where it is corrected, until it is', async () => {
  const reported_identity = { time: '2026-03-04T13:05:00Z', device_type: 'DIV01' };
  const page = shown({}, detail({ reported_identity }));
  const device = section('Device');
  expect(device.getByText('DIV01, entered: LUMION_FIX')).toBeVisible();
  expect(device.getByText(/"Edit Device" corrects it/)).toBeVisible();
  await page.user.click(button('Edit Device'));
  await page.user.selectOptions(combo('Device Type'), 'DIV01');
  await page.user.click(press('Save'));
  await page.confirm();
  page.learn(...actOf(postCorrectDevice, { serial }).gave({ result: true }));
  expect(page.given().filter(({ call }) => call === getDevice.name)).toHaveLength(1);
  page.learn(detail({ reported_identity, device_type: 'DIV01', hardware_revision_id: null }));
  expect(device.queryByText(/entered: /)).toBeNull();
  expect(device.queryByText(/"Edit Device" corrects it/)).toBeNull();
});

it('[DEVS6] a saved name stays until the answer about the device comes again, which a save requests beside the list', async () => {
  const page = shown({}, detail({}));
  await page.user.click(button('Edit Name'));
  await page.user.type(screen.getByRole('textbox', { name: 'Name' }), ' 2{Enter}');
  page.learn(...actOf(postUpdateDevice, { serial }).gave({ result: true }));
  expect(page.given().filter(({ call }) => call === getDevice.name)).toHaveLength(1);
  page.learn(devicesKnown({ ...bare, name: 'Alba 2' }));
  expect(value('Name')).toContain('Alba 2');
  page.learn(detail({ name: 'Alba 3' }));
  expect(value('Name')).toContain('Alba 3');
});
