/** Parses `OIDC_DIRECTORY_URL`, the address of the accounts of a Keycloak realm or a Cognito user pool. */

import { isLoopback } from '../loopback.ts';
import { isPrivateHost } from './s3Address.ts';

/** The address of an identity provider's accounts, and the interface with which they are read. */
export type DirectoryAddress =
  /** `realm` is `https://host/admin/realms/NAME`, `token` its token endpoint. */
  | { readonly kind: 'keycloak'; readonly realm: string; readonly token: string }
  | { readonly kind: 'cognito'; readonly endpoint: string; readonly pool: string; readonly region: string };

const REALM = /^(.*)\/admin\/realms\/([^/]+)\/?$/;
/** Source: Amazon Cognito, user pool ids. */
const POOL = /^\/(([\w-]+)_[0-9a-zA-Z]+)\/?$/;

/**
 * Parses `keycloak+https://host/admin/realms/NAME` or `cognito+https://cognito-idp.REGION.amazonaws.com/POOL`; null for anything else, and for http outside
 * private networks.
 */
export function directoryAddressOf(text: string): DirectoryAddress | null {
  const [, kind, address = ''] = /^(keycloak|cognito)\+(https?:\/\/.+)$/.exec(text) ?? [];
  if (kind === undefined || !URL.canParse(address)) return null;
  const { protocol, hostname, origin, pathname, search, hash, username, password } = new URL(address);
  const isSafe = protocol === 'https:' || isLoopback(hostname) || isPrivateHost(hostname);
  if (!isSafe || search + hash + username + password !== '') return null;
  if (kind === 'cognito') {
    const [, pool, region] = POOL.exec(pathname) ?? [];
    return pool === undefined || region === undefined ? null : { kind, endpoint: `${origin}/`, pool, region };
  }
  const [, prefix, name] = REALM.exec(pathname) ?? [];
  if (prefix === undefined || name === undefined) return null;
  return {
    kind: 'keycloak',
    realm: `${origin}${prefix}/admin/realms/${name}`,
    token: `${origin}${prefix}/realms/${name}/protocol/openid-connect/token`,
  };
}
