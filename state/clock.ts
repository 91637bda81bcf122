/** The slice of the clock: last tick and offset of the server's clock; `selectNow`, `selectTickedAt`. */

import type { FleetEvent } from '#streams/event';
import { exceptStateReports } from './events.ts';

/** The time of the log: `tickedAt` is in ms since epoch by the console's clock, `offsetMs` is the time by which the server's clock is ahead. */
export interface ClockState {
  readonly tickedAt: number;
  readonly offsetMs: number;
}

export const initialClock: ClockState = { tickedAt: 0, offsetMs: 0 };

function read(clock: ClockState, event: FleetEvent): ClockState {
  if (event.kind === 'clock.offsetMeasured') return { ...clock, offsetMs: event.offsetMs };
  // The first event sets the clock, because the first tick follows only a second later; until then the time would be in 1970.
  return event.kind === 'clock.ticked' || clock.tickedAt === 0 ? { ...clock, tickedAt: event.at } : clock;
}

/** Folds a batch into the clock. The clock changes only once a second, because every view that reads it renders whenever it changes. */
export function reduceClock(clock: ClockState, events: readonly FleetEvent[]): ClockState {
  return (clock.tickedAt === 0 ? events : exceptStateReports(events)).reduce(read, clock);
}

/** Selects the current time by the server's clock, in ms since epoch; changes once a second. For comparison with instants from the server. */
export const selectNow = (s: { readonly clock: ClockState }): number => s.clock.tickedAt + s.clock.offsetMs;

/** Selects how far the server's clock is ahead of the console's, in ms. */
export const selectClockOffset = (s: { readonly clock: ClockState }): number => s.clock.offsetMs;

/** Selects the current time by the console's clock, in ms since epoch; changes once a second. For comparison with `at` of events and answers. */
export const selectTickedAt = (s: { readonly clock: ClockState }): number => s.clock.tickedAt;
