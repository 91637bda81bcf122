import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postCorrectDevice } from '#contract/devices/correctDevice';
import { postUpdateDevice } from '#contract/devices/device';
import { endings } from '#domain/text/endings';
import { accept, combo, dialog, field, press } from '../onScreen.ts';
import { alba, button, deviceInfo, serial } from './aDeviceInfo.tsx';

const unseen = { ...alba, first_seen: null, last_seen: null };
const sent = (of: { readonly name: string }, body: object) => ({ call: of.name, params: { serial }, body });

it('[CORRECT1] the staff corrects serial, type and revision of a device that never reported, after a question', async () => {
  const { user, acts } = deviceInfo({ device: unseen });
  await user.click(button('Edit Device'));
  await user.clear(field('Serial'));
  await user.type(field('Serial'), 'LF-10');
  await user.selectOptions(combo('Device Type'), 'DIV01');
  await user.click(press('Save'));
  expect([acts(), await accept(user)]).toEqual([[], endings.correctSerial(serial, 'LF-10')]);
  expect(acts()).toEqual([sent(postCorrectDevice, { serial: 'LF-10', device_type: 'DIV01', hardware_revision_id: null })]);
});

it('[CORRECT1] the client name alone is saved by the documented call', async () => {
  const { user, acts } = deviceInfo({ device: unseen });
  await user.click(button('Edit Device'));
  await user.type(field('Client Name'), 'North');
  await user.click(press('Save'));
  expect(acts()).toEqual([sent(postUpdateDevice, { client_name: 'North' })]);
});

it('[CORRECT1] once it has reported the form says why the serial stays', async () => {
  const { user } = deviceInfo();
  await user.click(button('Edit Device'));
  expect(dialog().queryByRole('textbox', { name: 'Serial' })).toBeNull();
  expect(dialog().getByText(/^LF-01 has reported/)).toBeVisible();
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
