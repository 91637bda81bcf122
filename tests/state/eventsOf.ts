import { tagState, type ReportedState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import type { FleetEvent, EventPayload } from '#streams/event';

/** An event with the second at which it came; a source where it matters. */
export type TimedEvent = readonly [second: number, events: EventPayload, source?: string];

/** A log of its own: seconds become ms, numbers count from 0. */
export function eventsOf(...timed: readonly TimedEvent[]): readonly FleetEvent[] {
  return timed.map(([second, events, source = 'socket'], seq): FleetEvent => ({ ...events, seq, at: second * 1_000, source }));
}

export const aState = (over: Partial<WireState> = {}): ReportedState =>
  tagState({ current_state: 'waiting_for_task', current_task: '', battery_level: 80, ...over });

/** A report received by the server at a second of the same clock. */
export const reported = (serial: string, second: number, over: Partial<WireState> = {}): EventPayload => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: second * 1_000,
  state: aState(over),
});

/** A report of which nothing could be read. */
export const unreadable = (serial: string, second: number): EventPayload => ({
  kind: 'device.stateReported',
  serial,
  reportedAt: second * 1_000,
  state: tagState({}),
});

export const ticked: EventPayload = { kind: 'clock.ticked' };
export const vanished = (serial: string): EventPayload => ({ kind: 'device.removed', serial });
