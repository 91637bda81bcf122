/** The discovery document of an external provider: its schema, the request for it, and the origins in it. */

import { z } from '#contract/schema';
import { BadSetting } from '../../platform/settings/settings.ts';

/** Schema of a discovery document. */
export const discovery = z.looseObject({
  issuer: z.string(),
  jwks_uri: z.url(),
  introspection_endpoint: z.catch(z.optional(z.url()), undefined),
});

/** A provider's discovery document. */
export type Discovery = z.infer<typeof discovery>;

/** Loads the provider's discovery document; null while the provider is unavailable. Throws `BadSetting` for an invalid document or another issuer. */
export async function discover(issuer: string, address: string): Promise<Discovery | null> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch(() => null);
  if (answer === null || answer.status >= 500) return null;
  if (!answer.ok) throw new BadSetting(`Setting OIDC_ISSUER: the provider does not answer with its configuration at ${address}`);
  const found = discovery.safeParse(await answer.json().catch(() => null));
  if (!found.success) throw new BadSetting(`Setting OIDC_ISSUER: ${address} is no discovery document with issuer and jwks_uri`);
  if (found.data.issuer !== issuer)
    throw new BadSetting(`Setting OIDC_ISSUER: the provider names another issuer, ${found.data.issuer.slice(0, 200)}; set exactly that`);
  return found.data;
}

/** Returns the origins of all endpoints in a discovery document: the endpoints of Cognito, for example, have other origins than the issuer. */
export function originsIn(document: Readonly<Record<string, unknown>>): readonly string[] {
  const addresses = Object.entries(document).flatMap(([name, value]) =>
    /^issuer$|_endpoint$|_uri$/.test(name) && typeof value === 'string' && URL.canParse(value) ? [new URL(value)] : [],
  );
  const origins = addresses.filter(({ protocol }) => protocol === 'https:' || protocol === 'http:').map(({ origin }) => origin);
  return [...new Set(origins)];
}
