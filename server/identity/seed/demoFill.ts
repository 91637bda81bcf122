import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import { isLoopback } from '../../platform/loopback.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { findAccount } from '../accounts.ts';
import type { DemoAccount } from './demoAccounts.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import { STEP_MS, totpCode } from '../secondFactor/totp.ts';
import type { AskedFrom, Identity } from '../identity.ts';
import type { IdentityTables } from '../tables.ts';

/** What the login page fills in for a demo account. */
export interface Filled {
  readonly password: string;
  /** The code that counts now; '' without a second factor. */
  readonly code: string;
}

/** The demo accounts that the sign-in offers to whoever sits at this machine. */
export interface DemoFill {
  readonly accounts: NonNullable<Identity['demoAccounts']>;
  /** Returns what to fill in for an address; null for everybody but a seeded account, asked for from this machine. */
  readonly signInOf: (from: AskedFrom, email: string) => Promise<Filled | null>;
}

/** Whether the settings are those of the demo on this machine: passwords are given to whoever opens the page. */
export const offersDemo = (settings: Pick<Settings, 'isDemo' | 'NODE_ENV' | 'OIDC_ISSUER' | 'HOST' | 'publicUrl'>): boolean =>
  settings.isDemo &&
  settings.NODE_ENV !== 'production' &&
  settings.OIDC_ISSUER === undefined &&
  isLoopback(settings.HOST) &&
  isLoopback(new URL(settings.publicUrl).hostname);

// By the asked name too: a page of elsewhere may have its name lead to this machine.
const isOfThisMachine = ({ ip, hostname }: AskedFrom) => isLoopback(ip.replace(/^::ffff:/, '')) && isLoopback(hostname);

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
  const shownTo = (from: AskedFrom) => (isOfThisMachine(from) ? people : []);
  return {
    accounts: (from) => shownTo(from).map(({ email, groups }) => ({ email, role: groups[0]?.replace('user_type:', '') ?? '' })),
    signInOf: async (from, email) => {
      const person = shownTo(from).find((one) => one.email.toLowerCase() === email.trim().toLowerCase());
      const account = person === undefined ? undefined : await findAccount(database, email);
      // Somebody's own account may have the address of a demo account: seeded is who has its user name too.
      if (person === undefined || account?.username !== person.username || account.status !== 'ACTIVE') return null;
      const secret = openTotp(credentialKey, account.username, account.totp_secret);
      // A code counts once: after it was used, that of the next half minute counts already.
      const at = Math.max(now(), ((account.totp_last_step ?? -1) + 1) * STEP_MS);
      const isSoon = at - now() < 2 * STEP_MS;
      return { password: person.password, code: secret === null ? '' : totpCode(secret, isSoon ? at : now()) };
    },
  };
}
