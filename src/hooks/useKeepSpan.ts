import { useRef } from 'react';
import { useTimeTravel, type WantedSpan } from './TimeTravelContext.ts';

/** Keeps a span on the server, with a reason; returns why it was refused. */
export type KeepSpan = (span: Pick<WantedSpan, 'from' | 'to'>, reason: string) => Promise<string | null>;

/** Returns the function that keeps a span on the server, once for repeated attempts; null in a replay, and if the server keeps none. */
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
