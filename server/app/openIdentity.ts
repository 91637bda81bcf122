import path from 'node:path';
import { mailAllowance } from '../identity/allowedMail.ts';
import { openDirectory } from '../identity/directory/openDirectory.ts';
import type { Identity } from '../identity/identity.ts';
import { openExternalProvider } from '../identity/outside/externalProvider.ts';
import { openProviderFile } from '../identity/outside/providerFile.ts';
import { openProofs } from '../identity/outside/secondFactorProofs.ts';
import { type EmbeddedParts, openEmbeddedIdentity } from '../identity/provider/embeddedProvider.ts';
import { withIdentityTables } from '../identity/tables.ts';
import { readOrganisationGroups } from '../locations/mailDomains.ts';

/** Opens the external provider, whose discovery document and keys are stored in the data folder. */
function openOutside({ settings, database, now, log }: EmbeddedParts, issuer: string): Promise<Identity> {
  const file = openProviderFile(path.join(settings.DATA_DIR, 'identity-provider.json'), (reason) =>
    log.warn({ reason }, 'what the identity provider publishes cannot be kept'),
  );
  return openExternalProvider({
    settings,
    issuer,
    proofs: openProofs(withIdentityTables(database), now),
    file,
    isAllowed: mailAllowance(database, settings.ALLOWED_MAIL_DOMAINS),
    directory: openDirectory({ settings, now }),
    groups: () => readOrganisationGroups(database),
    now,
    log,
  });
}

/** Opens the identity provider named in the settings, or the embedded one. */
export function openIdentity(parts: EmbeddedParts): Promise<Identity> {
  const issuer = parts.settings.OIDC_ISSUER;
  return issuer === undefined ? openEmbeddedIdentity(parts) : openOutside(parts, issuer);
}
