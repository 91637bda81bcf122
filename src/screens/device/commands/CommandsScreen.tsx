import { DevicePage } from '../DevicePage.tsx';
import { DeviceCommands } from './DeviceCommands.tsx';

/** What one device can be told to do, and what it was told. */
export function CommandsScreen() {
  return <DevicePage hasHeaderBar>{(device) => <DeviceCommands device={device} />}</DevicePage>;
}
