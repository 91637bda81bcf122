/**
 * The slice of the data age: newest data, last failure, and number of unreadable items; also selects whether the console knows the fleet
 * (`selectIsFleetKnown`).
 */

import { getAllDevices } from '#contract/devices/device';
import { getMachines } from '#contract/fleet/machine';
import { isFleetKnown } from '#domain/devices/online';
import type { RequestFailure, FleetEvent } from '#streams/event';
import { type ClockState, selectTickedAt } from './clock.ts';
import { type PageState, selectIsOffline } from './page.ts';

/** The data of the data-age indicator. */
export interface Health {
  /** Age in ms of the newest response or push at the last tick; null before the first. */
  readonly ageMs: number | null;
  /** The last failure, with `at` in ms since epoch; null if there was no failure. */
  readonly lastFailure: { readonly at: number; readonly call: string; readonly failure: RequestFailure } | null;
  /** Number of unreadable items that are not shown: items of the subscribed lists, and messages of the live connection since the sign-in. */
  readonly unreadCount: number;
}

/**
 * `newestAt` (ms since epoch) changes with every frame; `shown` is read by views and changes once a second. `unread` counts by query key. `fleetAt` is the time
 * of the newest report or list of the fleet's state, ms since epoch; absent before the first, and in recordings of earlier versions.
 */
export interface HealthState {
  readonly newestAt: number | null;
  readonly fleetAt?: number | undefined;
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

/** Returns the instant at which the fleet's state was last known, after an event. A list of devices sets only the first instant, since it rarely arrives. */
function fleetKnownAt(fleetAt: number | undefined, event: FleetEvent): number | undefined {
  if (event.kind === 'session.closed') return undefined;
  if (event.kind === 'device.removed') return event.at;
  if (event.kind !== 'request.succeeded' && event.kind !== 'request.unchanged') return fleetAt;
  if (event.call === getMachines.name) return event.at;
  return fleetAt === undefined && event.call === getAllDevices.name ? event.at : fleetAt;
}

/** The key that counts the messages of the live connection; the keys of queries begin with a method. */
const LIVE_KEY = 'socket';

/** Returns the counts after an event; the same map if the event does not change any. */
function countUnread(unread: HealthState['unread'], event: FleetEvent): HealthState['unread'] {
  if (event.kind === 'session.closed') return initialHealth.unread;
  if (event.kind === 'frame.rejected') return { ...unread, [LIVE_KEY]: (unread[LIVE_KEY] ?? 0) + 1 };
  const isAnswer = event.kind === 'request.succeeded' || event.kind === 'request.unchanged';
  if (!isAnswer && event.kind !== 'query.unsubscribed') return unread;
  const count = isAnswer ? (event.unread ?? 0) : 0;
  const { [event.key]: known = 0, ...others } = unread;
  if (known === count) return unread;
  return count === 0 ? others : { ...others, [event.key]: count };
}

const sumOf = (unread: HealthState['unread']): number => Object.values(unread).reduce((sum, count) => sum + count, 0);

/** Returns the number of unreadable items in the response of a query. */
export const selectUnreadOf = ({ health }: { readonly health: HealthState }, key: string): number => health.unread[key] ?? 0;

/** Returns the number of unreadable messages of the live connection since the sign-in. */
export const selectUnreadMessages = (s: { readonly health: HealthState }): number => selectUnreadOf(s, LIVE_KEY);

/** Folds a batch into the data of the data-age indicator. */
export function reduceHealth(health: HealthState, events: readonly FleetEvent[]): HealthState {
  let { newestAt, fleetAt, unread, shown } = health;
  for (const event of events) {
    const { kind, at } = event;
    if (kind === 'session.closed') ({ newestAt, fleetAt, unread, shown } = initialHealth);
    if (kind === 'device.stateReported') {
      newestAt = at;
      fleetAt = at;
      continue;
    }
    unread = countUnread(unread, event);
    fleetAt = fleetKnownAt(fleetAt, event);
    if (REFRESHING.has(kind)) newestAt = at;
    else if (event.kind === 'request.failed') shown = { ...shown, lastFailure: { at, call: event.call, failure: event.failure } };
    else if (kind === 'clock.ticked' && newestAt !== null) shown = { ...shown, ageMs: at - newestAt };
  }
  if (unread !== health.unread) shown = { ...shown, unreadCount: sumOf(unread) };
  const isUnchanged = newestAt === health.newestAt && fleetAt === health.fleetAt && shown === health.shown;
  return isUnchanged ? health : { newestAt, unread, shown, ...(fleetAt === undefined ? {} : { fleetAt }) };
}

/** Selects the data age, the last failure, and the number of unparsed items. */
export const selectHealth = (s: { readonly health: HealthState }): Health => s.health.shown;

interface KnownBy {
  readonly health: HealthState;
  readonly clock: ClockState;
  readonly page: PageState;
}

/** Selects whether the console knows the fleet's state: it has a connection, and still receives reports or lists. Source: STAT1. */
export const selectIsFleetKnown = (s: KnownBy): boolean => {
  const { fleetAt } = s.health;
  return isFleetKnown(fleetAt === undefined ? undefined : selectTickedAt(s) - fleetAt, selectIsOffline(s));
};

/** Selects the instant at which the console last knew the fleet's state, in ms since epoch by its own clock; undefined before the first time. */
export const selectFleetKnownAt = ({ health }: { readonly health: HealthState }): number | undefined => health.fleetAt;
