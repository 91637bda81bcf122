import { useEffect } from 'react';
import { alertText } from '#domain/alertText';
import type { Failure } from '#streams/event';
import { useWish } from './WishContext.ts';

/** Tells people once that what they asked for failed; a refused session and a missing response are told elsewhere. Source: RULE-106..112. */
export function useFailureAlert(failure: Failure | undefined): void {
  const give = useWish();
  useEffect(() => {
    const text = failure === undefined || failure.status === 401 ? null : alertText(failure);
    if (text !== null) give({ kind: 'alert.raised', tone: 'warning', text });
  }, [failure, give]);
}
