import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { postDeleteDevice } from '#contract/devices/device';
import { actOf } from './aManagement.tsx';
import { alba, deviceInfo, idle, serial } from './aDeviceInfo.tsx';

const fresh = { ...idle, first_seen: null, last_seen: null };
const removal = actOf(postDeleteDevice, { serial });
const button = () => screen.queryByRole('button', { name: `Remove ${serial}` });

it.each([
  ['that is deployed', alba, 'system_admin', false],
  ['that reported', idle, 'system_admin', false],
  ['that never reported', fresh, 'license_support_engineer', true],
  ['that never reported, of somebody else than the staff', fresh, 'organisation_admin', false],
] as const)('[REMOVE2] the removal of a device %s', (_, device, role, isOffered) => {
  deviceInfo({ device, role });
  expect(button() !== null).toBe(isOffered);
});

it('[REMOVE2] a removed device leads back to the overview', async () => {
  const { user, acts, learn, address } = deviceInfo({ device: fresh });
  await user.click(button() ?? document.body);
  expect(screen.getByRole('alertdialog')).toHaveTextContent('Its metadata, credentials and access tokens end with it.');
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  expect(acts()).toEqual([{ call: postDeleteDevice.name, params: { serial }, body: {} }]);
  learn(...removal.gave({ result: true }));
  expect(address()).toBe('/management/overview');
});
