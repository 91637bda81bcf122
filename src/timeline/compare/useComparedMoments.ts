/** Hooks of a comparison: the shown moment, A and B after a rest, and the swap. */

import { useObservable, useObservableState } from 'observable-hooks';
import { useContext, useMemo, useState } from 'react';
import { map, throttle, timer } from 'rxjs';
import { selectTickedAt } from '#state/clock';
import { viewShown } from '#past/moments/viewShown';
import type { EarlierMoment } from '#widgets/EarlierMoment';
import { PlayheadContext, useTimeTravel } from '#hooks/TimeTravelContext';
import { useLiveSelector } from '#hooks/useLiveSelector';

/** Two moments that are compared: A and B. `from` may be the later one. */
export interface ComparedMoments {
  readonly from: EarlierMoment;
  readonly to: EarlierMoment;
}

/** Returns the shown moment: the past moment or, in a live console, the last tick. */
export function useShownState(): EarlierMoment {
  const playhead = useContext(PlayheadContext);
  const { liveStore } = useTimeTravel();
  const tickedAt = useLiveSelector(selectTickedAt);
  const past = playhead.kind === 'past' ? playhead.moment : null;
  const liveAt = past === null ? tickedAt : null;
  const view = viewShown(playhead);
  return useMemo(
    () => (past === null ? { at: liveAt ?? 0, state: liveStore.getState() } : { at: past.at, state: past.state, view }),
    [past, view, liveAt, liveStore],
  );
}

/** Minimum time between two comparisons while B changes, in ms: a fixed part and a part per device, so that a large fleet leaves time for the slider. */
const EVERY_MS = 300;
const EVERY_MS_PER_DEVICE = 0.1;

const pauseMs = ({ to }: ComparedMoments) => Math.max(EVERY_MS, to.state.fleet.rows.indexBySerial.size * EVERY_MS_PER_DEVICE);

/** Returns A and B as they are compared: at once after a pause, otherwise a few times per second, and finally the newest ones. */
export function useSettledMoments(from: EarlierMoment, to: EarlierMoment): ComparedMoments {
  const { clock } = useTimeTravel();
  const moments = useMemo(() => ({ from, to }), [from, to]);
  const settled$ = useObservable(
    (given$) =>
      given$.pipe(
        map(([newest]) => newest),
        throttle((newest) => timer(pauseMs(newest), clock), { leading: true, trailing: true }),
      ),
    [moments],
  );
  return useObservableState(settled$, moments);
}

/** Returns B, and the function that swaps A and B. The previous A becomes B at once, before the timeline has reached it. */
export function useSwap(from: EarlierMoment, mark: (moment: EarlierMoment) => void) {
  const { send } = useTimeTravel();
  const shown = useShownState();
  const [swapped, setSwapped] = useState<{ readonly shown: EarlierMoment; readonly to: EarlierMoment } | null>(null);
  const swap = () => {
    setSwapped({ shown, to: from });
    mark(to);
    send({ kind: 'seek', at: from.at });
  };
  const to = swapped?.shown === shown ? swapped.to : shown;
  return { to, swap };
}
