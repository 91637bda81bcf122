/** `Principal`, the caller of a request from a verified token, and `Scope`, the data that a caller may see. */

import type { Role } from '#domain/people/rights';

/** The authenticated caller, from a verified access token. */
export interface Principal {
  /** `cognito:username`; the same value as a device's `controller`. */
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
  readonly groups: readonly string[];
  /** Whether this sign-in had a second factor. Without one, calls with `access: 'full'` return 403. */
  readonly secondFactor: boolean;
  /** Expiry of the token in ms since epoch. */
  readonly expiresAt: number;
  /** Earliest time at which the token was issued, in ms since epoch, by the server's clock; null if the token does not have it. */
  readonly issuedAt: number | null;
  /** Id of the sign-in to which this token belongs; null if the provider does not state it. */
  readonly grant: string | null;
}

/** Returns whether a caller is an administrator, who may remove pins, bookmarks and session accounts of other people in the organisation. */
export const isAdministrator = ({ role }: Principal): boolean => role === 'organisation_admin' || role === 'system_admin';

/** The data that a caller may see: everything, or the data of these organisations (possibly none). */
export type Scope = 'all' | ReadonlySet<string>;

/** A caller and the caller's scope. */
export interface ScopedCaller {
  readonly caller: Principal;
  readonly scope: Scope;
}
