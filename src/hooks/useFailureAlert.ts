import { useEffect } from 'react';
import { alertText } from '#domain/text/alertText';
import type { RequestFailure } from '#streams/event';
import { useIntent } from './IntentContext.ts';

/**
 * Raises an alert once for a failed request of the user; a rejected session is shown elsewhere, and a missing response is reported only if `noAnswer` is given.
 * Source: RULE-106..112, ALERT1.
 */
export function useFailureAlert(failure: RequestFailure | undefined, noAnswer: string | null = null): void {
  const sendIntent = useIntent();
  useEffect(() => {
    const text = failure === undefined || failure.status === 401 ? null : (alertText(failure) ?? noAnswer);
    if (text !== null) sendIntent({ kind: 'alert.raised', tone: 'warning', text });
  }, [failure, sendIntent, noAnswer]);
}
