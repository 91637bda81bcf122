import { execFile } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { setUp } from '#server/app/setup';
import { demoSignIns } from '#server/identity/demoSignIn';
import { withIdentityTables } from '#server/identity/provider/embeddedProvider';
import { openDatabase } from '#server/platform/database/openDatabase';
import { readSettings } from '#server/platform/settings';
import { newDataDir } from '../support/newDataDir.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const dataDir = newDataDir();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const first = { organisation: 'Kwekerij Bos', group: 'organisation:bos', email: 'Eva@bos.example', name: 'Eva', family_name: 'Bos' };
const env = { NODE_ENV: 'production', DEMO: 'false', DATA_DIR: dataDir, ALLOWED_MAIL_DOMAINS: 'bos.example' };
const parts = (database: ReturnType<typeof openDatabase>, more = {}) => ({
  settings: readSettings({ ...env, ...more }),
  database,
  now: Date.now,
});

it('[SETUP1] an empty production install gets its first organisation and administrator, once', async () => {
  const url = await workerDatabases().migrated();
  const given = [
    '--organisation',
    first.organisation,
    '--group',
    first.group,
    '--email',
    first.email,
    '--name',
    first.name,
    '--family-name',
    'Bos',
  ];
  const settings = { ...process.env, ...env, DATABASE_URL: url, CREDENTIAL_KEY: Buffer.alloc(32).toString('base64') };
  const run = () => promisify(execFile)(process.execPath, ['server/setup.ts', ...given], { env: settings });
  expect((await run()).stdout).toContain('Administrator Eva@bos.example');
  expect(linkIn(mailsIn(dataDir)[0] ?? '')).toContain('/idp/invitation/');
  const database = openDatabase(url);
  const accounts = await withIdentityTables(database).selectFrom('identity_account').select(['email', 'groups', 'status']).execute();
  expect(accounts).toEqual([{ email: 'eva@bos.example', groups: ['user_type:system_admin', 'organisation:bos'], status: 'INVITED' }]);
  await expect(run()).rejects.toThrow('There is an organisation already, Kwekerij Bos');
  const organisations = await database.selectFrom('organisation').select(['name', 'authentication_group']).execute();
  expect(organisations).toEqual([{ name: 'Kwekerij Bos', authentication_group: 'organisation:bos' }]);
  await database.destroy();
});

it('[SETUP1] [SETUP2] with an outside provider it says which groups to give there, and the demo prints no accounts', async () => {
  const database = openDatabase(await workerDatabases().migrated());
  const outside = { OIDC_ISSUER: 'https://sso.example' };
  const lines = await setUp(parts(database, outside), first);
  expect(lines.join()).toMatch(/https:\/\/sso\.example.*"user_type:system_admin" and "organisation:bos"/);
  expect(await withIdentityTables(database).selectFrom('identity_account').select('email').execute()).toEqual([]);
  const credentialKey = createSecretKey(Buffer.alloc(32));
  expect(await demoSignIns({ ...parts(database, { ...outside, DEMO: 'true' }), credentialKey })).toEqual([]);
  await database.destroy();
});

it('[SETUP1] an administrator who cannot be invited leaves no organisation behind', async () => {
  const database = openDatabase(await workerDatabases().migrated());
  await expect(setUp(parts(database), { ...first, email: 'eva@elsewhere.example' })).rejects.toThrow('Addresses of this domain');
  expect(await database.selectFrom('organisation').select('name').execute()).toEqual([]);
  await setUp(parts(database), first);
  await database.destroy();
});
