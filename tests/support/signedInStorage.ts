import { getMe } from '#contract/identity';
import type { Person, Product } from './product.ts';
import { codeOf } from './personCode.ts';
import { signInByHttp } from './signInByHttp.ts';

/** One entry of the tab's session storage. */
export interface StorageEntry {
  readonly key: string;
  readonly value: string;
}

/**
 * Returns what the console stores for a signed-in user, from a sign-in by HTTP: separate tokens for every page, so that no page uses up another's
 * refresh token. For tests that are not about the sign-in.
 */
export async function signedInStorage(product: Product, person: Person): Promise<StorageEntry> {
  const config: { oidc: { authority: string; client_id: string; admin_scope: string } } = await (
    await fetch(`${product.url}/config.json`)
  ).json();
  const code = person.enrolled ? { code: await codeOf(product.dataDir, person) } : {};
  const { tokens, claims } = await signInByHttp(
    { identity: config, settings: { publicUrl: product.url } },
    { email: person.email, password: person.password, ...code },
  );
  const givenAt = Date.now();
  const response = await fetch(`${product.url}/api/${getMe.path}`, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  const me = getMe.answer.parse(await response.json());
  const note = { email: person.email, given_at: givenAt, mfa_pending: false, me };
  return {
    key: `oidc.user:${config.oidc.authority}:${config.oidc.client_id}`,
    value: JSON.stringify({
      id_token: tokens.id_token,
      access_token: tokens.access_token,
      refresh_token: tokens.refresh_token,
      token_type: tokens.token_type,
      scope: tokens.scope,
      expires_at: Math.floor(givenAt / 1000) + (tokens.expires_in ?? 0),
      profile: { ...claims, console_note: note },
    }),
  };
}
