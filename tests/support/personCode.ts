import { openTotp } from '#server/identity/secondFactor/sealedTotp';
import { totpCode } from '#server/identity/secondFactor/totp';
import { credentialKey } from '#server/platform/secrets/encryption';
import type { Person } from './product.ts';
import { ask } from './store.ts';

async function codeOfRow(dataDir: string, statement: string, { email }: Pick<Person, 'email'>): Promise<string> {
  const [row] = await ask(dataDir, statement, [email]);
  const key = credentialKey({ CREDENTIAL_KEY: process.env['CREDENTIAL_KEY'], DATA_DIR: dataDir });
  return totpCode(openTotp(key, String(row?.['username']), String(row?.['secret'])) ?? '', Date.now());
}

/** Returns the current TOTP code of a user and marks its step as unused, so that a user can sign in in several tests within 30 s. */
export const codeOf = (dataDir: string, person: Pick<Person, 'email'>): Promise<string> =>
  codeOfRow(
    dataDir,
    'update identity_account set totp_last_step = null where email = $1 returning username, totp_secret as secret',
    person,
  );

/** Returns the code that an authenticator shows that has just scanned the picture of an enrolment. */
export const scannedCodeOf = (dataDir: string, person: Pick<Person, 'email'>): Promise<string> =>
  codeOfRow(dataDir, 'select username, totp_pending as secret from identity_account where email = $1', person);
