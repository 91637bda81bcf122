/** The switch with which a user turns off the flight recorder; the choice is stored in this browser, per user. */

import { BehaviorSubject, of, switchMap, type Observable } from 'rxjs';
import type { Memory } from '#edge/browserMemory';
import { splitAtSignIns, type FlightRecorder, type StateAfter } from '#past/recorder/flightRecorder';
import type { EventOf, FleetEvent } from '#streams/event';

/** A flight recorder that the user can turn off; the choice is stored in this browser, per user. */
export interface SwitchedRecorder extends FlightRecorder {
  readonly isOn$: Observable<boolean> & { readonly value: boolean };
  /** Turns the recorder off and deletes the recording, or turns it on, starting now. */
  readonly turn: (isOn: boolean) => void;
  /** Applies the choice that the user made in another tab; call it when another tab has stored a value. */
  readonly follow: () => void;
}

type Opened = EventOf<'session.opened'>;

const isOpened = (event: FleetEvent): event is Opened => event.kind === 'session.opened';
const keyOf = ({ profile }: Opened) => `recording.${profile.username}`;
const OFF = 'off';
const TURNED_OFF = { from: null, problem: 'Recording is turned off.' };

/** Creates the switch. While the switch is off, no events reach the recorder. */
export function switchedRecorder(recorder: FlightRecorder, memory: Pick<Memory, 'newest' | 'set'>): SwitchedRecorder {
  const isOn$ = new BehaviorSubject(true);
  let opened: Opened | null = null;
  let isAwaited = false;
  const turned = (isOn: boolean) => {
    isAwaited = isOn;
    if (!isOn) recorder.clear();
    isOn$.next(isOn);
  };
  /** Records events of a single sign-in. */
  const recordPart = (events: readonly FleetEvent[], stateAfter: StateAfter) => {
    const [first] = events;
    if (first !== undefined && isOpened(first)) {
      opened = first;
      isAwaited = false;
      isOn$.next(memory.newest(keyOf(first)) !== OFF);
      if (!isOn$.value) recorder.clear();
    }
    const person = opened;
    const begins = isAwaited;
    // After a sign-out, nothing is recorded until the next sign-in, whatever is selected in another tab.
    if (events.some(({ kind }) => kind === 'session.closed')) [opened, isAwaited] = [null, false];
    if (!isOn$.value || first === undefined) return;
    if (!begins || person === null) return recorder.record(events, stateAfter);
    isAwaited = false;
    // The recording begins in the middle of a session, at the event after which it was turned on.
    recorder.record([{ ...person, seq: first.seq - 1, at: first.at }, ...events], (count) => stateAfter(Math.max(0, count - 1)));
  };
  return {
    ...recorder,
    isOn$,
    status$: isOn$.pipe(switchMap((isOn) => (isOn ? recorder.status$ : of(TURNED_OFF)))),
    turn: (isOn) => {
      if (opened === null || isOn === isOn$.value) return;
      memory.set(keyOf(opened), isOn ? 'on' : OFF);
      turned(isOn);
    },
    follow: () => {
      if (opened === null) return;
      const isOn = memory.newest(keyOf(opened)) !== OFF;
      if (isOn !== isOn$.value) turned(isOn);
    },
    record: (events, stateAfter) => {
      for (const part of splitAtSignIns(events, stateAfter)) recordPart(part.events, part.stateAfter);
    },
  };
}
