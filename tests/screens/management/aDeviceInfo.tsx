import { act, screen, within } from '@testing-library/react';
import type { AnswerOf } from '#contract/call';
import type { ServerFeature } from '#contract/config';
import { type Device, getAllDevices } from '#contract/devices/device';
import { type DeviceCredentials, getDecryptedDevice, getDeviceCredentials } from '#contract/devices/deviceCredential';
import { getLocations } from '#contract/place';
import { DeviceInfoScreen } from '#screens/management/device_info/DeviceInfoScreen';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { keyOf, type EventPayload } from '#streams/event';
import { type SaveFile, SaveFileContext } from '#ui/SaveFileContext';
import { aDevice, answered, devicesKnown } from '../../widgets/aConsole.tsx';
import { actOf, managing, signedIn, stages, types } from './aManagement.tsx';

export const serial = 'LF-01';
export const metadata = {
  app_login_credentials: { username: 'app-lf-01', password: '***' },
  platform_wifi_credentials: { wifi_ssid: 'serra-lf-01', wifi_password: '***' },
  cover_finish: 'INOX',
  wheel_type: 'RAIL_IN',
  sideshift: '',
  implement_type: 'P2',
};
export const readable = {
  ...metadata,
  app_login_credentials: { username: 'app-lf-01', password: 'only-for-me' },
  platform_wifi_credentials: { wifi_ssid: 'serra-lf-01', wifi_password: 'sesame-7' },
};
export const alba: Device = {
  ...aDevice(serial, 'Alba'),
  hardware_revision_id: 'LF-R2',
  first_seen: '2026-03-04T13:05:00Z',
  metadata,
  active_deployment: { id: 'dep-1', location_id: 'loc-1', creation_date: '2026-03-05T13:05:00Z' },
};
export const idle: Device = { ...alba, active_deployment: null };
export const known: DeviceCredentials = { created_at: '2026-03-04T13:05:00Z', created_by: 'Bram Claes', algorithm_type: 'RSA2048' };

const locations = answered(getLocations, {
  total: 2,
  results: [
    { id: 'loc-1', name: 'De Linde', owned_by: 'org-1', timezone: 'Europe/Brussels' },
    { id: 'loc-2', name: 'Aardbei Vennen', owned_by: 'org-1', timezone: 'Europe/Amsterdam' },
  ],
} satisfies AnswerOf<typeof getLocations>);

interface Options {
  readonly device?: Device;
  readonly role?: string;
  readonly address?: string;
  readonly isPast?: boolean;
  readonly features?: readonly ServerFeature[];
  readonly events?: readonly EventPayload[];
}

/** The screen of one device, the door that secrets come through, and the files it saved. */
export function deviceInfo({ device = alba, role = 'system_admin', isPast = false, ...more }: Options = {}) {
  const door = createSecretChannel();
  const files: Parameters<SaveFile>[] = [];
  const shown = managing(
    <SecretContext value={isPast ? null : door}>
      <SaveFileContext value={(...file) => void files.push(file)}>
        <DeviceInfoScreen />
      </SaveFileContext>
    </SecretContext>,
    {
      address: more.address ?? `/management/device_info?device_serial=${device.serial}`,
      isPast,
      features: more.features,
      events: more.events ?? [devicesKnown(device), types, stages, locations, signedIn(role)],
    },
  );
  const { user, learn } = shown;
  /** Asks for the secrets, and gets them. */
  const show = async (credentials: DeviceCredentials | null = known, secrets: Device = { ...device, metadata: readable }) => {
    await user.click(screen.getByRole('button', { name: 'Show Secrets' }));
    const come = (call: { readonly name: string }, answer: unknown): EventPayload => {
      const key = keyOf({ call: call.name, params: { serial: device.serial }, query: {} });
      act(() => door.onSecret(key, answer));
      return { kind: 'request.unchanged', key, call: call.name };
    };
    const asked = [getDeviceCredentials, getDecryptedDevice].map((call) => actOf(call, { serial: device.serial }).onItsWay);
    learn(...asked, come(getDeviceCredentials, { credentials }), come(getDecryptedDevice, { result: secrets }));
  };
  const refreshed = () => shown.given().filter(({ call }) => call === getAllDevices.name).length;
  const confirm = async () => user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
  return { ...shown, show, files, refreshed, confirm, door };
}

export const section = (name: string) => within(screen.getByRole('region', { name }));
export const value = (name: string) => screen.getByRole('group', { name }).textContent?.slice(name.length);
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
