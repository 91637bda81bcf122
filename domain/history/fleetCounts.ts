/** The number of devices per group of activities in each step of a span, as the chart of a fleet shows it. */

import type { TimeSpan } from '../text/timeUnits.ts';
import { silentSteps } from './chartReadout.ts';
import { stepAt } from './chartSpan.ts';
import { laneGroups, type Lane, type LaneGroup, type LaneRun } from './lanes.ts';

/** The number of devices in each group of activities. */
export type GroupCounts = Readonly<Record<LaneGroup, number>>;

/** The number of devices per group of activities. Instants in ms since epoch. */
export interface FleetCounts extends TimeSpan {
  readonly stepMs: number;
  /** The start of each step. */
  readonly steps: readonly number[];
  /** The counts of each step; null where no device reported. */
  readonly counts: readonly (GroupCounts | null)[];
}

/** Calls `onStep` with the group of each step in which a device was active: `error` if it was in error at any time, otherwise the group of its longest run. */
function forEachStep(
  runs: readonly LaneRun[],
  { from, to, stepMs }: Omit<FleetCounts, 'steps' | 'counts'>,
  onStep: (step: number, group: LaneGroup) => void,
) {
  const chosen = new Map<number, { readonly group: LaneGroup; readonly lasted: number }>();
  for (const { group, ...run } of runs) {
    const [begin, end] = [Math.max(run.from, from), Math.min(run.to, to)];
    for (let step = Math.floor((begin - from) / stepMs); from + step * stepMs < end; step += 1) {
      const start = from + step * stepMs;
      const lasted = group === 'error' ? stepMs + 1 : Math.min(end, start + stepMs) - Math.max(begin, start);
      if (lasted > (chosen.get(step)?.lasted ?? 0)) chosen.set(step, { group, lasted });
    }
  }
  for (const [step, { group }] of chosen) onStep(step, group);
}

/** Returns the number of devices per group of activities in each step of a span. */
export function fleetCounts(lanes: readonly Lane[], { from, to }: TimeSpan, stepMs: number): FleetCounts {
  const steps = Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, step) => from + step * stepMs);
  const counts = steps.map((): Record<LaneGroup, number> => ({ error: 0, treating: 0, moving: 0, idle: 0 }));
  const reported = new Set<number>();
  for (const { runs } of lanes)
    forEachStep(runs, { from, to, stepMs }, (step, group) => {
      const of = counts[step];
      if (of === undefined) return;
      of[group] += 1;
      reported.add(step);
    });
  return { from, to, stepMs, steps, counts: counts.map((of, step) => (reported.has(step) ? of : null)) };
}

/** Returns the number of devices per group of activities at an instant; null if no device reported, or outside the span. */
export const countsAt = (fleet: FleetCounts, at: number): GroupCounts | null => fleet.counts[stepAt(fleet, at)] ?? null;

/** Returns the start of the newest step in which a device reported; null if there is none. */
export const lastCounted = ({ steps, counts }: FleetCounts): number | null => steps[counts.findLastIndex((of) => of !== null)] ?? null;

/** Returns the greatest number of devices of one group in a step; at least 1. */
export const mostCounted = ({ counts }: FleetCounts): number =>
  counts.reduce((most, of) => Math.max(most, ...laneGroups.map((group) => of?.[group] ?? 0)), 1);

/** Returns the times up to now in which no device reported. */
export const silentCounts = ({ steps, stepMs, counts }: FleetCounts, now: number): readonly TimeSpan[] =>
  silentSteps({ steps, stepMs }, (step) => (counts[step] ?? null) !== null, now);

/** The maximum number of devices in each group at the same time, from one instant to another. */
export interface FleetRow extends TimeSpan {
  readonly most: GroupCounts;
}

/** Returns the steps merged into rows of `rowMs`, oldest first, without rows in which no device reported. */
export function fleetRows({ steps, stepMs, counts }: FleetCounts, rowMs: number): readonly FleetRow[] {
  const size = Math.max(1, Math.round(rowMs / stepMs));
  return Array.from({ length: Math.ceil(steps.length / size) }, (_, row) => row * size).flatMap((first): FleetRow[] => {
    const known = counts.slice(first, first + size).filter((of) => of !== null);
    const from = steps[first];
    if (from === undefined || known.length === 0) return [];
    const mostOf = (group: LaneGroup) => Math.max(...known.map((of) => of[group]));
    const most = { error: mostOf('error'), treating: mostOf('treating'), moving: mostOf('moving'), idle: mostOf('idle') };
    return [{ from, to: from + rowMs, most }];
  });
}
