import { useState } from 'react';
import { getValidate, type ValidationType } from '#contract/validation';
import { selectEntry } from '#state/answers';
import { useAppSelector } from '#hooks/useAppSelector';
import { useRequest, type RequestState } from '#hooks/useRequest';
import { useOnSettled } from '#hooks/useOnSettled';
import { keyOfView } from '#state/viewRequest';
import { useIsPast } from '#hooks/IntentContext';

interface Validation {
  /** Starts a validation; null in the past. */
  readonly start: (() => void) | null;
  readonly isRunning: boolean;
  /** True once a validation has been answered while this view was shown; one that failed may not have run. */
  readonly hasRun: boolean;
  /** Why the last validation started by this view failed. */
  readonly failure: RequestState<unknown, unknown>['failure'];
}

/** Starts a validation of one type and tracks whether one is running; the results are requested again when it ends. Source: SYNC-006..008, VALID4. */
export function useValidation(x: ValidationType, onEnded: () => void): Validation {
  const isLive = !useIsPast();
  const { send, isPending, failure } = useRequest(getValidate);
  // A validation that was started before this view was mounted may still be running.
  const entry = useAppSelector((s) => selectEntry(s, keyOfView(getValidate, { x })));
  const isRunning = isPending || entry?.isPending === true;
  const [hasRun, setHasRun] = useState(false);
  useOnSettled({ isPending: isRunning }, () => {
    if (entry?.answer !== undefined && entry.failure === undefined) setHasRun(true);
    onEnded();
  });
  return { start: isLive ? () => send({ params: { x } }) : null, isRunning, hasRun, failure };
}
