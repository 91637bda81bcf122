import { organisationGroups, seesEverything } from '#domain/rights';
import { notFound } from '../platform/failure.ts';
import type { OwnershipRegistry } from './ownershipRegistry.ts';
import type { Principal } from '../platform/principal.ts';

/** What a caller may see: everything, or what belongs to these organisations (perhaps none). */
export type Scope = 'all' | ReadonlySet<string>;

/** The scope of a caller now; a token keeps its groups but an organisation may have changed since. Source: GAP-101. */
export function scopeOf(caller: Principal, registry: OwnershipRegistry): Scope {
  if (seesEverything(caller.role)) return 'all';
  return registry.organisationsOf(organisationGroups(caller.groups));
}

/** Whether a thing of this organisation is inside the scope; null is a thing of nobody, seen by the provider's staff only. */
export const covers = (scope: Scope, organisation: string | null): boolean =>
  scope === 'all' || (organisation !== null && scope.has(organisation));

/** Lets only a device pass that the scope knows. A foreign serial and an unknown one get the same words. */
export function requireDevice(scope: Scope, registry: OwnershipRegistry, serial: string): string {
  const organisation = registry.organisationOfDevice(serial);
  if (organisation === undefined || !covers(scope, organisation)) throw notFound('no such device');
  return serial;
}
