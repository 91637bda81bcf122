import { useContext } from 'react';
import { useFeature } from './features.ts';
import { TimeTravelContext } from './TimeTravelContext.ts';

/** Returns whether there is a server that holds the past: a recording has none. */
export function useHasHistory(): boolean {
  const travel = useContext(TimeTravelContext);
  return useFeature('history') && travel !== null && travel.recording === undefined;
}
