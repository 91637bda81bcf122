import { sitePlan } from '#domain/places/sitePlan';
import { useDeviceData } from '#hooks/useDeviceData';
import { type ShownPlan, usePlan } from '#widgets/usePlan';

/** The plan of the site that a device reports. */
export interface SitePlan extends ShownPlan {
  /** True until the device's site is known. */
  readonly isSiteLoading: boolean;
}

/** Subscribes to the site that a device reports, and to its plan. */
export function useSitePlan(serial: string): SitePlan {
  const site = useDeviceData(serial, 'state_data');
  return { ...usePlan(sitePlan(site.answer)), isSiteLoading: site.isLoading };
}
