import { useObservableState } from 'observable-hooks';
import { useContext } from 'react';
import { NEVER } from 'rxjs';
import { useFeature } from './features.ts';
import { TimeTravelContext } from './TimeTravelContext.ts';

const NONE = { from: null, problem: null };

/**
 * Returns whether a past instant (ms since epoch) can be read: the server has a history, or this console's recording reaches back to it. Always false in a
 * replay.
 */
export function useHoldsPast(at: number): boolean {
  const travel = useContext(TimeTravelContext);
  const hasHistory = useFeature('history');
  const { from } = useObservableState(travel?.status$ ?? NEVER, NONE);
  if (travel === null || travel.recording !== undefined) return false;
  return hasHistory || (from !== null && from <= at);
}
