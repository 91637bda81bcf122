import { useSyncExternalStore } from 'react';
import { selectTickedAt } from '#state/clock';
import type { LogStore } from '#state/store';

/** Returns the time of the live log, ms since epoch by the console's clock, also while the screens show the past; changes once a second. */
export function useLiveNow(liveStore: LogStore): number {
  return useSyncExternalStore(
    (onChange) => liveStore.subscribe(onChange),
    () => selectTickedAt(liveStore.getState()),
  );
}
