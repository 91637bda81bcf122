import { useState } from 'react';
import type { BodyOf, Call, ParamsOf } from '#contract/call';
import type { RequestFailure } from '#streams/event';
import type { AnswerEntry } from '#state/answers';
import { selectTickedAt } from '#state/clock';
import { useAppSelector } from './useAppSelector.ts';
import { useCallProblem } from './useCallProblem.ts';
import { useRequest, type RequestInput } from './useRequest.ts';
import type { ViewQueryOf } from './useQuery.ts';
import { useIsPast } from './IntentContext.ts';

/** State of a download. */
export interface Download {
  readonly isLoading: boolean;
  /** Whether the download takes so long that its progress is shown. */
  readonly isSlow: boolean;
  /** Number of bytes that have arrived; undefined before the first. */
  readonly progress: AnswerEntry['progress'];
  /** Why the last download failed; undefined during a download, after a success, and after a cancelled one. */
  readonly failure: RequestFailure | undefined;
  /** Aborts the download; nothing is saved. */
  readonly cancel: () => void;
  /** False for a file that cannot be created twice: the server would have acted, and the file would be lost. */
  readonly canCancel: boolean;
  /** Requests the last file again; null if that is not possible. */
  readonly retry: (() => void) | null;
  /** False in the past, where nothing can be requested, and for users who may not request the file. */
  readonly isPossible: boolean;
}

interface DownloadOf<C extends Call> extends Download {
  /** Requests the file; the browser saves it. A failure also raises an alert. */
  readonly download: (params: ParamsOf<C>, query?: ViewQueryOf<C>, body?: BodyOf<C>) => void;
}

/** The progress of a download is shown after this many ms; a shorter one would only flicker. */
const SLOW_MS = 1_000;

/** Returns a function that saves the response of a `file` call, and its progress for `DownloadProgress`. The content of the file never enters the log. */
export function useDownload<C extends Call>(call: C): DownloadOf<C> {
  const problem = useCallProblem(call);
  const isPossible = !useIsPast() && problem === null;
  const { send, isPending, failure, progress, cancel, requestedAt } = useRequest(call);
  const [last, setLast] = useState<RequestInput<C> | null>(null);
  const isSlow = useAppSelector((s) => requestedAt !== undefined && selectTickedAt(s) - requestedAt >= SLOW_MS);
  const start = (input: RequestInput<C>) => {
    setLast(input);
    send(input);
  };
  return {
    download: (params, query, body) =>
      start({ params, ...(query === undefined ? {} : { query }), ...(body === undefined ? {} : { body }) }),
    retry: last === null || !isPossible || call.hasSideEffects ? null : () => start(last),
    cancel,
    canCancel: !call.hasSideEffects,
    isLoading: isPending,
    isSlow,
    progress,
    failure,
    isPossible,
  };
}
