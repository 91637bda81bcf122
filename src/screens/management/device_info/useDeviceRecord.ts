import { useMemo } from 'react';
import { type Device, getAllDevices, getDevice } from '#contract/devices/device';
import { namedDevice } from '#domain/devices/deviceList';
import { withDeployment, withDetail } from '#domain/devices/deviceRecord';
import { useAnswer } from '#hooks/useAnswer';
import { useAppSelector } from '#hooks/useAppSelector';
import { APP_DATA_EVERY_MS } from '#hooks/pollInterval';
import { selectListedDeployment } from '#state/referenceData';

/**
 * Age relative to the list, in ms, above which the answer about a device is one of an earlier visit or fails, and its row is shown alone: one failed poll, after
 * which two intervals pass, and a slow answer do not make it old.
 */
const OLD_MS = 3 * APP_DATA_EVERY_MS + 20_000;

/**
 * Returns the one record with which the page of a device works: the answer about it over its row in the list, with its deployment. Undefined while the list
 * lacks the device. Source: DEVS6.
 */
export function useDeviceRecord(wanted: string | undefined): Device | undefined {
  const listed = useAnswer(getAllDevices, {});
  const found = listed.answer?.result.find((one) => one.serial === wanted);
  const row = useMemo(() => found && namedDevice(found), [found]);
  const serial = row?.serial ?? '';
  const detail = useAnswer(getDevice, { serial }, {}, { isWanted: row !== undefined });
  const deployment = useAppSelector((s) => selectListedDeployment(s, serial));
  const isOld = (listed.at ?? 0) - (detail.at ?? 0) > OLD_MS;
  const answered = isOld ? undefined : detail.answer?.result;
  return useMemo(() => row && withDeployment(withDetail(row, answered), deployment), [row, answered, deployment]);
}
