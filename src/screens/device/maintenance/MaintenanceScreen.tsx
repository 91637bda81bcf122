import { chakra } from '@chakra-ui/react';
import { DevicePage } from '../DevicePage.tsx';
import { CredentialsSection } from './CredentialsSection.tsx';
import { SettingsSection } from './SettingsSection.tsx';

// A value and its button stay within one look.
const Parts = chakra('div', { base: { display: 'flex', flexDirection: 'column', gap: '24px', maxWidth: '960px' } });

/** Name, stage and credentials of one device. */
export function MaintenanceScreen() {
  return (
    <DevicePage>
      {(device) => (
        <Parts>
          <SettingsSection device={device} />
          <CredentialsSection serial={device.serial} />
        </Parts>
      )}
    </DevicePage>
  );
}
