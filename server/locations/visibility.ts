/** The `Scope` of a caller (`scopeOf`), and its checks: whether data, a device, its past and its secrets are visible to the caller. */

import { isOfPresentOwner, organisationAt, othersUntil, type OwnedPeriod, ownedPeriods } from '#domain/devices/ownershipPeriods';
import { organisationGroups, seesEverything } from '#domain/people/rights';
import { createFailure } from '../platform/failure/catalogue.ts';
import type { OwnershipRegistry } from './ownershipRegistry.ts';
import type { Principal, Scope } from '../platform/principal.ts';

/**
 * Returns the current scope of a caller: the groups in a token do not change, but the organisations may have changed since the token was issued. Source:
 * GAP-101.
 */
export function scopeOf(caller: Pick<Principal, 'role' | 'groups'>, registry: OwnershipRegistry): Scope {
  if (seesEverything(caller.role)) return 'all';
  return registry.organisationsOf(organisationGroups(caller.groups));
}

/** Returns whether data of an organisation is inside the scope; data of no organisation (null) is visible to the provider's staff only. */
export const covers = (scope: Scope, organisation: string | null): boolean =>
  scope === 'all' || (organisation !== null && scope.has(organisation));

/** Returns the serial of a device inside the scope. Throws the same 404 for one outside it and for an unknown one. */
export function requireDevice(scope: Scope, registry: OwnershipRegistry, serial: string): string {
  const organisation = registry.organisationOfDevice(serial);
  if (organisation === undefined || !covers(scope, organisation)) throw createFailure('noDevice');
  return serial;
}

/** The periods of a device whose objects a caller may read: all, or those in which it worked for the caller's organisations. */
export type ReadableTimes = 'all' | readonly OwnedPeriod[];

/** A device some of whose objects a caller may read. */
export interface ReadableDevice {
  readonly serial: string;
  readonly times: ReadableTimes;
}

/**
 * Returns a device that works for an organisation of the scope now or once did, with the periods whose objects the caller may read. Throws the same 404 for any
 * other device and for an unknown one. Source: OWN1, SEE3.
 */
export function requireOwnTimes(scope: Scope, registry: OwnershipRegistry, serial: string): ReadableDevice {
  const services = registry.servicesOf(serial);
  if (services === undefined) throw createFailure('noDevice');
  if (scope === 'all') return { serial, times: scope };
  const times = ownedPeriods(services, (organisation) => scope.has(organisation));
  if (times.length === 0) throw createFailure('noDevice');
  return { serial, times };
}

/**
 * Returns the instant (ms since epoch) from which the newest reports of a visible device belong to the caller; before that, the device worked for others.
 * Source: OWN3, SEE3.
 */
export function readableSince(scope: Scope, registry: OwnershipRegistry, serial: string): number {
  if (scope === 'all') return Number.NEGATIVE_INFINITY;
  return othersUntil(registry.servicesOf(serial) ?? [], (organisation) => scope.has(organisation));
}

/** Returns whether a caller may read secrets of a visible device that were saved at an instant (null: unknown). Source: OWN3, SEE5. */
export const mayReadSecret = (scope: Scope, registry: OwnershipRegistry, serial: string, savedAt: Date | null): boolean =>
  scope === 'all' || isOfPresentOwner(registry.servicesOf(serial) ?? [], savedAt?.getTime() ?? null);

/** Creates a predicate: whether an instant (ms since epoch) of a device belongs to the time of an owner outside the caller's organisations. Source: OWN1. */
export const foreignTimes =
  (scope: Scope, registry: OwnershipRegistry) =>
  (serial: string, at: number): boolean => {
    const owner = organisationAt(registry.servicesOf(serial) ?? [], at);
    return owner !== null && !covers(scope, owner);
  };
