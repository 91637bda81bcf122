import { DevicePage } from '../DevicePage.tsx';
import { DeviceConfiguration } from './DeviceConfiguration.tsx';
import { useConfigEdits } from './useConfigEdits.ts';

/** The configuration of one device: what it is, how it changed, and as a file. Drafts stay while other devices are looked at. */
export function ConfigurationScreen() {
  const edits = useConfigEdits();
  return <DevicePage hasHeaderBar>{(device) => <DeviceConfiguration device={device} edits={edits} />}</DevicePage>;
}
