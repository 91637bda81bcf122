import { floorToStep } from './timeStep.ts';

const DAY_MS = 86_400_000;
/** So many devices are named in the summary. */
const NAMED = 20;

/** What somebody chose for an export, ms since epoch; undefined while they chose nothing, null for half a time. */
export interface ExportDraft {
  readonly start: number | null | undefined;
  readonly end: number | null | undefined;
}

/** The stretch of time of an export: the last 24 hours until now unless chosen otherwise. Source: INC-079, INC-080, CONST-048, EXP1. */
export const exportRange = ({ start, end }: ExportDraft, nowMs: number) => ({
  start: start === undefined ? floorToStep(nowMs) - DAY_MS : start,
  end: end === undefined ? nowMs : end,
});

/** What stands in the way of an export beside a time that is none; null for nothing. */
export function rangeProblem({ start, end }: ReturnType<typeof exportRange>): string | null {
  return start !== null && end !== null && end < start ? 'The end lies before the start.' : null;
}

/** The names of the chosen devices in one line. Source: OPEN-121. */
export function namesText(names: readonly string[]): string {
  const more = names.length - NAMED;
  return more > 0 ? `${names.slice(0, NAMED).join(', ')} and ${more} more` : names.join(', ');
}
