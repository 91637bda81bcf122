import { createFailure } from '../../platform/failure/catalogue.ts';
import type { TimeSpan } from './reportSpan.ts';

/** Returns the span of a request, in ms since epoch. Throws 400 for one that is empty or too long. */
export function askedSpan({ from, to }: { readonly from: string; readonly to: string }, longestMs: number): TimeSpan {
  const span = { from: Date.parse(from), to: Date.parse(to) };
  if (span.to <= span.from || span.to - span.from > longestMs) throw createFailure('historySpan');
  return span;
}
