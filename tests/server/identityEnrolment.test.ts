import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode } from '#server/identity/secondFactor/totp';
import { withChanges } from '#server/platform/audit/changes';
import { secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const pendingSecret = async (email: string) => (await secretOf(server, email, 'totp_pending')) ?? '';
const half = async (role: string) => {
  const { email, password } = await server.person(role, false);
  const signedIn = await signInByHttp(server, { email, password });
  return { email, password, ...signedIn, caller: await server.identity.verify(signedIn.access) };
};
const wrongOf = (secret: string) => (totpCode(secret, server.now()) === '000000' ? '000001' : '000000');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

it('[CALL-033] [SIGN-026] [ENROL1] gives a half sign-in a QR image and its address, the same until it is enrolled, for its own account only', async () => {
  const { email, caller, claims } = await half('system_admin');
  expect(claims?.['amr']).toEqual(['pwd']);
  expect(caller.secondFactor).toBe(false);
  const first = await server.identity.setupMfa(caller, { email: email.toUpperCase() });
  expect(Buffer.from(first.qr_code, 'base64').subarray(0, 8)).toEqual(PNG);
  const secret = await pendingSecret(email);
  expect(first.otpauth).toContain(`secret=${secret}`);
  expect(await server.identity.associateCode(caller, { device_name: 'phone', code: wrongOf(secret) })).toMatchObject({ ok: false });
  expect(await server.identity.setupMfa(caller, { email })).toEqual(first);
  expect(await pendingSecret(email)).toBe(secret);
  const other = await server.person('system_admin', true);
  await expect(server.identity.setupMfa(caller, { email: other.email })).rejects.toMatchObject({ status: 403 });
});

it('[ENROL1] another sign-in of the account gets a secret of its own: whoever has only the password must not know the one the owner enrols', async () => {
  const thief = await half('system_admin');
  await server.identity.setupMfa(thief.caller, { email: thief.email });
  const known = await pendingSecret(thief.email);
  const owner = await half('system_admin');
  await server.identity.setupMfa(owner.caller, { email: owner.email });
  expect(await pendingSecret(owner.email)).not.toBe(known);
});

/** Runs an act while the row of an account is held, until this many statements wait for it. */
async function whileHeld<T>(email: string, waiting: number, act: () => Promise<T>): Promise<T> {
  const waiters = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  const begun = await server.tables.transaction().execute(async (tx) => {
    await tx.selectFrom('identity_account').select('username').where('email', '=', email).forUpdate().execute();
    const result = act();
    await until('they wait', async () => (await waiters.execute(server.database)).rows.length === waiting);
    return { result };
  });
  return begun.result;
}

it('[ENROL1] set-up calls of one sign-in at once show the one secret that is stored', async () => {
  const { email, caller } = await half('organisation_user');
  const setup = () => server.identity.setupMfa(caller, { email });
  const shown = await whileHeld(email, 3, () => Promise.all([setup(), setup(), setup()]));
  const secret = await pendingSecret(email);
  expect(shown.map(({ otpauth }) => otpauth?.includes(`secret=${secret}&`))).toEqual([true, true, true]);
  const code = totpCode(secret, server.now());
  const enrolled = await withChanges(() => server.identity.associateCode(caller, { device_name: 'phone', code }));
  expect(enrolled).toMatchObject({ answer: { ok: true }, changes: [{ field: 'device_name' }, { field: 'mfa_enabled', to: 'true' }] });
  await server.tables.updateTable('identity_account').set({ totp_secret: null, totp_last_step: null }).where('email', '=', email).execute();
});

it('[ENROL1] set-up calls of two sign-ins at once show each its own secret, and the last one is stored', async () => {
  const [owner, thief] = [await half('organisation_user'), await half('organisation_user')];
  const shown = await whileHeld(owner.email, 2, () =>
    Promise.all([owner, thief].map(({ caller, email }) => server.identity.setupMfa(caller, { email }))),
  );
  const secret = await pendingSecret(owner.email);
  expect(shown.filter(({ otpauth }) => otpauth?.includes(`secret=${secret}&`))).toHaveLength(1);
});

it('[LOGIN10] a sign-in enrols no secret but the one that it was shown', async () => {
  const [owner, thief] = [await half('organisation_user'), await half('organisation_user')];
  await server.identity.setupMfa(owner.caller, { email: owner.email });
  const code = totpCode(await pendingSecret(owner.email), server.now());
  const body = { device_name: 'phone', code };
  expect(await server.identity.associateCode(thief.caller, body)).toEqual({ ok: false, error: 'Code mismatch' });
  for (let tries = 1; tries < 10; tries += 1) await server.identity.associateCode(thief.caller, body);
  expect(await server.identity.associateCode(thief.caller, body)).toMatchObject({ error: expect.stringContaining('Too many tries') });
  expect(await server.identity.associateCode(owner.caller, body)).toEqual({ ok: true });
  await server.tables
    .updateTable('identity_account')
    .set({ totp_secret: null, totp_last_step: null })
    .where('email', '=', owner.email)
    .execute();
});

it('[CALL-034] [SIGN-026] a code makes this sign-in whole at its next renewal and ends every other half one', async () => {
  const owner = await half('license_support_engineer');
  const thief = await half('license_support_engineer');
  const ended: string[] = [];
  server.identity.onRevoked((grant) => ended.push(grant));
  await server.identity.setupMfa(owner.caller, { email: owner.email });
  const secret = await pendingSecret(owner.email);
  const code = totpCode(secret, server.now());
  expect(await server.identity.associateCode(owner.caller, { device_name: 'phone', code })).toEqual({ ok: true });

  const renewed = await owner.flow.refresh(owner.refresh);
  expect(renewed.claims()?.['amr']).toEqual(['pwd', 'otp', 'mfa']);
  expect((await server.identity.verify(renewed.access_token)).secondFactor).toBe(true);
  expect((await server.identity.verify(owner.access)).secondFactor).toBe(false);

  expect(ended).toEqual([thief.caller.grant]);
  await expect(server.identity.verify(thief.access)).rejects.toMatchObject({ status: 401 });
  await expect(thief.flow.refresh(thief.refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await thief.flow.start({})).at).toContain('/idp/interaction/');
  expect((await owner.flow.start({})).at).toContain('/signed-in?code=');

  await expect(server.identity.setupMfa(owner.caller, { email: owner.email })).rejects.toMatchObject({ status: 409 });
  await expect(server.identity.associateCode(owner.caller, { device_name: 'x', code })).rejects.toMatchObject({ status: 409 });
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: owner.email, prompt: 'login' });
  expect((await flow.send({ ...owner, code })).answer.status, 'the enrolment code is spent').toBe(401);
});

it('[SIGN-026] a renewal under way while the code is confirmed does not bring the half sign-in back', async () => {
  const { flow, refresh, access } = await half('system_admin');
  const { email } = await server.person('system_admin', false);
  const caller = await server.identity.verify(access);
  await server.identity.setupMfa(caller, { email });
  const code = totpCode(await pendingSecret(email), server.now());
  const [renewed] = await Promise.all([
    flow.refresh(refresh).catch(() => null),
    server.identity.associateCode(caller, { device_name: 'phone', code }).catch(() => null),
  ]);
  const next = await flow.refresh(renewed?.refresh_token ?? refresh);
  const { totp_secret } = await server.tables
    .selectFrom('identity_account')
    .select('totp_secret')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  expect((await server.identity.verify(next.access_token)).secondFactor).toBe(totp_secret !== null);
});

it('[CALL-034] lets one of several parallel confirmations enrol', async () => {
  const { email, caller } = await half('organisation_user');
  await server.identity.setupMfa(caller, { email });
  const code = totpCode(await pendingSecret(email), server.now());
  const answers = await Promise.allSettled(
    Array.from({ length: 5 }, () => server.identity.associateCode(caller, { device_name: 'phone', code })),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
});

it('[CALL-034] answers a wrong code in words, counts it, and refuses after ten', async () => {
  const { email, caller } = await half('organisation_admin');
  const wrong = { device_name: 'phone', code: '000000' };
  expect(await server.identity.associateCode(caller, wrong), 'nothing was set up').toEqual({ ok: false, error: 'Code mismatch' });
  await server.identity.setupMfa(caller, { email });
  const secret = await pendingSecret(email);
  const right = totpCode(secret, server.now());
  const code = right === '000000' ? '000001' : '000000';
  for (let tries = 1; tries < 10; tries += 1) {
    expect(await server.identity.associateCode(caller, { ...wrong, code })).toEqual({ ok: false, error: 'Code mismatch' });
  }
  const refused = { ok: false, error: 'Too many tries. Wait 15 minutes, then try again.' };
  expect(await server.identity.associateCode(caller, { ...wrong, code: right })).toEqual(refused);
  server.clock.aheadMs += 15 * 60_000;
  expect(await server.identity.associateCode(caller, { ...wrong, code: totpCode(secret, server.now()) })).toEqual({ ok: true });
});
