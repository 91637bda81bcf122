import { isInCalendar } from '#domain/history/monthDays';
import { createFailure } from '../../platform/failure/catalogue.ts';
import type { TimeSpan } from './reportSpan.ts';

/** Returns the span of a request, in ms since epoch. Throws 400 for a span that is empty, too long, or in a year outside the supported range. */
export function askedSpan({ from, to }: { readonly from: string; readonly to: string }, longestMs: number): TimeSpan {
  const span = { from: Date.parse(from), to: Date.parse(to) };
  if (span.to <= span.from || span.to - span.from > longestMs) throw createFailure('historySpan');
  if (!isInCalendar(span.from) || !isInCalendar(span.to)) throw createFailure('historyYears');
  return span;
}
