import { combineLatest, distinctUntilChanged, from, map, tap, type Observable } from 'rxjs';
import { selectStateOfNow, shownState } from '#state/shownState';
import type { LogStore, RootState } from '#state/store';
import type { Playhead } from './timeTravel.ts';

/**
 * Emits the playhead after `show` was called with the state of its moment, in which what guards the door is of now; calls it again whenever that changes,
 * also while the moment stands still.
 */
export function shownMoments(playhead$: Observable<Playhead>, liveStore: LogStore, show: (state: RootState) => void): Observable<Playhead> {
  const now$ = from(liveStore).pipe(map(selectStateOfNow), distinctUntilChanged());
  return combineLatest([now$, playhead$]).pipe(
    tap(([now, head]) => {
      if (head.kind === 'past') show(shownState(head.moment.state, now));
    }),
    map(([, head]) => head),
    distinctUntilChanged(),
  );
}
