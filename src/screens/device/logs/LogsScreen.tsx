import { DevicePage } from '../DevicePage.tsx';
import { DeviceLogs } from './DeviceLogs.tsx';

/** The log files of one device. */
export function LogsScreen() {
  return <DevicePage fill>{(device) => <DeviceLogs device={device} />}</DevicePage>;
}
