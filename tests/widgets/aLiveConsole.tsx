import { type ReactNode, useState } from 'react';
import { asyncScheduler, NEVER } from 'rxjs';
import { TimeTravelContext } from '#hooks/TimeTravelContext';
import { useLogStore } from '#hooks/useAppSelector';
import type { LogStore } from '#state/store';
import { someTimelinePorts } from '../support/someTimelinePorts.ts';

interface Props {
  /** By default the store that is shown. */
  readonly live?: LogStore;
  readonly children: ReactNode;
}

/** A console that records nothing, for a view in `showing`. */
export function LiveConsole({ live, children }: Props) {
  const shown = useLogStore();
  const liveStore = live ?? shown;
  const [travel] = useState(() => ({
    isPast: false,
    isPlaying: true,
    hasBanner: false,
    send: () => undefined,
    shownAt: () => 0,
    recorded: async () => ({ blocks: async () => [], block: async () => null }),
    stateAt: async () => null,
    ports: someTimelinePorts,
    status$: NEVER,
    timeline$: NEVER,
    liveStore,
    clock: asyncScheduler,
  }));
  return <TimeTravelContext value={travel}>{children}</TimeTravelContext>;
}
