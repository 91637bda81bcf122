import { useAppSelector } from '#hooks/useAppSelector';
import { useDeviceData } from '#hooks/useDeviceData';
import { selectDeviceDataAt } from '#state/deviceData';
import { isOldData, siteOf } from '#state/deviceSite';
import { selectListedAt, selectListedDevice } from '#state/referenceData';
import { type ShownPlan, usePlan } from '#widgets/usePlan';

/** The plan of the site of a device. */
export interface SitePlan extends ShownPlan {
  /** True until the device's site is known. */
  readonly isSiteLoading: boolean;
}

/** Subscribes to the site of a device, and to its plan. Source: DEVS5. */
export function useSitePlan(serial: string): SitePlan {
  const site = useDeviceData(serial, 'state_data');
  const listed = useAppSelector((s) => selectListedDevice(s, serial));
  const isOld = useAppSelector((s) => isOldData(selectDeviceDataAt(s, serial, 'state_data'), selectListedAt(s)));
  const plan = siteOf(site.answer, listed, isOld);
  return { ...usePlan(plan), isSiteLoading: site.isLoading && plan === null };
}
