import { afterAll, beforeAll, expect, it } from 'vitest';
import { totpCode } from '#server/identity/secondFactor/totp';
import { withChanges } from '#server/platform/audit/changes';
import { freshCode, secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { mailsIn } from '../support/outbox.ts';
import { signInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const signIn = async ({ email, password }: { email: string; password: string }) => {
  const code = (await secretOf(server, email)) === null ? '' : await freshCode(server, email);
  return signInByHttp(server, { email, password, code });
};
const callerOf = (access: string) => server.identity.verify(access);
/** The code that the new phone shows. */
const pendingCode = async (email: string) => totpCode((await secretOf(server, email, 'totp_pending')) ?? '', server.now());

const NEW_PASSWORD = 'four words of a garden';

it('[PEOPLE4] a person changes the own password: the present one is asked, every other sign-in ends', async () => {
  const person = await server.person('organisation_user', false);
  const here = await signIn(person);
  const elsewhere = await signIn(person);
  const caller = await callerOf(here.access);
  const change = (password: string, new_password: string) => server.identity.changePassword(caller, { password, new_password });
  expect(await change('a guess', NEW_PASSWORD)).toEqual({ ok: false, error: 'The password of now is wrong.', field: 'password' });
  expect(await change(person.password, 'short')).toMatchObject({ ok: false, error: 'The password needs at least 12 characters.' });
  expect(await change(person.password, NEW_PASSWORD)).toEqual({ ok: true });
  expect(await callerOf(here.access)).toMatchObject({ username: caller.username });
  await expect(server.identity.verify(elsewhere.access)).rejects.toMatchObject({ status: 401 });
  await here.flow.refresh(here.refresh);
  await signIn({ email: person.email, password: NEW_PASSWORD });
  for (let guess = 0; guess < 10; guess += 1) await change('a guess', NEW_PASSWORD);
  expect(await change(NEW_PASSWORD, 'another four words of it')).toMatchObject({
    ok: false,
    error: expect.stringContaining('Too many tries'),
  });
});

it('[PEOPLE6] [AUDIT12] a second factor moves to a new phone by a code of each; the old one counts until then, and not after', async () => {
  const person = await server.person('system_admin', true);
  const { access } = await signIn(person);
  const elsewhere = await signIn(person);
  const caller = await callerOf(access);
  const shown = await server.identity.moveMfa(caller);
  expect(shown.otpauth).toContain('otpauth://');
  expect((await server.identity.moveMfa(caller)).otpauth).toBe(shown.otpauth);
  const confirm = (current_code: string, code: string) =>
    server.identity.confirmMoveMfa(caller, { device_name: 'New phone', current_code, code });
  expect(await confirm(await freshCode(server, person.email), '000000')).toMatchObject({
    ok: false,
    error: expect.stringContaining('new phone'),
  });
  expect(await confirm('000000', await pendingCode(person.email))).toMatchObject({
    ok: false,
    error: expect.stringContaining('phone of now'),
  });
  const old = (await secretOf(server, person.email)) ?? '';
  server.clock.aheadMs += 30_000;
  const codes = [
    totpCode(old, server.now()),
    totpCode((await secretOf(server, person.email, 'totp_pending')) ?? '', server.now()),
  ] as const;
  expect(await withChanges(() => confirm(...codes))).toMatchObject({
    answer: { ok: true },
    changes: [{ field: 'device_name', to: 'New phone' }],
  });
  expect(await secretOf(server, person.email)).not.toBe(old);
  expect((await callerOf(access)).secondFactor).toBe(true);
  await expect(server.identity.verify(elsewhere.access)).rejects.toMatchObject({ status: 401 });
  await signIn(person);
  const isMailed = () =>
    mailsIn(server.settings.DATA_DIR).some((mail) => mail.includes('Your second factor was moved') && mail.includes(person.email));
  await until('the mail', async () => isMailed());
});

it('[PEOPLE6] another sign-in does not know the secret of a move that was begun, and an account without a second factor has none to move', async () => {
  const person = await server.person('system_admin', true);
  const [one, two] = [await callerOf((await signIn(person)).access), await callerOf((await signIn(person)).access)];
  await server.identity.moveMfa(one);
  const code = await pendingCode(person.email);
  expect(
    await server.identity.confirmMoveMfa(two, { device_name: 'x', current_code: await freshCode(server, person.email), code }),
  ).toMatchObject({
    ok: false,
  });
  const half = await server.person('system_admin', false);
  const caller = await callerOf((await signIn(half)).access);
  await expect(server.identity.moveMfa(caller)).rejects.toMatchObject({ status: 409 });
});
