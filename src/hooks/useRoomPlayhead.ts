import type { TimeSpan } from '#domain/text/timeUnits';
import { useObservable, useSubscription } from 'observable-hooks';
import { useCallback, useContext, useState } from 'react';
import { asyncScheduler, EMPTY, interval, map, switchMap, timeInterval } from 'rxjs';
import { nextPlayhead, type RoomInput, type RoomPlayhead } from '#domain/incidents/roomPlayhead';
import { TimeTravelContext } from './TimeTravelContext.ts';

/** Interval at which a playing playhead moves, in ms. */
const TICK_MS = 50;

/** Returns the playhead of an incident's room and the function that moves it. The playhead begins at `at`, paused, and follows the clock while it plays. */
export function useRoomPlayhead(at: number, span: TimeSpan): { readonly head: RoomPlayhead; readonly send: (input: RoomInput) => void } {
  const clock = useContext(TimeTravelContext)?.clock ?? asyncScheduler;
  const [head, setHead] = useState<RoomPlayhead>({ at, isPlaying: false, speed: 1, jumps: 0 });
  const { from, to } = span;
  const send = useCallback((input: RoomInput) => setHead((before) => nextPlayhead(before, input, { from, to })), [from, to]);
  const passed$ = useObservable(
    (inputs$) =>
      inputs$.pipe(
        switchMap(([isPlaying, by]) =>
          isPlaying
            ? interval(TICK_MS, by).pipe(
                timeInterval(by),
                map(({ interval: ms }) => ms),
              )
            : EMPTY,
        ),
      ),
    [head.isPlaying, clock] as const,
  );
  useSubscription(passed$, (ms) => send({ kind: 'passed', ms }));
  return { head, send };
}
