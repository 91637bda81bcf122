/** Incidents per lane of a map, and their heat. */

import type { MapStatistics } from '#contract/incident';
import { byText } from '../text/byText.ts';

/** The incidents of a lane: count, and share 0..1 of all incidents of the map including those outside lanes. */
export interface LaneIncidents {
  readonly lane: string;
  readonly count: number;
  readonly share: number;
}

// If the server names only the newest incidents of a lane, it also sends the total number.
const lanesWithCount = ({ lanes, incidents_per_lane: counts }: MapStatistics) =>
  Object.entries(lanes ?? {}).map(([lane, { length }]) => ({ lane, count: counts?.[lane] ?? length }));

/** Returns the incidents per lane, sorted by count descending, then by lane; empty for missing statistics. Source: INC-062, INC-070, GAP-65, OPEN-126. */
export function incidentLanes(statistics: MapStatistics | null | undefined): readonly LaneIncidents[] {
  if (statistics == null) return [];
  const total = statistics.total_number_of_incidents;
  return lanesWithCount(statistics)
    .map(({ lane, count }) => ({ lane, count, share: total === 0 ? 0 : count / total }))
    .toSorted((a, b) => b.count - a.count || byText(a.lane, b.lane));
}

/** Returns the colour intensity per lane, 0..1: its count divided by the largest count. Source: LANE3. */
export function laneHeat(rows: readonly LaneIncidents[]): ReadonlyMap<string, number> {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return new Map(rows.map(({ lane, count }) => [lane, count / most]));
}

/** Returns the number of incidents of a map outside its lanes. */
export const outsideLanes = (statistics: MapStatistics): number =>
  lanesWithCount(statistics).reduce((left, { count }) => left - count, statistics.total_number_of_incidents);

/** Returns whether the lists name only the newest incidents, and not all that were counted on the lanes. */
export const areSomeUnnamed = ({ lanes, ...statistics }: MapStatistics): boolean =>
  Object.entries(lanes ?? {}).some(([lane, { length }]) => length < (statistics.incidents_per_lane?.[lane] ?? length));
