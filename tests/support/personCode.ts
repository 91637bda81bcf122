import { totpCode } from '#server/identity/secondFactor/totp';
import type { Person } from './product.ts';
import { ask } from './store.ts';

/** The code a person's authenticator shows now; the step counts as unused, so that one person can sign in in several tests of one half minute. */
export async function codeOf(dataDir: string, person: Person): Promise<string> {
  const rows = await ask(dataDir, 'update identity_account set totp_last_step = null where email = $1 returning totp_secret', [
    person.email,
  ]);
  return totpCode(String(rows[0]?.['totp_secret']), Date.now());
}
