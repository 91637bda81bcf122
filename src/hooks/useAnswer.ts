import { useContext } from 'react';
import type { AnswerOf, Call, ParamsOf } from '#contract/call';
import type { RequestFailure } from '#streams/event';
import { selectEntry } from '#state/answers';
import { selectUnreadOf } from '#state/health';
import { isAnswerOf } from '#state/matchesSchema';
import { useAppSelector } from './useAppSelector.ts';
import { useQuery, type QueryOptions, type ViewQueryOf } from './useQuery.ts';
import { requestOf } from '#state/viewRequest';
import { IntentContext } from './IntentContext.ts';

/** State of a view's query. A failure does not replace the last good response. Instants in ms since epoch. */
export interface Answered<T> {
  /** The same object until the response changes. */
  readonly answer: T | undefined;
  /** When the server last confirmed the response; its age is shown. */
  readonly at: number | undefined;
  /** Why the newest request failed; undefined after a success. */
  readonly failure: RequestFailure | undefined;
  readonly failedAt: number | undefined;
  /** True until there is a response or a failure. */
  readonly isLoading: boolean;
  /** Whether a request is in flight, even while a response is shown. */
  readonly isPending: boolean;
  /** True only in the past, if an enabled query had no response at that time. */
  readonly isUnknown: boolean;
  /** Number of items of the response that could not be read. */
  readonly unreadCount: number;
  /** Requests once more, now. */
  readonly refresh: () => void;
}

/**
 * Subscribes to a query while the view is mounted and returns its state (`Answered`: answer, failure, loading). Not for secret calls, whose responses never
 * enter the log.
 */
export function useAnswer<C extends Call>(
  call: C,
  params: ParamsOf<C>,
  query?: ViewQueryOf<C>,
  options: QueryOptions = {},
): Answered<AnswerOf<C>> {
  const sendIntent = useContext(IntentContext);
  const key = useQuery(call, params, query, options);
  const entry = useAppSelector((s) => selectEntry(s, key));
  const unreadCount = useAppSelector((s) => selectUnreadOf(s, key));
  const response = entry?.answer;
  const answer = response !== undefined && isAnswerOf(call, response) ? response : undefined;
  const isNothing = answer === undefined && entry?.failure === undefined;
  return {
    answer,
    at: entry?.confirmedAt,
    failure: entry?.failure,
    failedAt: entry?.failedAt,
    isLoading: isNothing && sendIntent !== null && options.isWanted !== false,
    isPending: entry?.isPending ?? false,
    isUnknown: isNothing && sendIntent === null && options.isWanted !== false,
    unreadCount,
    refresh: () => sendIntent?.({ kind: 'query.requested', request: requestOf(call, params, query, options.allPages) }),
  };
}
