import type { TreatmentJob } from '#contract/fleet/treatment';

/** Sums the light of the jobs per lane id: seconds, or joules per square metre. Lanes without a value are omitted. Source: OPEN-55. */
export function laneLight(jobs: readonly TreatmentJob[], of: 'treatment_time' | 'dosage'): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { object_id, [of]: value } of jobs) {
    if (object_id != null && value != null) sums.set(object_id, (sums.get(object_id) ?? 0) + value);
  }
  return sums;
}
