import { openTotp } from '#server/identity/secondFactor/sealedTotp';
import { totpCode } from '#server/identity/secondFactor/totp';
import { IDENTITY_KEY, type IdentityServer } from './identityServer.ts';

const STEP_MS = 30_000;

/** Returns the TOTP secret of an account, or the pending one; null for none. */
export async function secretOf(
  server: IdentityServer,
  email: string,
  column: 'totp_secret' | 'totp_pending' = 'totp_secret',
): Promise<string | null> {
  const row = await server.tables.selectFrom('identity_account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
  return openTotp(IDENTITY_KEY, row.username, row[column]);
}

/** Returns an unused code: moves the server's clock one step forward each time. */
export async function freshCode(server: IdentityServer, email: string): Promise<string> {
  server.clock.aheadMs += STEP_MS;
  return totpCode((await secretOf(server, email)) ?? '', server.now());
}
