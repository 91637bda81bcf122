import { useContext } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import type { Failure } from '#streams/event';
import { selectEntry } from './answers.ts';
import { matchesSchema } from './matchesSchema.ts';
import { useAppSelector } from './useAppSelector.ts';
import { requestOf, useQuery, type QueryOptions, type Params, type QueryOfView } from './useQuery.ts';
import { IntentContext } from './IntentContext.ts';

/** What a view knows of its question. A failure stands beside the last good answer. Instants in ms since epoch. */
export interface Answered<T> {
  /** The same object until the server says something else. */
  readonly answer: T | undefined;
  /** When the server last confirmed it: the age to show. */
  readonly at: number | undefined;
  /** Why the newest attempt gave no answer; undefined after a good one. */
  readonly failure: Failure | undefined;
  readonly failedAt: number | undefined;
  /** Nothing is known yet, neither an answer nor a failure. */
  readonly isLoading: boolean;
  /** An ask is on its way, also while an answer is shown. */
  readonly isPending: boolean;
  /** In the past only: it was not known at that time. */
  readonly isUnknown: boolean;
  /** Asks once more, now. */
  readonly refresh: () => void;
}

/** Keeps a call fresh while the view is shown and reads what is known of it. Not for secret calls, whose answers never enter the log. */
export function useAnswer<Path extends string, Query extends z.ZodType, Body extends z.ZodType, Answer extends z.ZodType>(
  call: Call<Path, Query, Body, Answer>,
  params: Params<Path>,
  query?: QueryOfView<Query>,
  options: QueryOptions = {},
): Answered<z.output<Answer>> {
  const give = useContext(IntentContext);
  const key = useQuery(call, params, query, options);
  const entry = useAppSelector((s) => selectEntry(s, key));
  const response = entry?.answer;
  const answer = response !== undefined && matchesSchema(call.answer, response) ? response : undefined;
  const isNothing = answer === undefined && entry?.failure === undefined;
  return {
    answer,
    at: entry?.confirmedAt,
    failure: entry?.failure,
    failedAt: entry?.failedAt,
    isLoading: isNothing && give !== null && options.isWanted !== false,
    isPending: entry?.isPending ?? false,
    isUnknown: isNothing && give === null,
    refresh: () => give?.({ kind: 'query.requested', request: requestOf(call, params, query, options.allPages) }),
  };
}
