import { DevicePage } from '../DevicePage.tsx';
import { DeviceEvents } from './DeviceEvents.tsx';

/** The events of one device. */
export function EventsScreen() {
  return <DevicePage fill>{(device) => <DeviceEvents device={device} />}</DevicePage>;
}
