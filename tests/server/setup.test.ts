import { execFile } from 'node:child_process';
import { createSecretKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { refuseDemoData } from '#server/app/demoData';
import { recover } from '#server/app/recover';
import { setUp } from '#server/app/setup';
import { ADDRESS_LINK_MS, openAddressLink } from '#server/identity/management/addressLinks';
import { demoSignIns } from '#server/identity/seed/demoSignIn';
import { newLinkToken, openLink } from '#server/identity/invitations/invitationLinks';
import { withIdentityTables } from '#server/identity/tables';
import { createAudit } from '#server/platform/audit/audit';
import { auditKey } from '#server/platform/audit/chain';
import { readSettings } from '#server/platform/settings/settings';
import { newDataDir } from '../support/newDataDir.ts';
import { openTestDatabase } from '../support/openTestDatabase.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { workerDatabases } from '../support/testDatabase.ts';

const dataDir = newDataDir();
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const first = { organisation: 'Kwekerij Bos', group: 'organisation:bos', email: 'Eva@bos.example', name: 'Eva', family_name: 'Bos' };
const env = { NODE_ENV: 'production', DEMO: 'false', DATA_DIR: dataDir, ALLOWED_MAIL_DOMAINS: 'bos.example' };
const parts = (database: ReturnType<typeof openTestDatabase>, more = {}) => ({
  settings: readSettings({ ...env, ...more }),
  database,
  now: Date.now,
  audit: createAudit({ database, key: auditKey(createSecretKey(Buffer.alloc(32))), onEnd: () => undefined }),
});

it('[SETUP1] [AUDITC2] an empty production install gets its first organisation and administrator, once', async () => {
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
  const database = openTestDatabase(url);
  const accounts = await withIdentityTables(database).selectFrom('identity_account').select(['email', 'groups', 'status']).execute();
  expect(accounts).toEqual([{ email: 'eva@bos.example', groups: ['user_type:system_admin', 'organisation:bos'], status: 'INVITED' }]);
  const identity = withIdentityTables(database);
  const again = await setUp(parts(database), { ...first, organisation: 'Kwekerij Bosch', email: 'evi@bos.example' });
  expect(again.join()).toContain('it may be repeated until somebody has signed in');
  expect(await identity.selectFrom('identity_account').select(['email']).execute()).toEqual([{ email: 'evi@bos.example' }]);
  await setUp(parts(database), first);
  await identity.updateTable('identity_account').set({ status: 'ACTIVE', password_hash: 'x' }).execute();
  await expect(run()).rejects.toThrow('There is an organisation already, Kwekerij Bos, and somebody has signed in');
  const [recorded] = await database.selectFrom('audit').select(['who', 'call', 'params', 'changes']).orderBy('id').execute();
  expect(recorded).toMatchObject({ who: 'setup', call: 'setup', params: { email: 'eva@bos.example' } });
  expect(recorded?.changes).toEqual([
    { field: 'name', from: null, to: 'Kwekerij Bos' },
    { field: 'authentication_group', from: null, to: 'organisation:bos' },
  ]);
  const organisations = await database.selectFrom('organisation').select(['name', 'authentication_group']).execute();
  expect(organisations).toEqual([{ name: 'Kwekerij Bos', authentication_group: 'organisation:bos' }]);
  await database.destroy();
});

it('[SETUP1] [SETUP2] with an outside provider it says which groups to give there, and the demo prints no accounts', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  const outside = { OIDC_ISSUER: 'https://sso.example' };
  const lines = await setUp(parts(database, outside), first);
  expect(lines.join()).toMatch(/https:\/\/sso\.example.*"user_type:system_admin" and "organisation:bos"/);
  expect(await withIdentityTables(database).selectFrom('identity_account').select('email').execute()).toEqual([]);
  const credentialKey = createSecretKey(Buffer.alloc(32));
  expect(await demoSignIns({ ...parts(database, { ...outside, DEMO: 'true' }), credentialKey })).toEqual([]);
  await database.destroy();
});

it('[SETUP1] an administrator who cannot be invited leaves no organisation behind', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  await expect(setUp(parts(database), { ...first, email: 'eva@elsewhere.example' })).rejects.toThrow(
    'add elsewhere.example to the setting ALLOWED_MAIL_DOMAINS',
  );
  expect(await database.selectFrom('organisation').select('name').execute()).toEqual([]);
  await setUp(parts(database), first);
  await database.destroy();
});

it('[SETUP3] at an outside provider the set-up may be repeated until somebody has done something', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  const outside = parts(database, { OIDC_ISSUER: 'https://sso.example' });
  await setUp(outside, first);
  await setUp(outside, { ...first, organisation: 'Kwekerij Bosch' });
  expect(await database.selectFrom('organisation').select('name').execute()).toEqual([{ name: 'Kwekerij Bosch' }]);
  await database
    .insertInto('organisation')
    .values({ id: 'org-other', name: 'Other', client_name: null, authentication_group: null })
    .execute();
  await expect(setUp(outside, first)).rejects.toThrow('There is an organisation already');
  await database.destroy();
});

it('[SETUP4] [LOGIN14] [NEWMAIL2] the operator restores access for a locked out administrator, which is recorded, and the link is only printed', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  const identity = withIdentityTables(database);
  await setUp(parts(database), first);
  const credentialKey = createSecretKey(Buffer.alloc(32));
  const recovery = { ...parts(database), credentialKey, onAuditEnd: () => undefined };
  await expect(recover(recovery, 'nobody@bos.example')).rejects.toThrow('the system admins are eva@bos.example');
  expect((await recover(recovery, first.email)).join()).toMatch(/\/idp\/invitation\/[\w-]{43} once/);
  const locked = { status: 'ACTIVE', password_hash: 'x', totp_secret: 'lost', disabled_at: new Date(0) } as const;
  await identity
    .updateTable('identity_account')
    .set({ ...locked, groups: JSON.stringify(['user_type:organisation_user', 'organisation:bos']) })
    .execute();
  const tried_at = new Date();
  const subjects = ['address eva@bos.example', 'links eva.bos', 'address other@bos.example'];
  await identity
    .insertInto('identity_try')
    .values(subjects.map((subject) => ({ subject, tried_at })))
    .execute();
  const ofAddress = newLinkToken();
  await identity
    .insertInto('identity_address_link')
    .values({
      token_hash: ofAddress.hash,
      username: 'eva.bos',
      new_email: 'other@bos.example',
      expires_at: new Date(Date.now() + ADDRESS_LINK_MS),
      ended: null,
    })
    .execute();
  const lines = await recover(recovery, ` ${first.email.toUpperCase()} `);
  expect(await identity.selectFrom('identity_try').select('subject').execute()).toEqual([{ subject: 'address other@bos.example' }]);
  expect(await openAddressLink(identity, ofAddress.token, Date.now())).toBe('revoked');
  const token = /\/idp\/password\/([\w-]{43}) once/.exec(lines.join())?.[1] ?? '';
  expect(await openLink(identity, token, Date.now(), 'password')).toMatchObject({ account: { email: 'eva@bos.example' } });
  expect(await identity.selectFrom('identity_account').select(['groups', 'totp_secret', 'disabled_at']).execute()).toEqual([
    { groups: ['user_type:system_admin', 'organisation:bos'], totp_secret: null, disabled_at: null },
  ]);
  const recorded = await database.selectFrom('audit').select(['who', 'call', 'params']).execute();
  expect(recorded.at(-1)).toMatchObject({ who: 'setup', call: 'setup --recover', params: { email: 'eva@bos.example' } });
  expect(JSON.stringify(recorded)).not.toContain(token);
  await expect(recover({ ...recovery, ...parts(database, { OIDC_ISSUER: 'https://sso.example' }) }, first.email)).rejects.toThrow(
    'The identity provider keeps the accounts',
  );
  await database.destroy();
});

it('[SETUP7] a recovery says which mail domain to add where the address could not sign in, and nothing where an organisation has it', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  await setUp(parts(database), first);
  const recovery = { credentialKey: createSecretKey(Buffer.alloc(32)), onAuditEnd: () => undefined };
  const linesWith = async (domains: string) =>
    (await recover({ ...recovery, ...parts(database, { ALLOWED_MAIL_DOMAINS: domains }) }, first.email)).join('\n');
  const added = 'add bos.example to the setting ALLOWED_MAIL_DOMAINS, here and of the server.';
  expect(await linesWith('bos.example')).not.toContain('ALLOWED_MAIL_DOMAINS');
  expect(await linesWith('boss.example')).toContain(added);
  await database
    .updateTable('organisation')
    .set({ mail_domains: ['bos.example'] })
    .execute();
  expect(await linesWith('boss.example')).not.toContain('ALLOWED_MAIL_DOMAINS');
  await database.destroy();
});

it('[SETUP5] an installation that is not the demo refuses the demo’s data by name, and has none of its settings', async () => {
  const database = openTestDatabase(await workerDatabases().migrated());
  const { settings } = parts(database);
  await refuseDemoData(database, settings);
  await database
    .insertInto('organisation')
    .values({ id: 'org-de-linde', name: 'De Linde Groep', client_name: null, authentication_group: null })
    .execute();
  await expect(refuseDemoData(database, settings)).rejects.toThrow(`DATA_DIR: ${settings.DATA_DIR} holds the demo (De Linde Groep)`);
  await refuseDemoData(database, readSettings({ DEMO: 'true' }));
  expect(JSON.stringify(readSettings({ NODE_ENV: 'production', DEMO: 'false' }))).not.toMatch(/serra|\.example/i);
  expect(readSettings({ NODE_ENV: 'production', DEMO: 'false' }).DEVICES).toBe(0);
  expect(readSettings({}).DEVICES).toBe(24);
  await database.destroy();
});
