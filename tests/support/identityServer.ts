import fastify from 'fastify';
import type { Kysely } from 'kysely';
import { createSecretKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/database/openDatabase';
import type { Database } from '#server/platform/database/tables';
import { demoSignIns } from '#server/identity/seed/demoSignIn';
import { type EmbeddedParts, openEmbeddedIdentity } from '#server/identity/provider/embeddedProvider';
import type { Identity } from '#server/identity/identity';
import { type IdentityTables, withIdentityTables } from '#server/identity/tables';
import { readSettings, type Settings } from '#server/platform/settings/settings';
import { freePort } from './freePort.ts';
import { workerDatabases } from './testDatabase.ts';

/** Encrypts what the identity providers of tests store. */
export const IDENTITY_KEY: KeyObject = createSecretKey(Buffer.alloc(32, 'identity'));

/** A listening embedded identity provider, with its database and an adjustable clock. */
export interface IdentityServer {
  readonly identity: Identity;
  readonly settings: Settings;
  readonly database: Kysely<Database>;
  readonly databaseUrl: string;
  readonly tables: Kysely<IdentityTables>;
  /** How far the clock is ahead, in ms, and the instant it is stopped at, or null. */
  readonly clock: { aheadMs: number; stoppedAt: number | null };
  readonly now: () => number;
  /** Email and password of the demo account of a role; each role has one with and one without a second factor. */
  readonly person: (role: string, hasSecondFactor: boolean) => Promise<{ email: string; password: string }>;
  readonly close: () => Promise<void>;
}

/** Writes keys and demo accounts: a key pair and eight password hashes take a second of a processor. */
async function createAccounts(url: string): Promise<void> {
  const database = openDatabase(url);
  await openEmbeddedIdentity({ settings: readSettings({}), database, credentialKey: IDENTITY_KEY, now: Date.now, log: fastify().log });
  await database.destroy();
}

/** Starts the provider on a free port, on a copy of a database with keys and demo accounts, or on the given one. */
export async function startIdentityServer(
  env: Readonly<Record<string, string>> = {},
  parts: Pick<EmbeddedParts, 'wait' | 'deleteEveryMs'> = {},
  given?: string,
): Promise<IdentityServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orangery-identity-'));
  const databaseUrl = given ?? (await workerDatabases().filled('identity', createAccounts));
  const database = openDatabase(databaseUrl);
  const port = await freePort();
  const settings = readSettings({ PORT: String(port), DATA_DIR: dataDir, SIGN_INS_PER_NETWORK: '1000000', ...env });
  const clock: IdentityServer['clock'] = { aheadMs: 0, stoppedAt: null };
  const now = () => (clock.stoppedAt ?? Date.now()) + clock.aheadMs;
  // As the server's own: on a busy machine a plugin takes long to start.
  const app = fastify({ pluginTimeout: 0 });
  const identity = await openEmbeddedIdentity({ settings, database, credentialKey: IDENTITY_KEY, now, log: app.log, ...parts });
  await identity.mount(app);
  await app.listen({ port, host: '127.0.0.1' });
  return {
    identity,
    settings,
    database,
    databaseUrl,
    tables: withIdentityTables(database),
    clock,
    now,
    person: async (role, hasSecondFactor) => {
      const people = await demoSignIns({ settings, database, credentialKey: IDENTITY_KEY, now });
      const found = people.filter((one) => one.role === role)[hasSecondFactor ? 0 : 1];
      if (found === undefined) throw new Error(`no demo account for ${role}`);
      return found;
    },
    close: async () => {
      await app.close();
      await database.destroy();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
