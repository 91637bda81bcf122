import { useContext, useEffect, useRef, useState } from 'react';
import type { AnswerOf, Call } from '#contract/call';
import { selectTickedAt } from '#state/clock';
import { isAnswerOf } from '#state/matchesSchema';
import { useIsPast } from './IntentContext.ts';
import { SECRET_SHOWN_MS, SecretContext } from './secretChannel.ts';
import { useAppSelector, useLogStore } from './useAppSelector.ts';
import { useKeyedRequest, type RequestState, type RequestInput } from './useRequest.ts';

/** A secret that only this view receives; `forget` hides it immediately. */
export interface Secret<Input, T> extends RequestState<Input, T> {
  /** Remaining display time in ms, by the log's ticks; 0 while nothing is shown. */
  readonly leftMs: number;
  readonly forget: () => void;
}

/**
 * Returns the function that requests a secret call once, and the secret (`leftMs`, `forget`). The response exists only in this view, never in the log, and is
 * dropped after 60 s, on unmount, and when a past moment is shown.
 */
export function useSecret<C extends Call>(call: C): Secret<RequestInput<C>, AnswerOf<C>> {
  const channel = useContext(SecretContext);
  const store = useLogStore();
  const { sendKeyed, ...request } = useKeyedRequest(call);
  const isPast = useIsPast();
  const [revealed, setRevealed] = useState<{ readonly answer: unknown; readonly at: number } | null>(null);
  const stopWaiting = useRef<() => void>(undefined);
  const leftMs = useAppSelector((s) => (revealed === null ? 0 : Math.max(0, revealed.at + SECRET_SHOWN_MS - selectTickedAt(s))));
  const isOver = revealed !== null && leftMs === 0;
  const forget = () => setRevealed(null);
  // The clock of a past moment is slow, so it would not hide the secret in time.
  if (isPast && revealed !== null) forget();
  useEffect(() => () => stopWaiting.current?.(), []);
  useEffect(() => {
    if (isOver) setRevealed(null);
  }, [isOver]);
  const send = (input: RequestInput<C>) => {
    stopWaiting.current?.();
    forget();
    const key = sendKeyed(input);
    if (key !== undefined)
      stopWaiting.current = channel?.wait(key, (answer) => setRevealed({ answer, at: selectTickedAt(store.getState()) }));
  };
  const answer = revealed !== null && !isOver && isAnswerOf(call, revealed.answer) ? revealed.answer : undefined;
  return { ...request, send, answer, leftMs: answer === undefined ? 0 : leftMs, forget };
}
