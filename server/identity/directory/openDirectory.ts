import { setTimeout as sleep } from 'node:timers/promises';
import { directoryAddressOf } from '../../platform/settings/directoryAddress.ts';
import type { Settings } from '../../platform/settings/settings.ts';
import { cognitoDirectory } from './cognitoDirectory.ts';
import type { Directory } from './directory.ts';
import { createDirectoryClient } from './directoryClient.ts';
import { keycloakDirectory } from './keycloakDirectory.ts';

/** The dependencies of the directory; a test replaces them to avoid waiting. */
export interface DirectoryParts {
  readonly settings: Settings;
  readonly now: () => number;
  readonly pause?: (ms: number) => Promise<void>;
  /** Timeout of a request, in ms. */
  readonly patienceMs?: number;
}

const byCommas = (text: string): readonly string[] => text.split(',').map((part) => part.trim());
/** Returns whether a claim contains the roles of a Keycloak realm; every other claim contains groups. */
const isRoles = (claim: string) => claim.startsWith('realm_access');

/**
 * Opens the directory in `OIDC_DIRECTORY_URL`, Keycloak or Cognito; null if it is not set. Sends no request yet, because an unavailable provider must not
 * prevent the start.
 */
export function openDirectory({ settings, now, pause = sleep, patienceMs }: DirectoryParts): Directory | null {
  const { OIDC_DIRECTORY_URL, OIDC_DIRECTORY_CLIENT_ID: clientId = '', OIDC_DIRECTORY_SECRET: secret = '' } = settings;
  const address = OIDC_DIRECTORY_URL === undefined ? null : directoryAddressOf(OIDC_DIRECTORY_URL);
  if (address === null) return null;
  const client = createDirectoryClient(pause, patienceMs);
  if (address.kind === 'cognito') {
    const names = {
      username: byCommas(settings.OIDC_USERNAME_CLAIM),
      firstName: byCommas(settings.OIDC_FIRST_NAME_CLAIM),
      familyName: byCommas(settings.OIDC_FAMILY_NAME_CLAIM),
      locale: byCommas(settings.OIDC_LOCALE_CLAIM),
    };
    return cognitoDirectory({ ...address, keyId: clientId, secret, client, pause, now }, names);
  }
  const claims = byCommas(settings.OIDC_GROUPS_CLAIM);
  const reading = {
    roles: claims.some(isRoles),
    groups: claims.some((claim) => !isRoles(claim)),
    nameClaims: byCommas(settings.OIDC_USERNAME_CLAIM),
  };
  return keycloakDirectory({ ...address, clientId, secret, client, elapsed: () => performance.now() }, reading);
}
