import { getAllDevices, getDevice } from '#contract/devices/device';
import { useAnswer } from '#hooks/useAnswer';

/** The answers that contain the record of a device. */
export interface DeviceAnswers {
  /** The time when the shown record was received, in ms since epoch: in the response about the device, if there is one, otherwise in the list. */
  readonly at: number | undefined;
  /** Requests the record again after a change: the list, and the answer about the device if a page shows it. */
  readonly refresh: () => void;
}

/** Returns when the record of a device was received, and the function that requests it again. Source: DEVS6. */
export function useDeviceAnswers(serial: string): DeviceAnswers {
  const listed = useAnswer(getAllDevices, {});
  // Not subscribed to here, because the page that shows this answer subscribes to it.
  const detail = useAnswer(getDevice, { serial }, {}, { isWanted: false });
  const isRequested = detail.answer !== undefined || detail.failure !== undefined || detail.isPending;
  return {
    // If the request for the device failed, the list is the newest source.
    at: detail.answer === undefined || detail.failure !== undefined ? listed.at : detail.at,
    refresh: () => {
      listed.refresh();
      if (isRequested) detail.refresh();
    },
  };
}
