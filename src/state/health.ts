import type { Failure, FleetEvent } from '#streams/event';

/** Data of the data-age indicator. */
export interface Health {
  /** Age in ms of the newest response or push at the last tick; null before any. */
  readonly ageMs: number | null;
  /** The last failure, `at` in ms since epoch; null when there was none. */
  readonly lastFailure: { readonly at: number; readonly call: string; readonly failure: Failure } | null;
  /** Number of items of the subscribed lists that could not be parsed and are not shown. */
  readonly unreadCount: number;
}

/** `newestAt` (ms since epoch) changes with every frame; `shown` is read by views and changes once a second. `unread` counts by query key. */
export interface HealthState {
  readonly newestAt: number | null;
  readonly unread: Readonly<Record<string, number>>;
  readonly shown: Health;
}

export const initialHealth: HealthState = {
  newestAt: null,
  unread: {},
  shown: { ageMs: null, lastFailure: null, unreadCount: 0 },
};

const REFRESHING: ReadonlySet<FleetEvent['kind']> = new Set([
  'device.dataReported',
  'device.removed',
  'request.succeeded',
  'request.unchanged',
]);

/** Returns the counts after an event; the same map if it changes none. */
function countUnread(unread: HealthState['unread'], event: FleetEvent): HealthState['unread'] {
  if (event.kind === 'session.closed') return initialHealth.unread;
  const isAnswer = event.kind === 'request.succeeded' || event.kind === 'request.unchanged';
  if (!isAnswer && event.kind !== 'query.unsubscribed') return unread;
  const count = isAnswer ? (event.unread ?? 0) : 0;
  const { [event.key]: known = 0, ...others } = unread;
  if (known === count) return unread;
  return count === 0 ? others : { ...others, [event.key]: count };
}

const sumOf = (unread: HealthState['unread']): number => Object.values(unread).reduce((sum, count) => sum + count, 0);

/** Returns how many items of a query could not be read. */
export const selectUnreadOf = ({ health }: { readonly health: HealthState }, key: string): number => health.unread[key] ?? 0;

/** Folds a batch into the data of the data-age indicator. */
export function reduceHealth(health: HealthState, events: readonly FleetEvent[]): HealthState {
  let { newestAt, unread, shown } = health;
  for (const event of events) {
    const { kind, at } = event;
    if (kind === 'device.stateReported') {
      newestAt = at;
      continue;
    }
    unread = countUnread(unread, event);
    if (REFRESHING.has(kind)) newestAt = at;
    else if (event.kind === 'request.failed') shown = { ...shown, lastFailure: { at, call: event.call, failure: event.failure } };
    else if (kind === 'clock.ticked' && newestAt !== null) shown = { ...shown, ageMs: at - newestAt };
  }
  if (unread !== health.unread) shown = { ...shown, unreadCount: sumOf(unread) };
  return newestAt === health.newestAt && shown === health.shown ? health : { newestAt, unread, shown };
}

/** Selects the data age, the last failure, and the number of unparsed items. */
export const selectHealth = (s: { readonly health: HealthState }): Health => s.health.shown;
