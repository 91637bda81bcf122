import { useContext, useEffect, useState } from 'react';
import type { Call, ParamsOf } from '#contract/call';
import type { RequestFailure } from '#streams/event';
import { selectEntry, type AnswerEntry } from '#state/answers';
import { SecretContext } from './secretChannel.ts';
import { useAppSelector } from './useAppSelector.ts';
import { useQuery } from './useQuery.ts';
import { keyOfView, requestOf } from '#state/viewRequest';
import { IntentContext } from './IntentContext.ts';

/** The state of a file that a view shows. */
export interface ShownFile {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Number of bytes received; undefined before the first. */
  readonly progress: AnswerEntry['progress'];
  /** Whether the user cancelled the request, so there are neither bytes nor a failure. */
  readonly isCancelled: boolean;
  /** The reason why loading failed; undefined during loading and after a success. */
  readonly failure: RequestFailure | undefined;
  /** False in the past, where files cannot be requested. */
  readonly isPossible: boolean;
  /** Aborts the request in flight. */
  readonly cancel: () => void;
  /** Sends the request once more; existing bytes are dropped, so the view loads again. */
  readonly refresh: () => void;
}

const isBytes = (answer: unknown): answer is Uint8Array<ArrayBuffer> => answer instanceof Uint8Array;

/** Requests a `shown` file while the view is mounted. Its bytes exist only in this view, never in the log or store. Pass a React key per file. */
export function useShownFile<C extends Call>(call: C, params: ParamsOf<C>): ShownFile {
  const channel = useContext(SecretContext);
  const sendIntent = useContext(IntentContext);
  const key = keyOfView(call, params);
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>();
  // Registered before the request, because a response without a waiting view is dropped.
  useEffect(() => channel?.wait(key, (answer) => setBytes(isBytes(answer) ? answer : undefined)), [channel, key]);
  useQuery(call, params);
  const entry = useAppSelector((s) => selectEntry(s, key));
  return {
    bytes,
    failure: entry?.isPending === true ? undefined : entry?.failure,
    progress: entry?.isPending === true ? entry.progress : undefined,
    isCancelled: bytes === undefined && entry?.isCancelled === true,
    isPossible: sendIntent !== null,
    cancel: () => sendIntent?.({ kind: 'query.cancelled', request: requestOf(call, params) }),
    refresh: () => {
      setBytes(undefined);
      sendIntent?.({ kind: 'query.requested', request: requestOf(call, params) });
    },
  };
}
