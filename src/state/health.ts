import type { Failure, FleetEvent } from '#streams/event';

/** What every screen shows in its corner. */
export interface Health {
  /** Age in ms of the newest news of the server at the last tick; null before any. */
  readonly ageMs: number | null;
  /** What failed last, `at` in ms since epoch; null when nothing did. */
  readonly lastFailure: { readonly at: number; readonly call: string; readonly failure: Failure } | null;
}

/** `newestAt` (ms since epoch) moves with every frame; `shown` is what views read, and moves once a second. */
export interface HealthState {
  readonly newestAt: number | null;
  readonly shown: Health;
}

export const initialHealth: HealthState = { newestAt: null, shown: { ageMs: null, lastFailure: null } };

const NEWS: ReadonlySet<FleetEvent['kind']> = new Set(['device.dataReported', 'device.vanished', 'call.answered', 'call.confirmed']);

/** What a batch means for the corner. */
export function reduceHealth(health: HealthState, events: readonly FleetEvent[]): HealthState {
  let { newestAt, shown } = health;
  for (const event of events) {
    const { kind, at } = event;
    if (kind === 'device.stateReported' || NEWS.has(kind)) newestAt = at;
    else if (event.kind === 'call.failed') shown = { ...shown, lastFailure: { at, call: event.call, failure: event.failure } };
    else if (kind === 'clock.ticked' && newestAt !== null) shown = { ...shown, ageMs: at - newestAt };
  }
  return newestAt === health.newestAt && shown === health.shown ? health : { newestAt, shown };
}

/** The age of what is shown, and what failed last. */
export const selectHealth = (s: { readonly health: HealthState }): Health => s.health.shown;
