import type { AnswerOf, Call, ParamsOf } from '#contract/call';
import { DAY_MS } from '#domain/text/timeUnits';
import { selectAnswered, selectEntry } from '#state/answers';
import { isAnswerOf } from '#state/matchesSchema';
import { keyOfView } from '#state/viewRequest';
import { useAppSelector } from './useAppSelector.ts';
import type { Answered } from './useAnswer.ts';
import type { ViewQueryOf } from './useQuery.ts';
import { useRetriedAnswer } from './useRetriedAnswer.ts';

/** Maximum age of an earlier span whose response is still shown, in ms: after a day, it has nothing in common with a span of 24 hours. */
const FORMER_MS = DAY_MS;

/** A span that ends at `end`, in ms since epoch, and moves in steps of `stepMs` ms; null for a fixed span. */
export interface MovingSpan {
  readonly end: number;
  readonly stepMs: number | null;
}

/** The state of a query for a moving span, with the end of the span of the shown response, in ms since epoch. */
export interface MovingAnswered<T> extends Answered<T> {
  readonly answeredEnd: number;
}

/**
 * Subscribes to a query for a span that ends now, `queryTo(end)`, which changes with each step. Until the newest query has a response, the newest response of
 * an earlier step stays, even while requests fail. That response is read from the log, so a past moment shows what the console showed at that time.
 */
export function useMovingAnswer<C extends Call>(
  call: C,
  params: ParamsOf<C>,
  queryTo: (end: number) => ViewQueryOf<C>,
  { end, stepMs }: MovingSpan,
  everyMs: number,
): MovingAnswered<AnswerOf<C>> {
  const answered = useRetriedAnswer(call, params, queryTo(end), everyMs);
  const keyBefore = (step: number) => keyOfView(call, params, queryTo(end - (step + 1) * (stepMs ?? 0)));
  const count = answered.answer !== undefined || stepMs === null ? 0 : Math.floor(FORMER_MS / stepMs);
  const step = useAppSelector((s) => (count === 0 ? -1 : selectAnswered(s, call, keyBefore, count)));
  const former = useAppSelector((s) => (step < 0 ? undefined : selectEntry(s, keyBefore(step))));
  const answer = former?.answer;
  if (stepMs === null || answer === undefined || !isAnswerOf(call, answer)) return { ...answered, answeredEnd: end };
  const known = { answer, at: former?.confirmedAt, isLoading: false, isUnknown: false };
  return { ...answered, ...known, answeredEnd: end - (step + 1) * stepMs };
}
