import { keyframeOf } from '#state/keyframe';
import { reduceLog, type RootState } from '#state/store';
import type { FlightRecorder } from '#past/recorder/flightRecorder';
import type { FleetEvent } from '#streams/event';
import { aRecorder } from '../support/aRecorder.ts';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';

export const profile = { username: 'an', email: 'an@x.example', groups: ['user_type:system_admin'], second_factor: true };

/** A log of `seconds` after the sign-in: a report of each device and a tick. */
export const aLog = (seconds: number, serials: readonly string[] = ['LF-01', 'LF-02']): readonly FleetEvent[] =>
  eventsOf(
    [0, { kind: 'session.opened', profile }, 'session'],
    ...Array.from({ length: seconds }, (_, index): readonly TimedEvent[] => [
      ...serials.map((serial) => [index + 1, reported(serial, index + 1, { battery_level: index % 100 })] as const),
      [index + 1, ticked, 'log'],
    ]).flat(),
  );

/** Records a log in batches of one event; returns the recorder, and the state after every event. */
export function recordedLog(events: readonly FleetEvent[]): { readonly recorder: FlightRecorder; readonly states: readonly RootState[] } {
  const recorder = aRecorder();
  const states: RootState[] = [];
  let state = reduceLog(undefined, []);
  for (const event of events) {
    const before = state;
    recorder.record([event], () => keyframeOf(before));
    state = reduceLog(before, [event]);
    states.push(state);
  }
  return { recorder, states };
}

/** A state as text: Maps have no JSON of their own, and the order of slices is no part of it. */
export const canonical = (state: RootState | undefined): string =>
  JSON.stringify(
    Object.entries(state ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    (_, value: unknown) => (value instanceof Map ? [...value.entries()] : value),
  );
