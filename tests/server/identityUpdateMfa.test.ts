import { afterAll, beforeAll, expect, it } from 'vitest';
import { roleOf } from '#domain/people/rights';
import { totpCode } from '#server/identity/secondFactor/totp';
import { withChanges } from '#server/platform/audit/changes';
import type { Principal } from '#server/platform/principal';
import { secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const aCaller = (groups: readonly string[], username = 'somebody'): Principal => ({
  username,
  email: '',
  name: '',
  role: roleOf(groups),
  groups,
  secondFactor: true,
  expiresAt: server.now() + 60_000,
  issuedAt: null,
  grant: null,
});
const an = () => aCaller(['user_type:system_admin'], 'an.verhoeven');
const els = () => aCaller(['user_type:organisation_admin', 'organisation:de-linde'], 'els.peeters');
const update = (caller: Principal, email: string, enable: boolean) => server.identity.updateMfa(caller, { email, enable });
const hasFactor = async (email: string) => (await secretOf(server, email)) !== null;

const GRACE = 'grace.bakker@hortusnoord.example';
const HUGO = 'hugo.maes@delinde.example';
const ELS = 'els.peeters@delinde.example';

it.each<readonly [string, () => Principal, string, number]>([
  ['a support engineer', () => aCaller(['user_type:license_support_engineer']), HUGO, 403],
  ['a user of the organisation', () => aCaller(['user_type:organisation_user', 'organisation:de-linde']), HUGO, 403],
  ['somebody of no known type', () => aCaller(['user_type:owner', 'organisation:de-linde']), HUGO, 403],
  ['an admin of another organisation', els, GRACE, 404],
  ['an organisation_admin, of staff', els, 'chloe.lambert@serrarobotics.example', 404],
  ['an admin, of nobody', an, 'nobody@delinde.example', 404],
  ['an admin, by user name', an, 'grace.bakker', 404],
  ['an admin, of an empty address', an, '', 404],
  ['an admin, by a hostile address', an, "' or '1'='1@x", 404],
  ['a system_admin, of the own account', an, 'an.verhoeven@serrarobotics.example', 403],
  ['an organisation_admin, of the own account', els, ELS, 403],
])('[CALL-035] [MFA1] [ADMIN1] %s is refused, and nothing is changed', async (_, caller, email, status) => {
  const before = await server.tables.selectFrom('identity_account').select(['email', 'totp_secret']).orderBy('email').execute();
  await expect(update(caller(), email, false)).rejects.toMatchObject({ status });
  expect(await server.tables.selectFrom('identity_account').select(['email', 'totp_secret']).orderBy('email').execute()).toEqual(before);
});

it('[MFA1] [SEE1] a foreign account and an unknown one are refused in the same words', async () => {
  const output = (email: string) => update(els(), email, true).catch((error: unknown) => String(error));
  expect(await output(GRACE)).toBe(await output('nobody@hortusnoord.example'));
});

it('[CALL-035] [OPEN-04] [MFA2] a factor can be found set up, and nobody sets one up but its owner', async () => {
  expect(await update(els(), HUGO, true)).toEqual({ ok: false, error: 'The owner sets the second factor up at the next sign-in.' });
  expect(await hasFactor(HUGO)).toBe(false);
  expect(await update(an(), ELS.toUpperCase(), true)).toEqual({ ok: true });
  expect(await hasFactor(ELS)).toBe(true);
});

it('[CALL-035] [MFA2] a person who loses the second factor is signed out everywhere, and enrols at the next sign-in', async () => {
  const { password } = await server.person('organisation_user', true);
  const code = totpCode((await secretOf(server, GRACE)) ?? '', server.now());
  const signedIn = await signInByHttp(server, { email: GRACE, password, code });
  const caller = await server.identity.verify(signedIn.access);
  expect(caller.secondFactor).toBe(true);
  const other = await signInByHttp(server, await server.person('organisation_admin', false));
  const ended: string[] = [];
  server.identity.onRevoked((grant) => ended.push(grant));

  expect(await update(an(), GRACE, false)).toEqual({ ok: true });
  expect(ended).toEqual([caller.grant]);
  await expect(server.identity.verify(signedIn.access)).rejects.toMatchObject({ status: 401 });
  await expect(server.identity.verifyForStop(signedIn.access)).rejects.toMatchObject({ status: 401 });
  await expect(signedIn.flow.refresh(signedIn.refresh)).rejects.toMatchObject({ error: 'invalid_grant' });
  expect((await signedIn.flow.start({})).at).toContain('/idp/interaction/');
  expect(await server.identity.loginMethod({ email: GRACE })).toEqual({ mfa_enabled: false });
  expect(await server.identity.verify(other.access)).toMatchObject({ secondFactor: false });

  const again = await signInByHttp(server, { email: GRACE, password });
  expect(await server.identity.verify(again.access)).toMatchObject({ username: 'grace.bakker', secondFactor: false });
  expect(await update(an(), GRACE, false)).toEqual({ ok: true });
  expect(await server.identity.verify(again.access), 'what is taken away twice ends nothing twice').toMatchObject({ secondFactor: false });
});

it('[AUDIT12] a second factor that is removed is a change in the line of the call, once; one that is looked for is none', async () => {
  const { email } = await server.person('license_support_engineer', true);
  const changesOf = async (enable: boolean) => (await withChanges(() => update(an(), email, enable))).changes;
  expect(await changesOf(true)).toEqual([]);
  expect(await changesOf(false)).toEqual([{ field: 'mfa_enabled', from: 'true', to: 'false' }]);
  expect(await changesOf(false)).toEqual([]);
});
