/** The light of each lane of a treatment, as a chart shows it: treatment time and dosage side by side. */

import type { TreatmentJob } from '#contract/fleet/treatment';
import { laneLight } from './laneLight.ts';

/** The amount of light of a lane: seconds, and the dosage in the unit of the treatment; null if unknown. */
export interface LaneAmount {
  readonly lane: string;
  readonly seconds: number | null;
  readonly dosage: number | null;
}

/** The collator that sorts the names of lanes in numeric order: 9 before 10. */
const byName = new Intl.Collator('en', { numeric: true });

/** Returns the lanes with a known treatment time or dosage, sorted by name. */
export function laneAmounts(jobs: readonly TreatmentJob[]): readonly LaneAmount[] {
  const [times, dosages] = [laneLight(jobs, 'treatment_time'), laneLight(jobs, 'dosage')];
  const lanes = [...new Set([...times.keys(), ...dosages.keys()])].toSorted((one, other) => byName.compare(one, other));
  return lanes.map((lane) => ({ lane, seconds: times.get(lane) ?? null, dosage: dosages.get(lane) ?? null }));
}

const mostOf = (amounts: readonly (number | null)[]): number => amounts.reduce<number>((most, amount) => Math.max(most, amount ?? 0), 0);

/** Returns a round number that is at least as large as all amounts; 1 if there are none. */
export function roundMost(amounts: readonly (number | null)[]): number {
  const most = mostOf(amounts);
  if (most === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 5].find((digit) => digit * power >= most) ?? 10) * power;
}

/** Round durations, in seconds; longer ones are whole hours. */
const LENGTHS: readonly number[] = [10, 20, 30, 60, 120, 180, 300, 600, 900, 1_200, 1_800, 2_700];
const HOUR = 3_600;

/** Returns a round duration, in seconds, that is at least as long as all lengths. */
export function roundSeconds(lengths: readonly (number | null)[]): number {
  const most = mostOf(lengths);
  return LENGTHS.find((seconds) => seconds >= most) ?? Math.ceil(most / HOUR) * HOUR;
}
