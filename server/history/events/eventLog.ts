/** Builds the log of a past span: events with their instants → events with their places, in order. */

import type { EventPayload, FleetEvent } from '#streams/event';

/** The source of the events that the server's history holds. */
export const HISTORY_SOURCE = 'history';

/** An event of the history; `at` in ms since epoch. */
export interface TimedEvent {
  readonly at: number;
  readonly event: EventPayload;
}

/** Orders events by their instants, those of one instant as they are given, and numbers them from 0. */
export function stampedEvents(events: readonly TimedEvent[]): FleetEvent[] {
  return events.toSorted((one, other) => one.at - other.at).map(({ at, event }, seq) => ({ ...event, seq, at, source: HISTORY_SOURCE }));
}
