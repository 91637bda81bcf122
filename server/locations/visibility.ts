import { organisationGroups, seesEverything } from '#domain/people/rights';
import { notFound } from '../platform/failure.ts';
import type { OwnershipRegistry } from './ownershipRegistry.ts';
import type { Principal } from '../platform/principal.ts';

/** What a caller may see: everything, or the data of these organisations (possibly none). */
export type Scope = 'all' | ReadonlySet<string>;

/** Returns the current scope of a caller: a token keeps its groups, but an organisation may have changed since. Source: GAP-101. */
export function scopeOf(caller: Principal, registry: OwnershipRegistry): Scope {
  if (seesEverything(caller.role)) return 'all';
  return registry.organisationsOf(organisationGroups(caller.groups));
}

/** Returns whether data of an organisation is inside the scope; data of none (null) is visible to the provider's staff only. */
export const covers = (scope: Scope, organisation: string | null): boolean =>
  scope === 'all' || (organisation !== null && scope.has(organisation));

/** Returns the serial of a device inside the scope. Throws the same 404 for one outside it and for an unknown one. */
export function requireDevice(scope: Scope, registry: OwnershipRegistry, serial: string): string {
  const organisation = registry.organisationOfDevice(serial);
  if (organisation === undefined || !covers(scope, organisation)) throw notFound('no such device');
  return serial;
}
