import path from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from '#contract/schema';
import { mailAllowance } from '../identity/allowedMail.ts';
import { createAdminLock } from '../identity/directory/adminLock.ts';
import type { DirectoryBus } from '../identity/directory/directoryAccounts.ts';
import { openDirectory } from '../identity/directory/openDirectory.ts';
import type { Identity } from '../identity/identity.ts';
import { openExternalProvider } from '../identity/outside/externalProvider.ts';
import { openProviderFile } from '../identity/outside/providerFile.ts';
import { openProofs } from '../identity/outside/secondFactorProofs.ts';
import { type EmbeddedParts, openEmbeddedIdentity } from '../identity/provider/embeddedProvider.ts';
import { withIdentityTables } from '../identity/tables.ts';
import { readOrganisationGroups } from '../locations/mailDomains.ts';
import { jsonCodec } from '../platform/bus/codec.ts';
import { natsBus } from '../platform/bus/natsBus.ts';

/** Returns the bus on which a server that changed an account of the directory makes all servers drop their cached accounts. */
function directoryBus(connection: NatsConnection, log: EmbeddedParts['log']): DirectoryBus {
  const onError = ({ message }: Error) => log.warn({ reason: message }, 'the link to other instances');
  const options = { prefix: 'directory', groupOf: () => 'accounts', codec: jsonCodec(z.string()), onError };
  // Changes by other servers while the connection was lost are unknown.
  const bus: DirectoryBus = natsBus({ ...options, connection, onReconnect: () => bus.publish(['reconnected']) });
  return bus;
}

/** Opens the external provider, whose discovery document and keys are stored in the data folder. */
function openOutside({ settings, database, now, log }: EmbeddedParts, issuer: string, nats: NatsConnection | undefined): Promise<Identity> {
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
    adminLock: createAdminLock(database),
    ...(nats === undefined ? {} : { bus: directoryBus(nats, log) }),
    now,
    log,
  });
}

/** Opens the identity provider named in the settings, or the embedded one. `nats` is the connection to the other servers, if there are any. */
export function openIdentity(parts: EmbeddedParts, nats?: NatsConnection): Promise<Identity> {
  const issuer = parts.settings.OIDC_ISSUER;
  return issuer === undefined ? openEmbeddedIdentity(parts) : openOutside(parts, issuer, nats);
}
