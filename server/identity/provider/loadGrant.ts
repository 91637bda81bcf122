import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { RESOURCE, SCOPES } from '../scopes.ts';

/** Ends the grant that a browser had before it signed in again; otherwise that grant could no longer be logged out. */
async function endGrant(ctx: KoaContextWithOIDC, grantId: string): Promise<void> {
  const { provider } = ctx.oidc;
  await provider.RefreshToken.revokeByGrantId(grantId);
  await (await provider.Grant.find(grantId))?.destroy();
  provider.emit('grant.revoked', ctx, grantId);
}

/** Returns the grant of a session. Each fresh sign-in gets its own grant, so that each can be ended separately. */
export async function loadGrant(ctx: KoaContextWithOIDC): Promise<Grant | undefined> {
  const { client, session, provider, result } = ctx.oidc;
  const accountId = session?.accountId;
  if (client === undefined || session === undefined || accountId === undefined) return undefined;
  const known = session.grantIdFor(client.clientId);
  if (known !== undefined && result?.login === undefined) {
    const grant = await provider.Grant.find(known);
    if (grant !== undefined) return grant;
  }
  if (known !== undefined) await endGrant(ctx, known);
  const grant = new provider.Grant({ accountId, clientId: client.clientId });
  grant.addOIDCScope('openid email profile');
  grant.addResourceScope(RESOURCE, SCOPES);
  await grant.save();
  return grant;
}
