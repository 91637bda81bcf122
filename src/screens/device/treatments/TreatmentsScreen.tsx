import { DevicePage } from '../DevicePage.tsx';
import { DeviceTreatments } from './DeviceTreatments.tsx';

/** The treatments of one device. */
export function TreatmentsScreen() {
  return <DevicePage fill>{(device) => <DeviceTreatments device={device} />}</DevicePage>;
}
