import type { Role } from '#domain/rights';

/** Who is calling, as a verified access token says. */
export interface Principal {
  /** `cognito:username`; the same value stands in a device's `controller`. */
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role | null;
  readonly groups: readonly string[];
  /** Whether this sign-in had a second factor. Without one only the enrolment calls answer. */
  readonly secondFactor: boolean;
  /** End of the token in ms since epoch. */
  readonly expiresAt: number;
  /** The sign-in this token belongs to; null where the provider names none. */
  readonly grant: string | null;
}
