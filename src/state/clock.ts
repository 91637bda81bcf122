import type { FleetEvent } from '#streams/event';
import { exceptStateReports } from './events.ts';

/** The time of the log: `tickedAt` in ms since epoch by the console's clock, `offsetMs` what the server's clock is ahead of it. */
export interface ClockState {
  readonly tickedAt: number;
  readonly offsetMs: number;
}

export const initialClock: ClockState = { tickedAt: 0, offsetMs: 0 };

function read(clock: ClockState, event: FleetEvent): ClockState {
  if (event.kind === 'clock.offsetMeasured') return { ...clock, offsetMs: event.offsetMs };
  // The first event sets the clock: the first tick comes a second later, and until then everything would be of 1970.
  return event.kind === 'clock.ticked' || clock.tickedAt === 0 ? { ...clock, tickedAt: event.at } : clock;
}

/** Once a second, not once per event: whatever reads the time renders with it. */
export function reduceClock(clock: ClockState, events: readonly FleetEvent[]): ClockState {
  return (clock.tickedAt === 0 ? events : exceptStateReports(events)).reduce(read, clock);
}

/** Now by the server's clock, ms since epoch; moves once a second. Compare it with instants the server gave. */
export const selectNow = (s: { readonly clock: ClockState }): number => s.clock.tickedAt + s.clock.offsetMs;

/** What the server's clock is ahead of the console's, ms. */
export const selectClockOffset = (s: { readonly clock: ClockState }): number => s.clock.offsetMs;

/** Now by the console's own clock, ms since epoch; moves once a second. Compare it with `at` of events and answers. */
export const selectTickedAt = (s: { readonly clock: ClockState }): number => s.clock.tickedAt;
