import { useContext } from 'react';
import { getValidate, type ValidationType } from '#contract/validation';
import { selectEntry } from '#state/answers';
import { useAppSelector } from '#state/useAppSelector';
import { useAsk, type Asked } from '#state/useAsk';
import { useEnded } from '#state/useEnded';
import { keyOfView } from '#state/useInterest';
import { WishContext } from '#state/WishContext';

interface Validation {
  /** Null in the past, where nothing can be validated. */
  readonly start: (() => void) | null;
  readonly isRunning: boolean;
  /** Why the last one of this view did not come to its end. */
  readonly failure: Asked<unknown, unknown>['failure'];
}

/** A validation of one type: idle, running, idle again, and then the list is asked anew. Source: SYNC-006..008. */
export function useValidation(x: ValidationType, onEnded: () => void): Validation {
  const isLive = useContext(WishContext) !== null;
  const { ask, isAsking, failure } = useAsk(getValidate);
  // One that was begun before this view was opened runs still.
  const isBegun = useAppSelector((s) => selectEntry(s, keyOfView(getValidate, { x }))?.isAsking === true);
  const isRunning = isAsking || isBegun;
  useEnded({ isAsking: isRunning }, onEnded);
  return { start: isLive ? () => ask({ params: { x } }) : null, isRunning, failure };
}
