/** The switch with which a user turns off the flight recorder; the choice is stored in this browser, per user. */

import { BehaviorSubject, of, switchMap, type Observable } from 'rxjs';
import type { FlightRecorder } from '#past/recorder/flightRecorder';
import type { EventOf, FleetEvent } from '#streams/event';
import type { BrowserStorage } from '#ui/browserStorage';

/** A flight recorder that a user can turn off; the choice is stored in this browser, per user. */
export interface SwitchedRecorder extends FlightRecorder {
  readonly isOn$: Observable<boolean>;
  /** Turns the recorder off and deletes the recording, or turns it on from now on. */
  readonly turn: (isOn: boolean) => void;
}

type Opened = EventOf<'session.opened'>;

const isOpened = (event: FleetEvent): event is Opened => event.kind === 'session.opened';
const keyOf = ({ profile }: Opened) => `recording.${profile.username}`;
const OFF = 'off';
const TURNED_OFF = { from: null, problem: 'Recording is turned off.' };

/** Creates the switch. While it is off, nothing reaches the recorder. */
export function switchedRecorder(recorder: FlightRecorder, memory: BrowserStorage): SwitchedRecorder {
  const isOn$ = new BehaviorSubject(true);
  let opened: Opened | null = null;
  let isAwaited = false;
  return {
    ...recorder,
    isOn$,
    status$: isOn$.pipe(switchMap((isOn) => (isOn ? recorder.status$ : of(TURNED_OFF)))),
    turn: (isOn) => {
      if (opened === null || isOn === isOn$.value) return;
      memory.set(keyOf(opened), isOn ? 'on' : OFF);
      isAwaited = isOn;
      if (!isOn) recorder.clear();
      isOn$.next(isOn);
    },
    record: (events, stateBefore) => {
      const begin = events.find(isOpened);
      if (begin !== undefined) {
        opened = begin;
        isAwaited = false;
        isOn$.next(memory.get(keyOf(begin)) !== OFF);
        if (!isOn$.value) recorder.clear();
      }
      const [first] = events;
      if (!isOn$.value || first === undefined) return;
      // The recording begins in the middle of a session, with the event that turned it on.
      const all = isAwaited && opened !== null ? [{ ...opened, seq: first.seq - 1, at: first.at }, ...events] : events;
      isAwaited = false;
      recorder.record(all, stateBefore);
    },
  };
}
