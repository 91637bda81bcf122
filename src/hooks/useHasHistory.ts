import { useContext } from 'react';
import { useFeature } from './features.ts';
import { TimeTravelContext } from './TimeTravelContext.ts';

/** Returns whether a server with a history of the past is connected; false in a recording. */
export function useHasHistory(): boolean {
  const travel = useContext(TimeTravelContext);
  return useFeature('history') && travel !== null && travel.recording === undefined;
}
