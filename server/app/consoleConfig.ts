import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from '#contract/schema';
import { serverFeatures, type ConsoleConfig, type ServerFeature } from '#contract/config';
import type { RequestOrigin, Identity } from '../identity/identity.ts';
import type { Settings } from '../platform/settings/settings.ts';

/** Version of the product, shown in the console's footer. */
const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')));

/** Features that depend on the place where accounts are managed. */
const BY_ACCOUNTS: ReadonlySet<ServerFeature> = new Set(['invitations', 'accounts', 'account_address', 'directory', 'id_token']);
/** All other features of this server beyond the specification. */
const OFFERED: readonly ServerFeature[] = serverFeatures.filter((name) => !BY_ACCOUNTS.has(name));

/** Returns the configuration that the console loads at start. */
function consoleConfigOf(settings: Settings, { oidc, administration, demoAccounts }: Identity, from: RequestOrigin): ConsoleConfig {
  const demo = demoAccounts?.(from) ?? [];
  return {
    company: settings.COMPANY,
    product: settings.PRODUCT,
    api_root: '/api',
    websocket_address: settings.publicUrl.replace(/^http/, 'ws').replace(/\/$/, ''),
    oidc,
    live_data_graphs_url: settings.LIVE_DATA_GRAPHS_URL,
    device_text_logs_url: settings.DEVICE_TEXT_LOGS_URL,
    default_organisation_id: settings.DEFAULT_ORGANISATION,
    ...(settings.MAP_STYLE_URL === undefined ? {} : { map_style_url: settings.MAP_STYLE_URL }),
    version: VERSION,
    ...(demo.length === 0 ? {} : { demo_accounts: [...demo] }),
    ...(administration.managesAccounts ? {} : { accounts_elsewhere: { admin_url: settings.OIDC_ADMIN_URL ?? null } }),
    // With an external provider, only the ID token may prove a second factor.
    features: [
      ...OFFERED,
      ...(administration.managesAccounts ? (['invitations', 'accounts', 'account_address'] as const) : (['id_token'] as const)),
      ...(administration.changesAccounts === true ? (['invitations', 'directory'] as const) : []),
    ],
  };
}

/**
 * Registers `GET /config.json`: addresses, names, and the announced features. The console reads it before the sign-in, so it names no customer except the
 * configured one.
 */
export function registerConsoleConfig(app: FastifyInstance, settings: Settings, identity: Identity): void {
  app.get('/config.json', { exposeHeadRoute: true }, async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    return consoleConfigOf(settings, identity, request);
  });
}
