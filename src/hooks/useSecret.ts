import { useContext, useEffect, useRef, useState } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { keyOf } from '#streams/event';
import { selectTickedAt } from '#state/clock';
import { isAnswerOf } from '#state/matchesSchema';
import { SECRET_SHOWN_MS, SecretContext } from './secretChannel.ts';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import { useRequest, type RequestState, type RequestInput } from './useRequest.ts';
import { requestOf } from '#state/viewRequest';

/** A secret that only this view has; `forget` hides it at once. */
export interface Secret<Input, T> extends RequestState<Input, T> {
  /** Remaining display time, in ms by the log's ticks; 0 while nothing is shown. */
  readonly leftMs: number;
  readonly forget: () => void;
}

/**
 * Requests a secret call once: `leftMs`, `forget`. The response exists only in this view, never in the log, and is dropped after 60 s or on
 * unmount.
 */
export function useSecret<C extends Call>(call: C): Secret<RequestInput<C>, AnswerOf<C>> {
  const channel = useContext(SecretContext);
  const store = useLogStore();
  const request = useRequest(call);
  const [revealed, setRevealed] = useState<{ readonly answer: unknown; readonly at: number } | null>(null);
  const stopWaiting = useRef<() => void>(undefined);
  const leftMs = useAppSelector((s) => (revealed === null ? 0 : Math.max(0, revealed.at + SECRET_SHOWN_MS - selectTickedAt(s))));
  const isOver = revealed !== null && leftMs === 0;
  const forget = () => setRevealed(null);
  useEffect(() => () => stopWaiting.current?.(), []);
  useEffect(() => {
    if (isOver) setRevealed(null);
  }, [isOver]);
  const send = (input: RequestInput<C>) => {
    stopWaiting.current?.();
    forget();
    const key = keyOf(requestOf(call, input.params, input.query));
    stopWaiting.current = channel?.wait(key, (answer) => setRevealed({ answer, at: selectTickedAt(store.getState()) }));
    request.send(input);
  };
  const answer = revealed !== null && !isOver && isAnswerOf(call, revealed.answer) ? revealed.answer : undefined;
  return { ...request, send, answer, leftMs: answer === undefined ? 0 : leftMs, forget };
}
