import { useObservableState } from 'observable-hooks';
import { useMemo } from 'react';
import { Provider } from 'react-redux';
import { IntentContext } from '#hooks/IntentContext';
import { PastAnswersContext } from '#hooks/PastAnswersContext';
import { pastAnswers } from '#past/history/pastAnswers';
import { ErrorBoundary } from '#ui/ErrorBoundary';
import { useStableCallback } from '#ui/useStableCallback';
import { ConsolePages } from '../console/App.tsx';
import type { Console } from '../console/ConsoleContext.ts';
import { PlayheadContext, TimeTravelContext } from '#hooks/TimeTravelContext';
import type { OpenedFile } from './openedFile.ts';
import type { ReplayTravel } from './replayTravel.ts';
import { timelinePorts } from '../console/timelinePorts.ts';

/** The base path of the screens of a recording. */
export const REPLAY_ROOT = '/replay';

interface Props {
  readonly file: OpenedFile;
  readonly travel: ReplayTravel;
  readonly console: Console;
  readonly onClose: () => void;
  /** Called when the layout itself cannot be rendered. */
  readonly onBroken: () => void;
}

/** Renders the console for a recording. There is no function that sends intents, so nothing can be requested or commanded. */
export function ReplayConsole({ file, travel, console, onClose, onBroken }: Props) {
  const { playhead$, start, send, recorded, stateAt, status$, timeline$, clock, endStore, shownStore } = travel;
  const playhead = useObservableState(playhead$, start);
  const { name, info, from, to, damage } = file;
  const ports = useMemo(() => timelinePorts(console.config), [console]);
  const isPlaying = playhead.kind === 'past' && playhead.speed !== null;
  const shownAt = useStableCallback(() => (playhead.kind === 'past' ? playhead.moment.at : to));
  const provided = useMemo(
    () => ({
      isPast: true,
      isPlaying,
      hasBanner: true,
      send,
      shownAt,
      recorded,
      stateAt,
      status$,
      timeline$,
      liveStore: endStore,
      clock,
      ports,
      recording: { name, by: info.recordedBy.name, from, to, damage, close: onClose },
    }),
    [isPlaying, send, shownAt, recorded, stateAt, status$, timeline$, clock, endStore, name, info, from, to, damage, onClose, ports],
  );
  return (
    <ErrorBoundary onError={onBroken}>
      <TimeTravelContext value={provided}>
        <PlayheadContext value={playhead}>
          <Provider store={shownStore}>
            <PastAnswersContext value={pastAnswers}>
              <IntentContext value={null}>
                <ConsolePages console={console} secrets={null} basename={REPLAY_ROOT} />
              </IntentContext>
            </PastAnswersContext>
          </Provider>
        </PlayheadContext>
      </TimeTravelContext>
    </ErrorBoundary>
  );
}
