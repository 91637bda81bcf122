import { useContext } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import type { Failure } from '#streams/event';
import { useRequest } from './useRequest.ts';
import type { Params, QueryOfView } from './useQuery.ts';
import { IntentContext } from './IntentContext.ts';

/** A file that a button saves. */
export interface Download<Path extends string, Query extends z.ZodMiniType, Body extends z.ZodMiniType> {
  /** Requests the file; the browser saves it. A failure also raises an alert. */
  readonly download: (params: Params<Path>, query?: QueryOfView<Query>, body?: z.input<Body>) => void;
  readonly isLoading: boolean;
  /** Why the last download failed; undefined during a download, and after a success. */
  readonly failure: Failure | undefined;
  /** False in the past, where nothing can be requested. */
  readonly isPossible: boolean;
}

/** Returns a function that saves the response of a `file` call. The file's content never enters the log. */
export function useDownload<Path extends string, Query extends z.ZodMiniType, Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  call: Call<Path, Query, Body, Answer>,
): Download<Path, Query, Body> {
  const isPossible = useContext(IntentContext) !== null;
  const { ask, isPending, failure } = useRequest(call);
  return {
    download: (params, query, body) => ask({ params, ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) }),
    isLoading: isPending,
    failure,
    isPossible,
  };
}
