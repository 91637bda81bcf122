/** The time range of an incident export, its problem, and the names of its devices. */

import { DAY_MS } from '../text/timeUnits.ts';
import { floorToStep } from '../text/timeStep.ts';

/** Maximum number of device names in the summary. */
const NAMED = 20;

/** The unsaved time range of an export, ms since epoch; undefined while untouched, null for an incomplete input. */
export interface ExportDraft {
  readonly start: number | null | undefined;
  readonly end: number | null | undefined;
}

/** Returns the time range of an export; untouched fields default to 24 hours ago (rounded to a step) and now. Source: INC-079, INC-080, CONST-048, EXP1. */
export const exportRange = ({ start, end }: ExportDraft, nowMs: number) => ({
  start: start === undefined ? floorToStep(nowMs) - DAY_MS : start,
  end: end === undefined ? nowMs : end,
});

/** Returns why start and end are in the wrong order; null if they are not. An incomplete time (null) is not reported here. */
export function rangeProblem({ start, end }: ReturnType<typeof exportRange>): string | null {
  return start !== null && end !== null && end < start ? 'The end lies before the start.' : null;
}

/** Joins the names of the selected devices; beyond 20 adds `and N more`. Source: OPEN-121. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}
