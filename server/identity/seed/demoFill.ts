/** The demo accounts that the login page offers and fills in, only on this machine. */

import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isLoopback } from '../../platform/loopback.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { findAccount } from '../accounts.ts';
import type { DemoAccount } from './demoAccounts.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import { STEP_MS, totpCode } from '../secondFactor/totp.ts';
import type { RequestOrigin, Identity } from '../identity.ts';
import type { IdentityTables } from '../tables.ts';

/** The values that the login page fills in for a demo account. */
export interface FilledCredentials {
  readonly password: string;
  /** The current code; '' if the account has no second factor. */
  readonly code: string;
}

/** The demo accounts that the login page offers to a person on this machine. */
export interface DemoFill {
  readonly accounts: NonNullable<Identity['demoAccounts']>;
  /** Returns the values for an address; null if it does not belong to a seeded account, or if the request does not come from this machine. */
  readonly signInOf: (from: RequestOrigin, email: string) => Promise<FilledCredentials | null>;
}

/** Returns whether the settings describe the demo on this machine, whose passwords are shown to everybody who opens the page. */
export const offersDemo = (settings: Pick<Settings, 'isDemo' | 'NODE_ENV' | 'OIDC_ISSUER' | 'HOST' | 'publicUrl'>): boolean =>
  settings.isDemo &&
  settings.NODE_ENV !== 'production' &&
  settings.OIDC_ISSUER === undefined &&
  isLoopback(settings.HOST) &&
  isLoopback(new URL(settings.publicUrl).hostname);

// Returns whether a request comes from this machine; the requested host name is checked too, because a foreign page may resolve its name to this machine.
const isOfThisMachine = ({ ip, hostname }: RequestOrigin) => isLoopback(ip.replace(/^::ffff:/, '')) && isLoopback(hostname);

/** Creates the offer of the demo accounts; it offers nothing unless the server is the demo on a loopback address. */
export function createDemoFill(parts: {
  readonly settings: Settings;
  readonly database: Kysely<IdentityTables>;
  readonly credentialKey: KeyObject;
  readonly people: readonly DemoAccount[];
  readonly now: () => number;
}): DemoFill {
  const { settings, database, credentialKey, now } = parts;
  const people = offersDemo(settings) ? parts.people : [];
  const shownTo = (from: RequestOrigin) => (isOfThisMachine(from) ? people : []);
  return {
    accounts: (from) => shownTo(from).map(({ email, groups }) => ({ email, role: groups[0]?.replace('user_type:', '') ?? '' })),
    signInOf: async (from, email) => {
      const person = shownTo(from).find((one) => one.email.toLowerCase() === email.trim().toLowerCase());
      const account = person === undefined ? undefined : await findAccount(database, email);
      // The address of a demo account may belong to another person's account, but a seeded account also has the demo user name.
      if (person === undefined || account?.username !== person.username || account.status !== 'ACTIVE') return null;
      const secret = openTotp(credentialKey, account.username, account.totp_secret);
      // A code is accepted once: after its use, the code of the next half minute is already valid.
      const at = Math.max(now(), ((account.totp_last_step ?? -1) + 1) * STEP_MS);
      const isSoon = at - now() < 2 * STEP_MS;
      return { password: person.password, code: secret === null ? '' : totpCode(secret, isSoon ? at : now()) };
    },
  };
}
