/** The readout of charts: the values at an instant, and those of a span in a few rows. */

import type { TimeSpan } from '../text/timeUnits.ts';
import type { LaneGroup, LaneRun } from './lanes.ts';
import { stepAt } from './chartSpan.ts';

/** The minimum, maximum and mean of each step; null where nothing was reported. */
interface Numbers {
  readonly least: readonly (number | null)[];
  readonly most: readonly (number | null)[];
  readonly mean: readonly (number | null)[];
}

/** The data of charts. Instants in ms since epoch. */
export interface Charted {
  readonly to: number;
  readonly steps: readonly number[];
  readonly stepMs: number;
  readonly battery: Numbers;
  readonly speed: Numbers;
  readonly runs: readonly LaneRun[] | null;
  readonly errors: readonly { readonly at: number; readonly to: number | null; readonly code: string | null }[] | null;
}

/** The values of a device from one instant to another. */
export interface ChartRow {
  readonly from: number;
  readonly to: number;
  readonly battery: readonly [least: number, most: number] | null;
  readonly speed: readonly [least: number, most: number] | null;
  readonly group: LaneGroup | null;
  readonly codes: readonly string[];
  readonly isReported: boolean;
}

function boundsOf({ least, most }: Numbers, first: number, end: number): readonly [number, number] | null {
  const lows = least.slice(first, end).filter((value) => value !== null);
  const highs = most.slice(first, end).filter((value) => value !== null);
  return lows.length === 0 || highs.length === 0 ? null : [Math.min(...lows), Math.max(...highs)];
}

/** Returns the group of activities with the longest total duration between two instants. */
function groupIn(runs: readonly LaneRun[] | null, from: number, to: number): LaneGroup | null {
  const lasted = new Map<LaneGroup, number>();
  for (const run of runs ?? []) {
    const common = Math.min(run.to, to) - Math.max(run.from, from);
    if (common > 0) lasted.set(run.group, (lasted.get(run.group) ?? 0) + common);
  }
  const [longest] = [...lasted].toSorted(([, one], [, other]) => other - one);
  return longest?.[0] ?? null;
}

function rowOf(charted: Charted, first: number, end: number): ChartRow {
  const { steps, stepMs, battery, speed, runs, errors } = charted;
  const from = steps[first] ?? 0;
  const to = from + (end - first) * stepMs;
  const bounds = { battery: boundsOf(battery, first, end), speed: boundsOf(speed, first, end) };
  const during = (errors ?? []).filter((error) => error.at < to && (error.to ?? charted.to) > from);
  const group = groupIn(runs, from, to);
  const codes = [...new Set(during.map(({ code }) => code ?? ''))].filter((code) => code !== '');
  return { from, to, ...bounds, group, codes, isReported: bounds.battery !== null || bounds.speed !== null || group !== null };
}

/** Returns the values of charts at an instant; null outside their span. */
export function readoutAt(charted: Charted, at: number): ChartRow | null {
  const index = stepAt(charted, at);
  return index === -1 ? null : rowOf(charted, index, index + 1);
}

/** Returns the values of charts as at most `most` rows of equal length, oldest first, without rows that have neither a reported value nor an error. */
export function chartRows(charted: Charted, most: number): readonly ChartRow[] {
  const { steps } = charted;
  const size = Math.max(1, Math.ceil(steps.length / most));
  return Array.from({ length: Math.ceil(steps.length / size) }, (_, row) =>
    rowOf(charted, row * size, Math.min(steps.length, (row + 1) * size)),
  ).filter(({ isReported, codes }) => isReported || codes.length > 0);
}

const isReportedIn = ({ battery, speed }: Charted, step: number): boolean => (battery.mean[step] ?? speed.mean[step] ?? null) !== null;

/** Returns the start of the newest step in which something was reported; null if there is none. */
export function lastReported(charted: Charted): number | null {
  const index = charted.steps.findLastIndex((_, step) => isReportedIn(charted, step));
  return charted.steps[index] ?? null;
}

/** Returns the times up to now in which nothing was reported, between the first and the last step. */
export const silentTimes = (charted: Charted, now: number): readonly TimeSpan[] =>
  silentSteps(charted, (step) => isReportedIn(charted, step), now);

/** Appends a span, or extends the last span if the two touch. */
function addTouching(spans: { readonly from: number; to: number }[], { from, to }: TimeSpan): void {
  const last = spans.at(-1);
  if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
  else if (to > from) spans.push({ from, to });
}

/** Returns the times up to now in which the device was online: the runs of its activities, and the steps in which it reported a number. */
export function onlineTimes(charted: Charted, now: number): readonly TimeSpan[] {
  const { steps, stepMs, runs } = charted;
  const reported = steps.flatMap((from, step) => (isReportedIn(charted, step) ? [{ from, to: from + stepMs }] : []));
  const online: { readonly from: number; to: number }[] = [];
  for (const { from, to } of [...reported, ...(runs ?? [])].toSorted((one, other) => one.from - other.from))
    addTouching(online, { from, to: Math.min(to, now) });
  return online;
}

/** Returns whether an instant is in one of the online times. */
export const isOnlineAt = (online: readonly TimeSpan[], at: number): boolean => online.some(({ from, to }) => at >= from && at < to);

/** Returns the share 0..1 of a span up to now in which the device was online; null for a span that has not begun. */
export function onlineShare(online: readonly TimeSpan[], { from, to }: TimeSpan, now: number): number | null {
  const end = Math.min(to, now);
  if (end <= from) return null;
  const lasted = online.reduce((sum, time) => sum + Math.max(0, Math.min(time.to, end) - Math.max(time.from, from)), 0);
  return lasted / (end - from);
}

/** Returns the times of the steps up to now in which nothing was reported, merging adjacent ones. */
export function silentSteps(
  { steps, stepMs }: Pick<Charted, 'steps' | 'stepMs'>,
  isReported: (step: number) => boolean,
  now: number,
): readonly TimeSpan[] {
  const silent: { readonly from: number; to: number }[] = [];
  for (const [step, from] of steps.entries()) {
    // Reports may still arrive in the current step.
    if (isReported(step) || from + stepMs > now) continue;
    const last = silent.at(-1);
    if (last?.to === from) last.to = from + stepMs;
    else silent.push({ from, to: from + stepMs });
  }
  return silent;
}

/** The values at the lower and the upper edge of a chart. */
export interface Scale {
  readonly least: number;
  readonly most: number;
}

const SPEEDS_PER_METRE = 2;

/** Returns the edges of a chart of speeds, in m/s: multiples of 0.5, at least 1 forwards; below 0 only if a device drove backwards. */
export function speedScale(speed: Pick<Numbers, 'least' | 'most'> | null): Scale {
  const backwards = (speed?.least ?? []).reduce<number>((most, value) => Math.max(most, -(value ?? 0)), 0);
  const ahead = (speed?.most ?? []).reduce<number>((most, value) => Math.max(most, value ?? 0), 1);
  const rounded = (value: number) => Math.ceil(value * SPEEDS_PER_METRE) / SPEEDS_PER_METRE;
  return { least: backwards === 0 ? 0 : -rounded(backwards), most: rounded(ahead) };
}
