import { DevicePage } from '../DevicePage.tsx';
import { DeviceDetail } from './DeviceDetail.tsx';

/** One device: what it is doing, where, and what is known of it. */
export function DetailScreen() {
  return <DevicePage hasHeaderBar>{(device) => <DeviceDetail device={device} />}</DevicePage>;
}
