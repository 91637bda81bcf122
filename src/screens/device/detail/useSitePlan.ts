import type { AnswerOf } from '#contract/call';
import { getMapGeojson } from '#contract/map';
import { sitePlan } from '#domain/places/sitePlan';
import { type Answered, useAnswer } from '#state/hooks/useAnswer';
import { useDeviceData } from '#state/hooks/useDeviceData';

/** The plan of the site that a device reports. */
export interface SitePlan {
  readonly plan: Answered<AnswerOf<typeof getMapGeojson>>;
  /** True until the device's site is known. */
  readonly isSiteLoading: boolean;
  /** What is wrong with its version; null: nothing. */
  readonly warning: string | null;
}

/** Subscribes to the site of a device and to its plan. */
export function useSitePlan(serial: string): SitePlan {
  const site = useDeviceData(serial, 'state_data');
  const wanted = sitePlan(site.answer);
  const plan = useAnswer(getMapGeojson, { id: wanted?.id ?? '', version: wanted?.version ?? '' }, {}, { isWanted: wanted !== null });
  return { plan, isSiteLoading: site.isLoading, warning: wanted?.warning ?? null };
}
