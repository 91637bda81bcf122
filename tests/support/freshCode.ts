import { totpCode } from '#server/identity/secondFactor/totp';
import type { IdentityServer } from './identityServer.ts';

const STEP_MS = 30_000;

/** Returns an unused code: moves the server's clock one step forward each time. */
export async function freshCode(server: IdentityServer, email: string): Promise<string> {
  server.clock.aheadMs += STEP_MS;
  const row = await server.tables.selectFrom('identity_account').select('totp_secret').where('email', '=', email).executeTakeFirstOrThrow();
  return totpCode(row.totp_secret ?? '', server.now());
}
