import { useObservableState } from 'observable-hooks';
import { type ReactNode, useEffect, useLayoutEffect, useMemo } from 'react';
import { Provider } from 'react-redux';
import { selectTickedAt } from '#state/clock';
import { IntentContext, RefusalContext } from '#hooks/IntentContext';
import { PastAnswersContext } from '#hooks/PastAnswersContext';
import { selectProfile } from '#state/session';
import type { LogStore } from '#state/store';
import { SubmitContext } from '#ui/form/SubmitContext';
import { useStableCallback } from '#ui/useStableCallback';
import type { OpenTimeTravel } from '#past/moments/openTimeTravel';
import { viewShown } from '#past/moments/viewShown';
import { useSelected } from '#hooks/useLiveSelector';
import { ChosenZoneProvider } from './zone/ChosenZone.tsx';
import { PlayheadContext, TimeTravelContext, type TimelinePorts } from '#hooks/TimeTravelContext';

interface Props {
  readonly travel: OpenTimeTravel;
  readonly liveStore: LogStore;
  readonly ports: TimelinePorts;
  readonly children: ReactNode;
}

/** Provides the store of the shown moment. In the past, there is no function that sends intents, so that nothing can be requested or commanded. */
export function TimeTravelProvider({ travel, liveStore, ports, children }: Props) {
  const {
    gate,
    pastStore,
    playhead$,
    timeline$,
    send,
    recorded,
    stateAt,
    dayAt,
    overviewOf,
    marksOf,
    hasViews = false,
    isReading,
    sendNotes,
    status$,
    clock,
  } = travel;
  const playhead = useObservableState(playhead$, { kind: 'live' });
  // A sign-out, in this tab or another, also leaves the past.
  const username = useSelected(liveStore, selectProfile)?.username ?? null;
  const isSignedIn = username !== null;
  const isLive = playhead.kind === 'live' || !isSignedIn;
  useEffect(() => {
    if (!isSignedIn) send({ kind: 'live' });
  }, [isSignedIn, send]);
  useEffect(() => {
    if (username !== null) sendNotes?.(username);
  }, [username, sendNotes]);
  // The effects of the views run between these two: what they send follows their subscriptions.
  useLayoutEffect(() => {
    if (isLive) gate.hold();
  }, [gate, isLive, playhead]);
  useEffect(() => {
    if (isLive) gate.open();
  }, [gate, isLive, playhead]);
  const hasBanner = playhead.kind === 'past' || playhead.missedAt !== undefined;
  const isPlaying = playhead.kind === 'live' || !isSignedIn || playhead.speed !== null;
  const shownAt = useStableCallback(() => (playhead.kind === 'past' ? playhead.moment.at : selectTickedAt(liveStore.getState())));
  const shownView = useStableCallback(() => viewShown(playhead));
  const provided = useMemo(
    () => ({
      isPast: !isLive,
      isPlaying,
      hasBanner,
      send,
      isReading,
      shownAt,
      shownView,
      recorded,
      stateAt,
      dayAt,
      ...(overviewOf === undefined ? {} : { overviewOf }),
      marksOf,
      hasViews,
      status$,
      timeline$,
      liveStore,
      clock,
      ports,
    }),
    [
      isLive,
      isPlaying,
      hasBanner,
      send,
      isReading,
      shownAt,
      shownView,
      recorded,
      stateAt,
      dayAt,
      overviewOf,
      marksOf,
      hasViews,
      status$,
      timeline$,
      liveStore,
      clock,
      ports,
    ],
  );
  return (
    <TimeTravelContext value={provided}>
      <PlayheadContext value={playhead}>
        <Provider store={isLive ? liveStore : pastStore}>
          <PastAnswersContext value={isLive ? null : (travel.pastAnswers?.() ?? null)}>
            <IntentContext value={isLive ? gate.sendIntent : null}>
              <RefusalContext value={gate.refuse}>
                <SubmitContext value={isLive ? null : 'You are looking at the past'}>
                  <ChosenZoneProvider>{children}</ChosenZoneProvider>
                </SubmitContext>
              </RefusalContext>
            </IntentContext>
          </PastAnswersContext>
        </Provider>
      </PlayheadContext>
    </TimeTravelContext>
  );
}
