import { useRef } from 'react';
import { useTimeTravel, type WantedSpan } from './TimeTravelContext.ts';

/** Keeps a span on the server, with a reason; resolves with the reason for a refusal, or null. */
export type KeepSpan = (span: Pick<WantedSpan, 'from' | 'to'>, reason: string) => Promise<string | null>;

/** Returns the function that keeps a span on the server; repeated attempts keep it only once. Null in a replay, and if the server does not support it. */
export function useKeepSpan(): KeepSpan | null {
  const { keepSpan, newId } = useTimeTravel().ports;
  const last = useRef<WantedSpan | null>(null);
  if (keepSpan === undefined) return null;
  return ({ from, to }, reason) => {
    const before = last.current?.from === from && last.current.to === to ? last.current : null;
    const wanted = { id: before?.id ?? newId(), from, to, reason };
    last.current = wanted;
    return keepSpan(wanted);
  };
}
