import { useContext, useEffect, useRef, useState } from 'react';
import type { Call } from '#contract/call';
import type { z } from '#contract/schema';
import { keyOf } from '#streams/event';
import { selectTickedAt } from '#state/clock';
import { matchesSchema } from '#state/matchesSchema';
import { SECRET_SHOWN_MS, SecretContext } from './secretChannel.ts';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import { useRequest, type RequestState, type RequestInput } from './useRequest.ts';
import { requestOf } from '#state/viewRequest';

/** A secret of this view alone; `forget` hides it at once. */
export interface Secret<Say, T> extends RequestState<Say, T> {
  /** Remaining display time, in ms by the log's ticks; 0 while nothing is shown. */
  readonly leftMs: number;
  readonly forget: () => void;
}

/** Returns a function that requests a secret call once. The response exists only in this view, never in the log, and is dropped after 60 s or on unmount. */
export function useSecret<Path extends string, Query extends z.ZodMiniType, Body extends z.ZodMiniType, Answer extends z.ZodMiniType>(
  call: Call<Path, Query, Body, Answer>,
): Secret<RequestInput<Path, Query, Body>, z.output<Answer>> {
  const door = useContext(SecretContext);
  const store = useLogStore();
  const asked = useRequest(call);
  const [revealed, setTold] = useState<{ readonly answer: unknown; readonly at: number } | null>(null);
  const stopWaiting = useRef<() => void>(undefined);
  const leftMs = useAppSelector((s) => (revealed === null ? 0 : Math.max(0, revealed.at + SECRET_SHOWN_MS - selectTickedAt(s))));
  const isOver = revealed !== null && leftMs === 0;
  const forget = () => setTold(null);
  useEffect(() => () => stopWaiting.current?.(), []);
  useEffect(() => {
    if (isOver) setTold(null);
  }, [isOver]);
  const ask = (say: RequestInput<Path, Query, Body>) => {
    stopWaiting.current?.();
    forget();
    const key = keyOf(requestOf(call, say.params, say.query));
    stopWaiting.current = door?.wait(key, (answer) => setTold({ answer, at: selectTickedAt(store.getState()) }));
    asked.ask(say);
  };
  const answer = revealed !== null && !isOver && matchesSchema(call.answer, revealed.answer) ? revealed.answer : undefined;
  return { ...asked, ask, answer, leftMs: answer === undefined ? 0 : leftMs, forget };
}
