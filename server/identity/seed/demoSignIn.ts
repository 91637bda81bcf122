/** The demo accounts that `npm start` prints: address, password, current code. */

import type { KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { withIdentityTables } from '../tables.ts';
import { loadKeys } from '../keys/signingKeys.ts';
import { peopleOf } from './seedAccounts.ts';
import { openTotp } from '../secondFactor/sealedTotp.ts';
import { totpCode } from '../secondFactor/totp.ts';

/** Demo credentials. `code` is the current TOTP code, null while the account has no second factor. */
export interface DemoSignIn {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly code: string | null;
}

/** Returns the demo accounts to print at start; empty outside the demo. */
export async function demoSignIns(parts: {
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  readonly credentialKey: KeyObject;
  readonly now: () => number;
}): Promise<readonly DemoSignIn[]> {
  // The demo accounts cannot sign in with an external provider.
  if (!parts.settings.isDemo || parts.settings.OIDC_ISSUER !== undefined) return [];
  const database = withIdentityTables(parts.database);
  const people = peopleOf(await loadKeys(database, parts.credentialKey), parts.settings.DEVICES);
  const stored = await database.selectFrom('identity_account').select(['username', 'totp_secret']).execute();
  return people.map(({ username, email, password, groups }) => {
    const sealed = stored.find((row) => row.username === username)?.totp_secret ?? null;
    const secret = openTotp(parts.credentialKey, username, sealed);
    const role = groups[0]?.replace('user_type:', '') ?? '';
    return { email, password, role, code: secret === null ? null : totpCode(secret, parts.now()) };
  });
}
