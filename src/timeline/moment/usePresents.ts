import { useObservableState } from 'observable-hooks';
import { selectNow, selectTickedAt } from '#state/clock';
import { useTimeTravel } from '#hooks/TimeTravelContext';
import { useLiveSelector } from '#hooks/useLiveSelector';

/** The present in ms since epoch: by the console's clock, which dates the own recording, and by the server's, which dates its history. */
interface Presents {
  readonly own: number;
  readonly server: number;
  /** Returns the present by the clock that dates an instant: from the begin of the own recording on, that is the console's. */
  readonly of: (at: number) => number;
}

const NONE = { from: null, problem: null };

/** Returns the present by each clock. Source: CLOCK14. */
export function usePresents(): Presents {
  const { status$ } = useTimeTravel();
  const { from } = useObservableState(status$, NONE);
  const own = useLiveSelector(selectTickedAt);
  const server = useLiveSelector(selectNow);
  return { own, server, of: (at) => (from !== null && at >= from ? own : server) };
}
