import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountFindings } from '#domain/people/accountFindings';
import { roleOf } from '#domain/people/rights';
import type { ManagedAccount } from '#server/identity/administration';
import { PASSWORD_LINK_MS } from '#server/identity/invitations/invitationLinks';
import { totpCode } from '#server/identity/secondFactor/totp';
import type { Principal } from '#server/platform/principal';
import { secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { linkIn, mailsIn, newestLinkIn } from '../support/outbox.ts';
import { removePersonAlone } from '../support/removePersonAlone.ts';
import { SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const NEW_PASSWORD = 'four words of a garden';
const administration = () => server.identity.administration;
const removed = (account: ManagedAccount) => administration().remove(account, removePersonAlone(server.database));
const accountOf = async (email: string): Promise<ManagedAccount> => {
  const found = await administration().find(email);
  if (found === undefined) throw new Error('no account');
  return found;
};
/** The code that an account's phone shows; later than every one used before. */
async function nextCode(email: string, column?: 'totp_pending'): Promise<string> {
  server.clock.aheadMs += 30_000;
  return totpCode((await secretOf(server, email, column)) ?? '', server.now());
}
const signIn = async ({ email, password }: { email: string; password: string }) => {
  const code = (await secretOf(server, email)) === null ? '' : await nextCode(email);
  return signInByHttp(server, { email, password, code });
};
/** The answer of the login page to a sign-in. */
async function refusal(email: string, password: string): Promise<string> {
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: email, prompt: 'login' });
  const { answer } = await flow.send({ email, password, code: await nextCode(email) });
  return /role="alert">([^<]*)</.exec(await answer.text())?.[1] ?? '';
}
const callerOf = (access: string): Promise<Principal> => server.identity.verify(access);
const mails = () => mailsIn(server.settings.DATA_DIR);
/** Waits for a mail of this subject to this address. */
async function mailTo(email: string, subject: string): Promise<string> {
  const found = () => mails().findLast((mail) => mail.includes(`<${email}>`) && mail.includes(`Subject: ${subject}`));
  await until(`a mail to ${email}`, async () => found() !== undefined);
  return found() ?? '';
}
const send = (link: string, form: Readonly<Record<string, string>>) => fetch(link, { method: 'POST', body: new URLSearchParams(form) });

it('[PEOPLE2] [VALID92] a blocked account is signed out everywhere at once and cannot sign in, which is shown to its password alone', async () => {
  const person = await server.person('organisation_user', true);
  const { access, flow, refresh } = await signIn(person);
  const caller = await callerOf(access);
  const ended: string[] = [];
  const unlisten = server.identity.onRevoked((grant) => ended.push(grant));
  await administration().disable(await accountOf(person.email));
  unlisten();
  expect(ended).toEqual([caller.grant]);
  await expect(server.identity.verify(access)).rejects.toMatchObject({ status: 401 });
  await expect(server.identity.verifyForStop(access)).rejects.toMatchObject({ status: 401 });
  await expect(flow.refresh(refresh)).rejects.toThrow();
  expect(await refusal(person.email, 'a guess')).toBe('Email, password or code is wrong.');
  expect(await refusal(person.email, person.password)).toBe('This account is blocked. Ask an administrator of your organisation.');
  expect(await accountOf(person.email)).toMatchObject({ isEnabled: false });
  const blocked = ((await server.identity.accounts()) ?? []).filter(({ email }) => email === person.email);
  expect(accountFindings(blocked, { groups: new Set(), locales: new Set() }).map(({ text }) => text)).toContain('The account is disabled.');
  await expect(administration().mailPasswordLink(await accountOf(person.email))).rejects.toMatchObject({ status: 409 });
  await administration().enable(await accountOf(person.email));
  expect((await callerOf((await signIn(person)).access)).username).toBe(caller.username);
});

it('[PEOPLE1] a changed user type counts at the next request of an open sign-in', async () => {
  const person = await server.person('organisation_user', true);
  const { access } = await signIn(person);
  const account = await accountOf(person.email);
  const groups = ['user_type:organisation_admin', 'organisation:de-linde'];
  await administration().update(account, { ...account, name: 'Renamed', groups });
  expect(await callerOf(access)).toMatchObject({ role: 'organisation_admin', groups });
  expect(await accountOf(person.email)).toMatchObject({ name: 'Renamed', groups });
  await administration().update(account, account);
});

it('[PEOPLE2] a deleted account is gone, and its user name is not given to a namesake, who would find its record', async () => {
  const person = await server.person('license_support_engineer', true);
  const { access } = await signIn(person);
  const account = await accountOf(person.email);
  await removed(account);
  await expect(server.identity.verify(access)).rejects.toMatchObject({ status: 401 });
  expect(await administration().find(person.email)).toBeUndefined();
  await expect(removed(account)).rejects.toMatchObject({ status: 404 });
  const { email, name, family_name, locale, groups } = account;
  await administration().invite({ email, name, family_name, locale, groups });
  const namesake = await accountOf(person.email);
  expect(namesake).toMatchObject({ status: 'INVITED', name: account.name });
  expect(namesake.username).not.toBe(account.username);
  // Nothing is recorded of an invitation, whose user name is free again.
  await removed(namesake);
});

it('[PEOPLE5] the last system_admin stays, also when two remove each other at the same moment', async () => {
  const own = await startIdentityServer();
  const admins = await own.identity.administration.inGroup('user_type:system_admin');
  expect(admins).toHaveLength(2);
  const { remove, disable, update, find } = own.identity.administration;
  const results = await Promise.allSettled(admins.map((account) => remove(account, removePersonAlone(own.database))));
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [left] = await own.identity.administration.inGroup('user_type:system_admin');
  if (left === undefined) throw new Error('nobody is left');
  const refused = { status: 409, message: 'There would be no system admin left.' };
  await expect(disable(left)).rejects.toMatchObject(refused);
  await expect(update(left, { ...left, groups: ['user_type:license_support_engineer'] })).rejects.toMatchObject(refused);
  // Who was made a system admin since the form was opened is one, too.
  const before = { ...left, groups: ['user_type:organisation_admin'] };
  await expect(update(before, { ...left, groups: ['user_type:organisation_user'] })).rejects.toMatchObject(refused);
  expect(await find(left.email)).toEqual(left);
  await own.close();
});

it('[PEOPLE3] a mailed link gives a new password once, with a code of the second factor, and ends every sign-in', async () => {
  const person = await server.person('organisation_admin', true);
  const { access } = await signIn(person);
  await administration().mailPasswordLink(await accountOf(person.email));
  const link = linkIn(await mailTo(person.email, 'New password'));
  const page = await fetch(link);
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([200, 'no-store', 'no-referrer']);
  const form = { password: NEW_PASSWORD, again: NEW_PASSWORD };
  for (const [wrong, text] of [
    [{ ...form, again: 'another one of them', code: await nextCode(person.email) }, 'differ'],
    [{ password: 'short', again: 'short', code: await nextCode(person.email) }, 'at least 12'],
    [{ ...form, code: '000000' }, 'The code is wrong'],
    [form, 'The code is wrong'],
  ] as const) {
    const answer = await send(link, wrong);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)]);
  }
  expect((await callerOf(access)).email).toBe(person.email);
  const done = await send(link, { ...form, code: await nextCode(person.email) });
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The password is changed')]);
  await expect(server.identity.verify(access)).rejects.toMatchObject({ status: 401 });
  expect((await send(link, { ...form, code: await nextCode(person.email) })).status).toBe(410);
  expect(await refusal(person.email, person.password)).toBe('Email, password or code is wrong.');
  await signIn({ email: person.email, password: NEW_PASSWORD });
  expect(await mailTo(person.email, 'Your password was changed')).toContain('every other sign-in'.slice(6, 11));
});

it('[PEOPLE3] a link for a new password counts for two hours, opens no invitation, and the newest one alone', async () => {
  const person = await server.person('organisation_admin', false);
  const link = async () => {
    await administration().mailPasswordLink(await accountOf(person.email));
    return newestLinkIn(server.settings.DATA_DIR);
  };
  const [first, second] = [await link(), await link()];
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([410, 200]);
  expect((await fetch(second.replace('/password/', '/invitation/'))).status).toBe(410);
  server.clock.aheadMs += PASSWORD_LINK_MS + 1_000;
  const late = await fetch(second);
  server.clock.aheadMs -= PASSWORD_LINK_MS + 1_000;
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('This link has expired')]);
  expect((await fetch(second.replace(/\/password\/.*/, '/password/nonsense'))).status).toBe(410);
});

it('[PEOPLE3] a request for a new password shows the same page whether or not the address has an account, and is mailed only if it has', async () => {
  const person = await server.person('organisation_admin', false);
  const ask = (email: string) => send(`${server.settings.publicUrl}/idp/forgotten`, { email });
  const answers = [await ask('nobody@delinde.example'), await ask('nobody@elsewhere.example'), await ask(` ${person.email.toUpperCase()}`)];
  const [first, ...others] = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
  for (const other of others) expect(other).toEqual(first);
  const before = mails().length;
  await until(
    'the mail',
    async () => mails().length >= before && mails().some((mail) => mail.includes(person.email) && mail.includes('New password')),
  );
  expect(mails().join()).not.toContain('nobody@');
});

it('[PEOPLE3] five requests a day for one address lead to a mail', async () => {
  const person = await server.person('license_support_engineer', false);
  const count = () => mails().filter((mail) => mail.includes(`<${person.email}>`) && mail.includes('New password')).length;
  const before = count();
  for (let asked = 0; asked < 8; asked += 1) await send(`${server.settings.publicUrl}/idp/forgotten`, { email: person.email });
  await until('five mails', async () => count() === before + 5);
  await send(`${server.settings.publicUrl}/idp/forgotten`, { email: person.email });
  expect(count()).toBe(before + 5);
});

it('[PEOPLE6] [MFA1] the owner is mailed when an administrator takes the second factor away', async () => {
  const person = await server.person('organisation_user', true);
  const admin: Principal = {
    username: 'an.verhoeven',
    email: '',
    name: '',
    role: roleOf(['user_type:system_admin']),
    groups: ['user_type:system_admin'],
    secondFactor: true,
    expiresAt: server.now() + 60_000,
    issuedAt: null,
    grant: null,
  };
  expect(await server.identity.updateMfa(admin, { email: person.email, enable: false })).toEqual({ ok: true });
  expect(await mailTo(person.email, 'Your second factor was taken away')).toContain('administrator');
});
