import { instantMs } from '#domain/text/dates';
import { reportReadAt, selectDevice } from '#state/fleet';
import { selectDeviceStatus, selectListedDevice } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';

/** Whether a device is known to be live, and its last report in ms since epoch by the server's clock; null if nothing that it reported could be read. */
export interface LastReport {
  readonly isLive: boolean;
  readonly reportedAt: number | null;
}

/** Returns whether the values of a device are current or only the last known ones (`LastReport`): whether it is live, and when it last reported. */
export function useDeviceReported(serial: string): LastReport {
  const isLive = useAppSelector((s) => selectDeviceStatus(s, serial) === 'online');
  const reportedAt = useAppSelector((s) => reportReadAt(selectDevice(s, serial)) ?? instantMs(selectListedDevice(s, serial)?.last_seen));
  return { isLive, reportedAt };
}
