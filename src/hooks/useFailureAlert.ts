import { useEffect } from 'react';
import { alertText } from '#domain/text/alertText';
import type { RequestFailure } from '#streams/event';
import { useIntent } from './IntentContext.ts';

/**
 * Raises an alert once for a failed request of the user; a rejected session is shown elsewhere. By default, a missing response is not reported; the
 * failure of a change is reported with `outcomeText`. Source: RULE-106..112, ALERT1, ANY12.
 */
export function useFailureAlert(failure: RequestFailure | undefined, text = failure === undefined ? null : alertText(failure)): void {
  const sendIntent = useIntent();
  useEffect(() => {
    if (failure === undefined || failure.status === 401 || text === null) return;
    sendIntent({ kind: 'alert.raised', tone: 'warning', text });
  }, [failure, sendIntent, text]);
}
