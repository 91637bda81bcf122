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

/** The state of a download. */
export interface Download {
  readonly isLoading: boolean;
  /** Whether the download takes so long that its progress is shown. */
  readonly isSlow: boolean;
  /** Number of bytes received; undefined before the first. */
  readonly progress: AnswerEntry['progress'];
  /** The reason why the last download failed; undefined during a download, after a success, and after a cancelled download. */
  readonly failure: RequestFailure | undefined;
  /** Aborts the download; nothing is saved. */
  readonly cancel: () => void;
  /** False for a file that cannot be created twice: after a cancellation, the server would have acted, but the file would be lost. */
  readonly canCancel: boolean;
  /** Requests the last file again; null if that is not possible. */
  readonly retry: (() => void) | null;
  /** False in the past, where no requests are possible, and for users who may not request the file. */
  readonly isPossible: boolean;
}

interface DownloadOf<C extends Call> extends Download {
  /** Requests the file, which the browser then saves. A failure also raises an alert. */
  readonly download: (params: ParamsOf<C>, query?: ViewQueryOf<C>, body?: BodyOf<C>) => void;
}

/** Time in ms after which the progress of a download is shown; for a shorter download, it would only flicker. */
const SLOW_MS = 1_000;

/** Returns a function that saves the response of a `file` call, and the state for `DownloadProgress`. The content of the file never enters the log. */
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
