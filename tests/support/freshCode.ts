import { totpCode } from '#server/identity/secondFactor/totp';
import type { IdentityServer } from './identityServer.ts';

const STEP_MS = 30_000;

/** A code that was not shown before: the server's clock is moved one step on for each. */
export async function freshCode(server: IdentityServer, email: string): Promise<string> {
  server.clock.aheadMs += STEP_MS;
  const row = await server.tables.selectFrom('identity_account').select('totp_secret').where('email', '=', email).executeTakeFirstOrThrow();
  return totpCode(row.totp_secret ?? '', server.now());
}
