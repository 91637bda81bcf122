/** Incidents by day and error code, as a chart shows them: its period, its steps, and the counts of an instant. */

import { instantMs, shownZone } from '../text/dates.ts';
import { dayOfInstant, startOfDay } from '../text/timeStep.ts';
import { DAY_MS, type TimeSpan } from '../text/timeUnits.ts';

/** Number of days that are drawn for a period without a start. */
const USUAL_DAYS = 30;

/** Returns the period to draw, from the start of a day in the zone of the page: at most `mostDays` before its end. */
export function chartedPeriod(from: number | null, to: number, mostDays: number): TimeSpan {
  const earliest = to - (mostDays - 1) * DAY_MS;
  const wanted = Math.max(earliest, from ?? to - (USUAL_DAYS - 1) * DAY_MS);
  return { from: Math.min(to, startOfDay(dayOfInstant(wanted, shownZone()), shownZone()) ?? wanted), to };
}

/** The incidents of a code in each step; `code` is null for all other codes together. */
export interface CodeCounts {
  readonly code: string | null;
  readonly counts: readonly number[];
}

/** Incidents by step and code. Instants in ms since epoch; `stepMs` is the usual length of a step, as some days have an hour more or less. */
export interface IncidentDays extends TimeSpan {
  readonly stepMs: number;
  readonly steps: readonly number[];
  readonly codes: readonly CodeCounts[];
}

/** The counts as the server sends them. */
interface Counted {
  readonly step_days: number;
  readonly steps: readonly string[];
  readonly codes: readonly CodeCounts[];
}

/** Converts the counts of a server; null if they contain no step. */
export function incidentDays({ step_days, steps: texts, codes }: Counted): IncidentDays | null {
  const steps = texts.flatMap((text) => instantMs(text) ?? []);
  const [from, last] = [steps[0], steps.at(-1)];
  if (from === undefined || last === undefined) return null;
  const stepMs = step_days * DAY_MS;
  return { from, to: last + stepMs, stepMs, steps, codes };
}

/** Returns the index of the step that contains an instant; the first one for an earlier instant. */
export const dayAt = ({ steps }: IncidentDays, at: number): number =>
  Math.max(
    0,
    steps.findLastIndex((begin) => begin <= at),
  );

/** Returns the largest count of a code in a step, at least 1. */
export const mostIncidents = (codes: readonly CodeCounts[]): number => codes.reduce((most, { counts }) => Math.max(most, ...counts), 1);
