import { useContext, useEffect, useRef } from 'react';
import type { Call, ParamsOf } from '#contract/call';
import type { z } from '#contract/schema';
import { requestOf } from '#state/viewRequest';
import { keyOf, type RequestSpec } from '#streams/event';
import { everyMsOf } from '#streams/query/pollIntervals';
import { IntentContext } from './IntentContext.ts';

/** The query of a call as a view passes it; undefined values are omitted. */
export type ViewQueryOf<C extends Call> = { readonly [Name in keyof z.input<C['query']>]?: string | number | undefined };

export interface QueryOptions {
  /** Time between a response and the next request, in ms; null requests once. Default: the interval of the call. */
  readonly everyMs?: number | null;
  /** False while nothing can be requested yet, for example before a device is selected. */
  readonly isWanted?: boolean;
  /** True for the full list of a paged call, with all pages joined. */
  readonly allPages?: boolean;
}

/** Subscribes to a query while the view is mounted. Returns its request, which is the same object until its key changes. */
export function useSubscription<C extends Call>(
  call: C,
  params: ParamsOf<C>,
  query?: ViewQueryOf<C>,
  options: QueryOptions = {},
): { readonly key: string; readonly request: RequestSpec } {
  const sendIntent = useContext(IntentContext);
  const request = requestOf(call, params, query, options.allPages);
  const key = keyOf(request);
  const { everyMs = everyMsOf(call), isWanted = true } = options;
  // The request is a new object at every render, so `key` identifies it.
  const newest = useRef({ key, request });
  if (newest.current.key !== key) newest.current = { key, request };
  const same = newest.current.request;
  useEffect(() => {
    if (sendIntent === null || !isWanted) return undefined;
    sendIntent({ kind: 'query.subscribed', request: same, everyMs });
    return () => sendIntent({ kind: 'query.unsubscribed', request: same, everyMs });
  }, [sendIntent, same, everyMs, isWanted]);
  return newest.current;
}

/**
 * Subscribes to a query (`everyMs`, `isWanted`, `allPages`) while the view is mounted, without reading the response. Two views with the same key share one
 * poll. Returns the key.
 */
export const useQuery = <C extends Call>(call: C, params: ParamsOf<C>, query?: ViewQueryOf<C>, options: QueryOptions = {}): string =>
  useSubscription(call, params, query, options).key;
