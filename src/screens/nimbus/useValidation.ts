import { useContext } from 'react';
import { getValidate, type ValidationType } from '#contract/validation';
import { selectEntry } from '#state/answers';
import { useAppSelector } from '#state/useAppSelector';
import { useRequest, type RequestState } from '#state/useRequest';
import { useOnSettled } from '#state/useOnSettled';
import { keyOfView } from '#state/useQuery';
import { IntentContext } from '#state/IntentContext';

interface Validation {
  /** Null in the past, where nothing can be validated. */
  readonly start: (() => void) | null;
  readonly isRunning: boolean;
  /** Why the last one of this view did not come to its end. */
  readonly failure: RequestState<unknown, unknown>['failure'];
}

/** A validation of one type: idle, running, idle again, and then the list is asked anew. Source: SYNC-006..008. */
export function useValidation(x: ValidationType, onEnded: () => void): Validation {
  const isLive = useContext(IntentContext) !== null;
  const { ask, isPending, failure } = useRequest(getValidate);
  // One that was begun before this view was opened runs still.
  const isBegun = useAppSelector((s) => selectEntry(s, keyOfView(getValidate, { x }))?.isPending === true);
  const isRunning = isPending || isBegun;
  useOnSettled({ isPending: isRunning }, onEnded);
  return { start: isLive ? () => ask({ params: { x } }) : null, isRunning, failure };
}
