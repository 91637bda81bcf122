import { useContext } from 'react';
import { selectClockOffset } from '#state/clock';
import { PlayheadContext } from './TimeTravelContext.ts';
import { useAppSelector } from './useAppSelector.ts';

/**
 * Returns the shown past moment in ms since epoch by the server's clock, on which the axes of charts are based; null while the console is live. A moment of
 * this console's recording has the time of the console's clock, which may be wrong. Source: CLOCK9.
 */
export function useShownInstant(): number | null {
  const playhead = useContext(PlayheadContext);
  const offsetMs = useAppSelector(selectClockOffset);
  return playhead.kind === 'past' ? playhead.moment.at + offsetMs : null;
}
