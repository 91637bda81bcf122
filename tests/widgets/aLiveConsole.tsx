import { type ReactNode, useState } from 'react';
import { type ShownRecording, TimeTravelContext } from '#hooks/TimeTravelContext';
import { useLogStore } from '#hooks/useAppSelector';
import type { LogStore } from '#state/store';
import { someTravel } from '../support/someTravel.ts';

interface Props {
  /** By default the store that is shown. */
  readonly live?: LogStore;
  /** The recording that is shown; none by default. */
  readonly recording?: ShownRecording | undefined;
  readonly children: ReactNode;
}

/** A console that records nothing, for a view in `showing`. */
export function LiveConsole({ live, recording, children }: Props) {
  const shown = useLogStore();
  const liveStore = live ?? shown;
  const [travel] = useState(() => someTravel({ liveStore, ...(recording === undefined ? {} : { recording }) }));
  return <TimeTravelContext value={travel}>{children}</TimeTravelContext>;
}
