import { useContext, useEffect, useState } from 'react';
import type { Call } from '#contract/call';
import type { Failure } from '#streams/event';
import { selectEntry } from './answers.ts';
import { SecretContext } from './secretChannel.ts';
import { useAppSelector } from './useAppSelector.ts';
import { keyOfView, requestOf, useQuery, type Params } from './useQuery.ts';
import { IntentContext } from './IntentContext.ts';

/** A file that a view shows. */
export interface ShownFile {
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Why it did not come; undefined while it is on its way. */
  readonly failure: Failure | undefined;
  /** False in the past, which holds no files. */
  readonly isPossible: boolean;
  /** Asks once more, now. */
  readonly refresh: () => void;
}

const isBytes = (answer: unknown): answer is Uint8Array<ArrayBuffer> => answer instanceof Uint8Array;

/** Asks for a `shown` file while the view is there. Its bytes are here alone, never in the log nor in the store. Give the view a key per file. */
export function useShownFile<Path extends string>(call: Call<Path>, params: Params<Path>): ShownFile {
  const channel = useContext(SecretContext);
  const give = useContext(IntentContext);
  const key = keyOfView(call, params);
  const [bytes, setBytes] = useState<Uint8Array<ArrayBuffer>>();
  // Before the request: a response that nobody waits for is dropped.
  useEffect(() => channel?.wait(key, (answer) => setBytes(isBytes(answer) ? answer : undefined)), [channel, key]);
  useQuery(call, params);
  const entry = useAppSelector((s) => selectEntry(s, key));
  return {
    bytes,
    failure: entry?.isPending === true ? undefined : entry?.failure,
    isPossible: give !== null,
    refresh: () => give?.({ kind: 'query.requested', request: requestOf(call, params) }),
  };
}
