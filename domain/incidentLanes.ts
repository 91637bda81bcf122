import type { MapStatistics } from '#contract/incident';

/** The incidents of a lane: how many, and their share 0..1 of all incidents of the map, those outside the lanes too. */
export interface LaneIncidents {
  readonly lane: string;
  readonly count: number;
  readonly share: number;
}

/** Lane by lane, the most first; equal ones by their name. Empty for missing statistics. Source: INC-062, INC-070, GAP-65, OPEN-126. */
export function incidentLanes(statistics: MapStatistics | null | undefined): readonly LaneIncidents[] {
  if (statistics == null) return [];
  const { lanes, total_number_of_incidents: total } = statistics;
  return Object.entries(lanes ?? {})
    .map(([lane, { length: count }]) => ({ lane, count, share: total === 0 ? 0 : count / total }))
    .toSorted((a, b) => b.count - a.count || a.lane.localeCompare(b.lane, 'en', { numeric: true }));
}

/** How red each lane is, 0..1: its incidents against those of the lane with most of them. Source: LANE3. */
export function laneHeat(rows: readonly LaneIncidents[]): ReadonlyMap<string, number> {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return new Map(rows.map(({ lane, count }) => [lane, count / most]));
}

/** How many incidents of a map happened outside its lanes. */
export const outsideLanes = (statistics: MapStatistics): number =>
  Object.values(statistics.lanes ?? {}).reduce((left, { length }) => left - length, statistics.total_number_of_incidents);
