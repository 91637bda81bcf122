/** `npm start -- --empty`: the settings of an installation without the demo on this machine, and the link for its administrator. */

import { mkdirSync } from 'node:fs';
import { openDatabase } from '../platform/database/openDatabase.ts';
import { reachDatabase } from '../platform/embedded/reachDatabase.ts';
import { createAudit } from '../platform/audit/audit.ts';
import { auditKey } from '../platform/audit/chain.ts';
import { credentialKey } from '../platform/secrets/encryption.ts';
import { BadSetting, readSettings, type Settings } from '../platform/settings/settings.ts';
import { withIdentityTables } from '../identity/tables.ts';
import { migrate } from './migrations.ts';
import { recover } from './recover.ts';
import { setUp } from './setup.ts';

const EMAIL = 'admin@company.example';

/** The initial entries of a trial installation; all of them can be changed on the screens. */
const entries = { organisation: 'My company', group: 'organisation:my-company', email: EMAIL, name: 'First', family_name: 'Administrator' };

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the settings of an empty installation on this machine: no demo, a separate data folder. Throws if an external provider is configured. */
export function emptySettings(env: Environment): Settings {
  const settings = readSettings({ DATA_DIR: './data-empty', ALLOWED_MAIL_DOMAINS: 'company.example', ...env, DEMO: 'false', DEVICES: '0' });
  if (settings.OIDC_ISSUER !== undefined) throw new BadSetting('Setting OIDC_ISSUER: --empty has its own administrator; run npm run setup');
  return settings;
}

/**
 * Prepares an empty installation before its start: creates an organisation and its administrator, unless an account has been activated. Returns the next steps
 * as lines, with the link for the account; empty once the account is active.
 */
export async function prepareEmpty(settings: Settings, now: () => number): Promise<readonly string[]> {
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const reached = await reachDatabase(settings);
  const database = openDatabase(reached.url, { isPatient: true });
  try {
    await migrate(database);
    const accounts = withIdentityTables(database).selectFrom('identity_account').select('username');
    if ((await accounts.where('status', '=', 'ACTIVE').limit(1).executeTakeFirst()) !== undefined) return [];
    const parts = { settings, database, now };
    const audit = createAudit({ database, key: auditKey(credentialKey(settings)), onEnd: () => undefined });
    const known = await accounts.where('email', '=', EMAIL).executeTakeFirst();
    if (known === undefined) await setUp({ ...parts, audit }, entries);
    const lines = await recover({ ...parts, credentialKey: credentialKey(settings), onAuditEnd: () => undefined }, EMAIL);
    return [`An empty installation, with its data in ${settings.DATA_DIR}. Its administrator is ${EMAIL}.`, ...lines.slice(1)];
  } finally {
    await database.destroy();
    await reached.stop();
  }
}
