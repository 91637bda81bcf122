import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD_LENGTH } from '#domain/people/newPassword';
import { mailRefusal } from '#domain/people/mailDomains';
import { acceptInvitation } from '#server/identity/invitations/acceptInvitation';
import type { ManagedAccount, NewAccount } from '#server/identity/administration';
import { createLink, INVITATION_MS, openInvitation } from '#server/identity/invitations/invitationLinks';
import { totpCode } from '#server/identity/secondFactor/totp';
import { secretOf } from '../support/freshCode.ts';
import { IDENTITY_KEY, startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { mailsIn, newestLinkIn } from '../support/outbox.ts';
import { signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

let made = 0;
const somebody = (more: Partial<NewAccount> = {}): NewAccount => {
  made += 1;
  return {
    email: `new.${made}@delinde.example`,
    name: 'Nele',
    family_name: `van ’t Hof ${made}`,
    locale: 'nl-BE',
    groups: ['user_type:organisation_user', 'organisation:de-linde'],
    ...more,
  };
};
const newestMail = () => mailsIn(server.settings.DATA_DIR).at(-1) ?? '';
const administration = () => server.identity.administration;
async function invited(more: Partial<NewAccount> = {}) {
  const person = somebody(more);
  await administration().invite(person);
  return { person, link: newestLinkIn(server.settings.DATA_DIR) };
}
const accountOf = async (email: string): Promise<ManagedAccount> => {
  const found = await administration().find(email);
  if (found === undefined) throw new Error('no account');
  return found;
};
const stored = (email: string) =>
  server.tables.selectFrom('identity_account').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const pendingOf = async (email: string) => (await secretOf(server, email, 'totp_pending')) ?? '';
const send = (link: string, form: Readonly<Record<string, string>>) => fetch(link, { method: 'POST', body: new URLSearchParams(form) });
const PASSWORD = 'four words of a garden';
async function accept(link: string, email: string, more: Readonly<Record<string, string>> = {}) {
  await fetch(link);
  const secret = await pendingOf(email);
  return send(link, { password: PASSWORD, again: PASSWORD, code: totpCode(secret, server.now()), ...more });
}

it('[USER-020] [INVITE3] an invited person gets a mail whose link opens the account: password, second factor, sign-in with both', async () => {
  const { person, link } = await invited();
  const mail = newestMail();
  expect(mail).toMatch(/^To: .*<new\.\d+@delinde\.example>$/m);
  expect(mail).toMatch(/^From: Orangery <no-reply@localhost>$/m);
  expect(mail).toMatch(/^Subject: Invitation to Orangery$/m);
  expect(await accountOf(person.email)).toMatchObject({ ...person, status: 'INVITED', hasSecondFactor: false });
  expect(await server.identity.loginMethod({ email: person.email })).toEqual({ mfa_enabled: true });

  const page = await fetch(link);
  const shown = await page.text();
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([200, 'no-store', 'no-referrer']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
  expect(shown).toContain(person.email);
  expect(shown).toContain('<svg');
  expect(shown).not.toMatch(/ style=/);
  const secret = await pendingOf(person.email);
  expect(shown.replaceAll(' ', '')).toContain(secret);
  expect((await fetch(link)).status).toBe(200);
  expect(await pendingOf(person.email)).toBe(secret);

  const opened = await accept(link, person.email);
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Your account is open')]);
  expect(await accountOf(person.email)).toMatchObject({ status: 'ACTIVE', hasSecondFactor: true });
  server.clock.aheadMs += 60_000;
  const code = totpCode(secret, server.now());
  const { claims } = await signInByHttp(server, { email: person.email, password: PASSWORD, code });
  expect(claims).toMatchObject({ amr: ['pwd', 'otp', 'mfa'], email: person.email, 'cognito:groups': person.groups });
});

it('[INVITE3] [TYPED1] a code is taken as the app shows it, and the longest password of any characters signs in', async () => {
  const { person, link } = await invited();
  await fetch(link);
  const secret = await pendingOf(person.email);
  const [code, password] = [totpCode(secret, server.now()), '🌱'.repeat(PASSWORD_LENGTH.most)];
  const opened = await send(link, { password, again: password, code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Your account is open')]);
  server.clock.aheadMs += 60_000;
  const next = totpCode(secret, server.now());
  const { claims } = await signInByHttp(server, { email: person.email, password, code: next });
  expect(claims).toMatchObject({ email: person.email });
});

it('[LOGIN13] the page that follows a password set by a link says when the address may no longer sign in', async () => {
  const { person, link } = await invited();
  const elsewhere = person.email.replace('delinde', 'elsewhere');
  const move = (from: string, to: string) =>
    server.tables.updateTable('identity_account').set({ email: to }).where('email', '=', from).execute();
  await move(person.email, elsewhere);
  const opened = await (await accept(link, elsewhere)).text();
  expect(opened).toContain('You cannot log in yet. Addresses of elsewhere.example are not allowed to use the console');
  expect(opened).not.toContain('You can log in now');
  const { token } = await createLink(server.tables, (await stored(elsewhere)).username, server.now(), 'password');
  const form = { password: `${PASSWORD} again`, again: `${PASSWORD} again` };
  const change = async () => {
    server.clock.aheadMs += 60_000;
    const code = totpCode((await secretOf(server, elsewhere)) ?? '', server.now());
    return (await send(`${server.settings.publicUrl}/idp/password/${token}`, { ...form, code })).text();
  };
  const changed = await change();
  expect(changed).toContain('You cannot log in yet. Addresses of elsewhere.example are not allowed to use the console');
  expect(changed).not.toContain('You can log in now');
});

it('[INVITE4] a link counts once, also when its form is sent twice at the same moment', async () => {
  const { person, link } = await invited();
  await fetch(link);
  const code = totpCode(await pendingOf(person.email), server.now());
  const output = await Promise.all(
    ['one', 'two'].map((word) => send(link, { password: `${PASSWORD} ${word}`, again: `${PASSWORD} ${word}`, code })),
  );
  const statuses = output.map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 410]);
  expect((await stored(person.email)).totp_pending).toBeNull();
  const again = await fetch(link);
  expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('was accepted already')]);
  expect((await accept(link, person.email)).status).toBe(410);
});

it('[INVITE4] a link counts for 7 days', async () => {
  const { person, link } = await invited();
  const before = server.clock.aheadMs;
  server.clock.aheadMs = before + INVITATION_MS - 60_000;
  expect((await fetch(link)).status).toBe(200);
  server.clock.aheadMs = before + INVITATION_MS + 60_000;
  const late = await fetch(link);
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('has expired')]);
  expect((await accept(link, person.email)).status).toBe(410);
  server.clock.aheadMs = before;
});

it('[INVITE10] sent again, the second factor that the former page showed opens nothing', async () => {
  const { person, link } = await invited();
  await fetch(link);
  const former = await pendingOf(person.email);
  await administration().resend(await accountOf(person.email));
  const newest = newestLinkIn(server.settings.DATA_DIR);
  await fetch(newest);
  expect(await pendingOf(person.email)).not.toBe(former);
  await send(newest, { password: PASSWORD, again: PASSWORD, code: totpCode(former, server.now()) });
  expect((await accountOf(person.email)).status).toBe('INVITED');
  expect((await accept(newest, person.email)).status).toBe(200);
});

it('[INVITE2] [INVITE4] sent again, the newest link alone counts; taken back, none does, and the person can be invited anew', async () => {
  const { person, link } = await invited();
  await administration().resend(await accountOf(person.email));
  const newest = newestLinkIn(server.settings.DATA_DIR);
  expect(newest).not.toBe(link);
  expect(await (await fetch(link)).text()).toContain('newer invitation');
  expect((await fetch(newest)).status).toBe(200);
  await administration().revoke(await accountOf(person.email));
  expect(await (await fetch(newest)).text()).toContain('was taken back');
  expect(await administration().find(person.email)).toBeUndefined();
  const anew = await invited({ email: person.email });
  expect((await accept(anew.link, person.email)).status).toBe(200);
  for (const act of [administration().resend, administration().revoke]) {
    await expect(act(await accountOf(person.email))).rejects.toMatchObject({ status: 409 });
  }
  expect((await accountOf(person.email)).status).toBe('ACTIVE');
});

it('[INVITE4] an invitation that is taken back while its form is sent is either opened or gone, never both', async () => {
  const { person, link } = await invited();
  const account = await accountOf(person.email);
  await fetch(link);
  const code = totpCode(await pendingOf(person.email), server.now());
  const sent = send(link, { password: PASSWORD, again: PASSWORD, code });
  const [reply, revoked] = await Promise.allSettled([sent, administration().revoke(account)]);
  const left = await administration().find(person.email);
  expect([reply.status === 'fulfilled' && reply.value.status, left?.status]).toEqual(
    revoked.status === 'fulfilled' ? [410, undefined] : [200, 'ACTIVE'],
  );
});

it('[INVITE4] a form that is on its way when a newer link is sent opens nothing', async () => {
  const { person, link } = await invited();
  await fetch(link);
  const found = await openInvitation(server.tables, link.split('/').at(-1) ?? '', server.now());
  if (typeof found === 'string') throw new Error(found);
  const code = totpCode(await pendingOf(found.account.email), server.now());
  await administration().resend(await accountOf(person.email));
  const accepted = acceptInvitation({ database: server.tables, credentialKey: IDENTITY_KEY, now: server.now }, found, {
    password: PASSWORD,
    again: PASSWORD,
    code,
  });
  expect(await accepted).toBe('This invitation has ended.');
  expect(await accountOf(person.email)).toMatchObject({ status: 'INVITED', hasSecondFactor: false });
});

it.each([
  ['a short password', { password: 'short', again: 'short' }, 'The password needs at least 12 characters.'],
  ['11 letters of two units each', { password: '😀'.repeat(11), again: '😀'.repeat(11) }, 'at least 12 characters'],
  ['201 characters', { password: 'x'.repeat(201), again: 'x'.repeat(201) }, 'at most 200 characters'],
  ['two passwords', { again: 'another of twelve' }, 'The two passwords differ.'],
  ['a wrong code', { code: '000000' }, 'The code is wrong.'],
  ['no code', { code: '' }, 'The code is wrong.'],
  ['a code of seven digits', { code: '1234567' }, 'The code is wrong.'],
  ['a code of 61 characters', { code: '1'.repeat(61) }, 'Fill in every field.'],
  ['801 characters', { password: 'x'.repeat(801), again: 'x'.repeat(801) }, 'Fill in every field.'],
])('[INVITE3] the form with %s is shown again with the reason, and nothing is opened', async (_name, more, text) => {
  const { person, link } = await invited();
  const reply = await accept(link, person.email, more);
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining(text)]);
  expect((await stored(person.email)).password_hash).toBeNull();
  expect((await accept(link, person.email)).status).toBe(200);
});

it('[INVITE3] the address itself is no password', async () => {
  const { person, link } = await invited();
  const password = ` ${person.email.toUpperCase()}`;
  const reply = await accept(link, person.email, { password, again: password });
  expect(await reply.text()).toContain('cannot be your email address');
});

it('[INVITE5] ten wrong codes in 15 minutes are enough, as at the login page', async () => {
  const { person, link } = await invited();
  for (let wrong = 0; wrong < 10; wrong += 1) await accept(link, person.email, { code: '000000' });
  const reply = await accept(link, person.email);
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('Too many tries.')]);
  server.clock.aheadMs += 16 * 60_000;
  expect((await accept(link, person.email)).status).toBe(200);
});

it.each(['x', 'x'.repeat(43), '%00', '..%2f', 'a'.repeat(5_000)])(
  '[INVITE4] the link with %j leads to a page that says so',
  async (token) => {
    const reply = await fetch(`${server.settings.publicUrl}/idp/invitation/${token}`);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(await reply.text()).not.toContain('<form');
  },
);

it('[INVITE6] the token stands in the mail alone, as a hash in the database; the mail is for its user alone', async () => {
  const { link } = await invited();
  const token = link.split('/').at(-1) ?? '';
  const rows = await server.tables.selectFrom('identity_invitation').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
  const folder = path.join(server.settings.DATA_DIR, 'outbox');
  expect(readdirSync(folder).filter((name) => statSync(path.join(folder, name)).mode & 0o077)).toEqual([]);
});

it('[INVITE3] before the invitation is accepted nobody can sign in', async () => {
  const { person } = await invited();
  await expect(signInByHttp(server, { email: person.email, password: '', code: '' })).rejects.toThrow();
  await expect(signInByHttp(server, { email: person.email, password: 'undefined', code: '' })).rejects.toThrow();
});

it('[OPEN-72] an address is invited once, also when ten ask at the same moment; one of an account, in any case, never', async () => {
  const person = somebody();
  const output = await Promise.allSettled(Array.from({ length: 10 }, () => administration().invite(person)));
  expect(output.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(output.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual(
    Array.from({ length: 9 }, () => expect.objectContaining({ status: 409, message: 'This email address has an account already.' })),
  );
  const { email } = await server.person('system_admin', true);
  await expect(administration().invite(somebody({ email }))).rejects.toMatchObject({ status: 409 });
});

it('[INVITE7] two people of one name, and one of no latin letter, have user names of their own', async () => {
  const names: string[] = [];
  const people = [
    { name: 'Zoë', family_name: 'Ooms' },
    { name: 'Zoe', family_name: 'Ooms' },
    { name: '李', family_name: '王' },
  ];
  for (const one of people) names.push((await stored((await invited(one)).person.email)).username);
  expect(names).toEqual(['zoe.ooms', expect.stringMatching(/^zoe\.ooms-[0-9a-f]{8}$/), 'person']);
});

it('[INVITE7] hostile names stay text in mail and page, and a domain that may not sign in is refused', async () => {
  const name = '<img src=x onerror=alert(1)>"; Bcc: eve@evil.example';
  const { link } = await invited({ name });
  const mail = newestMail();
  expect(mail.split(/\r?\n\r?\n/)[0]).not.toMatch(/^(Bcc|Cc):/m);
  expect(mail.split('Content-Type: text/html')[1]).not.toContain('<img');
  expect(await (await fetch(link)).text()).not.toContain('<img');
  await expect(administration().invite(somebody({ email: 'a@elsewhere.example' }))).rejects.toMatchObject({
    status: 400,
    message: mailRefusal('a@elsewhere.example', null),
  });
});

it('[USER-005] 2,000 accounts of one group are listed by name', async () => {
  const group = 'organisation:crowd';
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    username: `crowd-${at}`,
    email: `crowd.${at}@delinde.example`,
    name: `N${String(at).padStart(4, '0')}`,
    family_name: 'X',
    locale: 'nl-BE',
    groups: JSON.stringify(['user_type:organisation_user', group]),
    status: 'INVITED' as const,
    password_hash: null,
    totp_secret: null,
    totp_pending: null,
    totp_last_step: null,
    device_name: null,
  }));
  await server.tables.insertInto('identity_account').values(rows).execute();
  const listed = await administration().inGroup(group);
  expect(listed.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
});

it('[MAILD1] an address of a domain that an organisation has is invited and may sign in; without the domain no more', async () => {
  const email = 'mia@orgdomain.example';
  const set = (domains: string[] | null) =>
    sql`insert into organisation (id, name, mail_domains) values ('org-domains', 'Domains', ${domains}::text[])
      on conflict (id) do update set mail_domains = excluded.mail_domains`.execute(server.database);
  await expect(server.identity.loginMethod({ email })).rejects.toMatchObject({ status: 403 });
  await set(['orgdomain.example']);
  expect((await invited({ email })).person.email).toBe(email);
  expect(await server.identity.loginMethod({ email })).toEqual({ mfa_enabled: true });
  expect((await server.identity.accounts())?.find((one) => one.email === email)?.isMailAllowed).toBe(true);
  await set(null);
  await expect(server.identity.loginMethod({ email })).rejects.toMatchObject({ status: 403 });
});
