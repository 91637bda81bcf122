import { useContext, useMemo } from 'react';
import type { AnswerOf, Call, ParamsOf } from '#contract/call';
import { MINUTE_MS } from '#domain/text/timeUnits';
import type { RequestFailure, RequestSpec } from '#streams/event';
import { isLater, nothing, selectEntry, selectPastRows } from '#state/answers';
import { selectTickedAt } from '#state/clock';
import { selectUnreadOf } from '#state/health';
import { isAnswerOf } from '#state/matchesSchema';
import { useAppSelector } from './useAppSelector.ts';
import { useSubscription, type QueryOptions, type ViewQueryOf } from './useQuery.ts';
import { requestOf } from '#state/viewRequest';
import { IntentContext } from './IntentContext.ts';
import { PastAnswersContext } from './PastAnswersContext.ts';

/** The state of a view's query. A failure does not replace the last good response. Instants in ms since epoch. */
export interface Answered<T> {
  /** The same object until the response changes. */
  readonly answer: T | undefined;
  /** The time when the server last confirmed the response, from which its displayed age is calculated. */
  readonly at: number | undefined;
  /** The reason why the newest request failed; undefined after a success. */
  readonly failure: RequestFailure | undefined;
  readonly failedAt: number | undefined;
  /** True until there is a response or a failure. */
  readonly isLoading: boolean;
  /** Whether a request is in flight, even while a response is shown. */
  readonly isPending: boolean;
  /** True if an enabled query has neither response nor failure at the shown past moment; always false while live. */
  readonly isUnknown: boolean;
  /** The instant since which the list is complete, for a list of the server's history, which has no older rows. */
  readonly knownSince?: number | undefined;
  /** True while the past is shown and the response is the current one, because the past one is not recorded. */
  readonly isOfNow?: boolean | undefined;
  /** Number of items of the response that could not be read. */
  readonly unreadCount: number;
  /** Sends the request once more, immediately. */
  readonly refresh: () => void;
}

/**
 * Returns the response to a request at the shown moment, built from the lists of the server's history, with the time from which they are complete; undefined if
 * that is not possible.
 */
function usePastAnswer(call: Call, request: RequestSpec) {
  const past = useContext(PastAnswersContext);
  const list = past?.listOf(call.name);
  const rows = useAppSelector((s) => (list === undefined ? undefined : selectPastRows(s, list)));
  const at = useAppSelector((s) => (rows === undefined ? 0 : selectTickedAt(s)));
  const minuteAt = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  const answer = useMemo(
    () => (past === null || rows === undefined ? undefined : past.answer(request, rows, minuteAt)),
    [past, request, rows, minuteAt],
  );
  return rows === undefined || answer === undefined ? undefined : { answer, confirmedAt: at, since: rows.since };
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
  const { key, request } = useSubscription(call, params, query, options);
  const stored = useAppSelector((s) => selectEntry(s, key));
  const unreadCount = useAppSelector((s) => selectUnreadOf(s, key));
  const past = usePastAnswer(call, request);
  // A response that the console had at that time takes precedence, because its screens showed it.
  const isListed = stored?.answer === undefined && past !== undefined;
  const entry = isListed ? { ...nothing, ...past } : stored;
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
    ...(isListed ? { knownSince: past.since } : {}),
    ...(entry !== undefined && isLater(entry) ? { isOfNow: true } : {}),
    unreadCount,
    refresh: () => sendIntent?.({ kind: 'query.requested', request: requestOf(call, params, query, options.allPages) }),
  };
}
