import { useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { from, map } from 'rxjs';
import type { LogStore, RootState } from '#state/store';
import { useTimeTravel } from './TimeTravelContext.ts';

/** Selects from a store other than that of the shown moment. `select` is read once. */
export function useSelected<Value>(store: LogStore, select: (state: RootState) => Value): Value {
  const [value$] = useState(() => from(store).pipe(map(select)));
  return useObservableState(value$, () => select(store.getState()));
}

/** Selects from the live store, even while the screens show the past. `select` is read once. */
export const useLiveSelector = <Value>(select: (state: RootState) => Value): Value => useSelected(useTimeTravel().liveStore, select);
