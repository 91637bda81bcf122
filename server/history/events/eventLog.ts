/** Builds the log of a past span: sorts events by instant and numbers them. */

import { type EventPayload, type FleetEvent, HISTORY_SOURCE } from '#streams/event';

/** An event of the history; `at` in ms since epoch. */
export interface TimedEvent {
  readonly at: number;
  readonly event: EventPayload;
}

/** Sorts events by instant; events of one instant keep their order. */
export const inOrder = (events: readonly TimedEvent[]): TimedEvent[] => events.toSorted((one, other) => one.at - other.at);

/** Numbers sorted events from 0, and returns them as events of the history. */
export const stampedEvents = (events: readonly TimedEvent[]): FleetEvent[] =>
  events.map(({ at, event }, seq) => ({ ...event, seq, at, source: HISTORY_SOURCE }));
