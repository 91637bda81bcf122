import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { postUpdateDevice } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { accept, combo, dialog, field, press } from '../onScreen.ts';
import { alba, button, deviceInfo, serial } from './aDeviceInfo.tsx';
import { actOf } from './aManagement.tsx';

const unseen = { ...alba, first_seen: null, last_seen: null };
const sent = (of: { readonly name: string }, body: object) => ({ call: of.name, params: { serial }, body });

it('[CORRECT1] [CORRECT4] the staff corrects serial, type and revision of a device that never reported, after a question without contradiction', async () => {
  const { user, acts } = deviceInfo({ device: unseen });
  await user.click(button('Edit Device'));
  await user.clear(field('Serial'));
  await user.type(field('Serial'), 'LF-10');
  await user.selectOptions(combo('Device Type'), 'DIV01');
  await user.click(press('Save'));
  const question =
    'LF-01 becomes LF-10: its SSH credentials, device credentials and access tokens end, and it connects with new ones alone. ' +
    'LF-10 is DIV01 from now on, and the schema of that type checks its metadata.';
  expect([acts(), await accept(user)]).toEqual([[], question]);
  expect(acts()).toEqual([sent(postCorrectDevice, { serial: 'LF-10', device_type: 'DIV01', hardware_revision_id: null })]);
});

it('[CORRECT1] the client name alone is saved by the documented call', async () => {
  const { user, acts } = deviceInfo({ device: unseen });
  await user.click(button('Edit Device'));
  await user.type(field('Client Name'), 'North');
  await user.click(press('Save'));
  expect(acts()).toEqual([sent(postUpdateDevice, { client_name: 'North' })]);
});

it.each([
  ['Hardware Revision', 'LF-R1', { hardware_revision_id: 'LF-R1' }, 'LUMION_FIX, LF-R1'],
  ['Hardware Revision', '', { hardware_revision_id: null }, 'LUMION_FIX'],
  ['Device Type', 'DIV01', { device_type: 'DIV01', hardware_revision_id: null }, 'DIV01'],
])('[CORRECT1] once it has reported the form says why the serial stays; its %s is corrected to "%s", after a question', async (...row) => {
  const [name, chosen, body, type] = row;
  const { user, acts } = deviceInfo();
  await user.click(button('Edit Device'));
  expect(dialog().queryByRole('textbox', { name: 'Serial' })).toBeNull();
  expect(dialog().getByText(/^LF-01 has reported/)).toBeVisible();
  await user.selectOptions(combo(name), chosen);
  await user.click(press('Save'));
  expect([acts(), await accept(user)]).toEqual([[], endings.correctType(serial, type, { keepsSerial: true })]);
  expect(acts()).toEqual([sent(postCorrectDevice, body)]);
});

it.each(['organisation_admin', 'organisation_user'])(
  '[CORRECT1] a %s edits the client name, and reads who corrects the rest',
  async (role) => {
    const { user } = deviceInfo({ device: unseen, role });
    await user.click(button('Edit Device'));
    expect(dialog().queryByRole('textbox', { name: 'Serial' })).toBeNull();
    expect(dialog().getByText('Serial, type and revision are corrected by the staff of the provider.')).toBeVisible();
  },
);

it('[CORRECT1] in the past nothing is edited', () => {
  deviceInfo({ device: unseen, isPast: true });
  expect(screen.getByRole('button', { name: 'Edit Device' })).toBeDisabled();
});

it('[FORM4] the reason why the client name was refused goes with the next attempt, which corrects the serial', async () => {
  const { user, learn } = deviceInfo({ device: unseen });
  await user.click(button('Edit Device'));
  await user.type(field('Client Name'), 'North');
  await user.click(press('Save'));
  learn(...actOf(postUpdateDevice, { serial }).refused(400, 'Another device has this name.'));
  expect(dialog().getByText('Another device has this name.')).toBeVisible();
  await user.clear(field('Serial'));
  await user.type(field('Serial'), 'LF-10');
  await user.click(press('Save'));
  await accept(user);
  learn(...actOf(postCorrectDevice, { serial }).refused(409, 'The serial is taken.'));
  expect(dialog().queryByText('Another device has this name.')).toBeNull();
  expect(dialog().getByText('The serial is taken.')).toBeVisible();
});
