import { useObservableState } from 'observable-hooks';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { Provider } from 'react-redux';
import { selectTickedAt } from '#state/clock';
import { IntentContext, RefusalContext } from '#hooks/IntentContext';
import { PastAnswersContext } from '#hooks/PastAnswersContext';
import { selectProfile } from '#state/session';
import type { LogStore } from '#state/store';
import { SubmitContext } from '#ui/form/SubmitContext';
import { useStableCallback } from '#ui/useStableCallback';
import type { OpenTimeTravel } from '#past/moments/openTimeTravel';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';
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

const LIVE = { kind: 'live' } as const satisfies Playhead & TravelCommand;

/**
 * Returns the number of times that another person signed in without a sign-out in between, and whether a moment is still that of the former person, from the first
 * render of the next one on. Source: PERSON3.
 */
function useHandOver(playhead: Playhead, username: string | null): { readonly count: number; readonly isOfFormer: boolean } {
  const [known, setKnown] = useState<{ readonly username: string | null; readonly count: number; readonly former: Playhead | null }>({
    username,
    count: 0,
    former: null,
  });
  if (username !== known.username) {
    const isHandedOver = known.username !== null && username !== null;
    setKnown(isHandedOver ? { username, count: known.count + 1, former: playhead } : { ...known, username });
  }
  return { count: known.count, isOfFormer: playhead === known.former };
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
  const newest = useObservableState(playhead$, LIVE);
  const username = useSelected(liveStore, selectProfile)?.username ?? null;
  const { count: handOvers, isOfFormer } = useHandOver(newest, username);
  const isSignedIn = username !== null;
  const playhead: Playhead = isOfFormer ? LIVE : newest;
  const isLive = playhead.kind === 'live' || !isSignedIn;
  // A sign-out, in this tab or another, also leaves the past, and so does another person who signs in.
  useEffect(() => {
    if (!isSignedIn) send(LIVE);
  }, [isSignedIn, send]);
  // Before the effects of the views, which may open a moment of the next person, and before another frame of the former one.
  useLayoutEffect(() => {
    if (handOvers > 0) send(LIVE);
  }, [handOvers, send]);
  useEffect(() => {
    if (username !== null) sendNotes?.(username);
  }, [username, sendNotes]);
  // The effects of views run between these two: `open` sends their subscriptions first, then their intents.
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
