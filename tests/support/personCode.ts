import { totpCode } from '#server/identity/secondFactor/totp';
import type { Person } from './product.ts';
import { ask } from './store.ts';

/** Returns the current TOTP code of a user and marks its step as unused, so that a user can sign in in several tests within 30 s. */
export async function codeOf(dataDir: string, person: Person): Promise<string> {
  const rows = await ask(dataDir, 'update identity_account set totp_last_step = null where email = $1 returning totp_secret', [
    person.email,
  ]);
  return totpCode(String(rows[0]?.['totp_secret']), Date.now());
}
