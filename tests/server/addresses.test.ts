import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { roleOf } from '#domain/people/rights';
import type { ManagedAccount } from '#server/identity/administration';
import { invitations } from '#server/identity/invitations/invitations';
import type { MailNotices } from '#server/identity/mail/notices';
import { ADDRESS_LINK_MS } from '#server/identity/management/addressLinks';
import { addressChanges } from '#server/identity/management/changeAddress';
import { sendPasswordLink } from '#server/identity/management/passwordLink';
import { deleteExpired } from '#server/identity/provider/deleteExpired';
import { attemptSubject } from '#server/identity/secondFactor/attemptLimit';
import { totpCode } from '#server/identity/secondFactor/totp';
import type { SignInEvent } from '#server/identity/signInEvents';
import type { Mail, Mailer } from '#server/platform/mail/mailer';
import { secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { removePersonAlone } from '../support/removePersonAlone.ts';
import { HttpBrowser, SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';
import { until } from '../support/until.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

const PASSWORD = 'four words of a garden';
const administration = () => server.identity.administration;
const accountOf = async (email: string): Promise<ManagedAccount> => {
  const found = await administration().find(email);
  if (found === undefined) throw new Error(`no account ${email}`);
  return found;
};
const send = (link: string, form: Readonly<Record<string, string>>) => fetch(link, { method: 'POST', body: new URLSearchParams(form) });
/** The code that an account's phone shows; later than every one used before. */
async function nextCode(email: string, column?: 'totp_pending'): Promise<string> {
  server.clock.aheadMs += 30_000;
  return totpCode((await secretOf(server, email, column)) ?? '', server.now());
}
const mails = () => mailsIn(server.settings.DATA_DIR);
/** Waits for the newest mail of this subject to this address. */
async function mailTo(email: string, subject: string): Promise<string> {
  const found = () => mails().findLast((mail) => mail.includes(`<${email}>`) && mail.includes(`Subject: ${subject}`));
  await until(`a mail to ${email}`, async () => found() !== undefined);
  return found() ?? '';
}
const LINK = 'New email address for Orangery';

/** Dependencies of the mailed links, with another mailer. */
const linkParts = (mailer: Mailer) => {
  const { tables: database, settings, now } = server;
  return { database, settings, now, mailer, notify: () => undefined };
};

let made = 0;
/** Address of a new account whose invitation is not accepted yet. */
async function invited(): Promise<string> {
  made += 1;
  const email = `old.${made}@delinde.example`;
  const groups = ['user_type:organisation_user', 'organisation:de-linde'];
  const family_name = `Maes ${'abcdefghijklmnopqrstuvwxyz'[made] ?? ''}`;
  await administration().invite({ email, name: 'Nele', family_name, locale: 'nl-BE', groups });
  return email;
}
/** Address of a new account with a second factor. */
async function member(): Promise<string> {
  const email = await invited();
  const link = linkIn(await mailTo(email, 'Invitation'));
  await fetch(link);
  await send(link, { password: PASSWORD, again: PASSWORD, code: await nextCode(email, 'totp_pending') });
  return email;
}
/** Asks for another address of an account, and returns the mailed link. */
async function linkFor(email: string, to: string): Promise<string> {
  await administration().changeAddress(await accountOf(email), to);
  return linkIn(await mailTo(to, LINK));
}
const nextOf = (email: string) => email.replace('old', 'new');
const signIn = async (email: string) => signInByHttp(server, { email, password: PASSWORD, code: await nextCode(email) });
const confirm = async (link: string, email: string) => send(link, { password: PASSWORD, code: await nextCode(email) });
/** The answer of the login page to the password of an account under an address. */
async function refusal(email: string, code: string): Promise<string> {
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: email, prompt: 'login' });
  const { answer } = await flow.send({ email, password: PASSWORD, code });
  return /role="alert">([^<]*)</.exec(await answer.text())?.[1] ?? '';
}
const triesOf = async (subject: string) =>
  (await server.tables.selectFrom('identity_try').select('id').where('subject', '=', subject).execute()).length;
const storedOf = (username: string) =>
  server.tables.selectFrom('identity_account').selectAll().where('username', '=', username).executeTakeFirstOrThrow();

it('[NEWMAIL2] [NEWMAIL3] [NEWMAIL4] the link in the mail to the new address changes it, with password and code; everything else stays', async () => {
  const email = await member();
  const before = await storedOf((await accountOf(email)).username);
  const { access } = await signIn(email);
  const events: SignInEvent[] = [];
  const unlisten = server.identity.onSignIn((event) => events.push(event));
  const link = await linkFor(email, nextOf(email));
  expect(await mailTo(email, 'Your email address is to change')).toContain(nextOf(email));
  expect(await accountOf(email)).toMatchObject({ newEmail: nextOf(email) });
  const groups = await administration().inGroup('organisation:de-linde');
  expect(groups.filter(({ newEmail }) => newEmail !== undefined)).toMatchObject([{ email, newEmail: nextOf(email) }]);
  const page = await fetch(link);
  expect([page.status, page.headers.get('cache-control'), page.headers.get('referrer-policy')]).toEqual([200, 'no-store', 'no-referrer']);
  expect(await page.text()).toMatch(new RegExp(`${email}[^]*${nextOf(email)}[^]*name="password"[^]*name="code"`));
  expect((await server.identity.verify(access)).email).toBe(email);

  const done = await confirm(link, email);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('The address is changed')]);
  unlisten();
  await expect(server.identity.verify(access)).rejects.toMatchObject({ status: 401 });
  expect(await administration().find(email)).toBeUndefined();
  expect(await storedOf(before.username)).toEqual({ ...before, email: nextOf(email), totp_last_step: expect.any(Number) });
  expect(await accountOf(nextOf(email))).toMatchObject({ username: before.username, newEmail: undefined });
  expect(await mailTo(email, 'Your email address was changed')).toContain(nextOf(email));
  const { username, groups: own } = before;
  expect(events).toEqual([{ kind: 'address_changed', username, groups: own, addresses: [email, nextOf(email)] }]);
  const again = await confirm(link, nextOf(email));
  expect([again.status, await again.text()]).toEqual([410, expect.stringContaining('This link was used already')]);
  expect(await refusal(email, await nextCode(nextOf(email)))).toBe('Email, password or code is wrong.');
  const { claims } = await signIn(nextOf(email));
  expect(claims).toMatchObject({ sub: username, email: nextOf(email), 'cognito:groups': own });
});

it('[NEWMAIL4] other links of the account and the tries of both addresses end with the change', async () => {
  const email = await member();
  const { username } = await accountOf(email);
  await administration().mailPasswordLink(await accountOf(email));
  const password = linkIn(await mailTo(email, 'New password'));
  const link = await linkFor(email, nextOf(email));
  // A link for a new password and one for a new address do not replace each other.
  expect([(await fetch(password)).status, (await fetch(link)).status]).toEqual([200, 200]);
  for (const address of [email, nextOf(email)]) expect(await refusal(address, '000000')).toBe('Email, password or code is wrong.');
  const subjects = [email, nextOf(email)].map((address) => attemptSubject('address', address));
  expect(await Promise.all(subjects.map(triesOf))).toEqual([1, 1]);
  expect((await storedOf(username)).failed_sign_ins).toBe(1);
  expect((await confirm(link, email)).status).toBe(200);
  expect(await Promise.all(subjects.map(triesOf))).toEqual([0, 0]);
  expect((await storedOf(username)).failed_sign_ins).toBe(0);
  const ended = await fetch(password);
  expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('This link was taken back')]);
});

it('[NEWMAIL3] wrong passwords and codes change nothing; they are counted by themselves and are failed sign-ins, of which the owner is mailed', async () => {
  const email = await member();
  const link = await linkFor(email, nextOf(email));
  const { username } = await accountOf(email);
  const kinds: string[] = [];
  const unlisten = server.identity.onSignIn(({ kind }) => kinds.push(kind));
  for (const [form, text] of [
    [{ password: 'another one', code: await nextCode(email) }, 'The password or the code is wrong'],
    [{ password: PASSWORD, code: '000000' }, 'The password or the code is wrong'],
    [{ password: PASSWORD }, 'The password or the code is wrong'],
    [{ code: await nextCode(email) }, 'Fill in every field.'],
    [{ password: 'x'.repeat(5_000), code: '' }, 'Fill in every field.'],
    [{ password: `${PASSWORD}\0`, code: '\uD800' }, 'The password or the code is wrong'],
  ] as const) {
    const answer = await send(link, form);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)]);
  }
  expect(await triesOf(attemptSubject('address-link', username))).toBe(4);
  expect((await storedOf(username)).failed_sign_ins).toBe(4);
  for (let tries = 4; tries < 10; tries += 1) await send(link, { password: 'another one', code: '000000' });
  const locked = await confirm(link, email);
  expect([locked.status, await locked.text()]).toEqual([400, expect.stringContaining('Too many tries')]);
  unlisten();
  expect(kinds).toEqual([...Array.from({ length: 10 }, () => 'sign_in_failed'), 'sign_in_locked']);
  expect(await mailTo(email, 'Failed sign-ins')).toContain('10 sign-ins');
  expect(await administration().find(nextOf(email))).toBeUndefined();
  // The owner may choose a new password meanwhile, and may log in.
  await administration().mailPasswordLink(await accountOf(email));
  const form = { password: PASSWORD, again: PASSWORD, code: await nextCode(email) };
  expect((await send(linkIn(await mailTo(email, 'New password')), form)).status).toBe(200);
  await signIn(email);
});

it('[NEWMAIL3] an account without a second factor is asked for its password alone', async () => {
  const { email, password } = await server.person('organisation_user', false);
  const link = await linkFor(email, 'plain@delinde.example');
  expect(await (await fetch(link)).text()).not.toContain('name="code"');
  const wrong = await send(link, { password: 'another one' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('The password is wrong.')]);
  expect((await send(link, { password })).status).toBe(200);
  expect(await accountOf('plain@delinde.example')).toMatchObject({ hasSecondFactor: false });
});

it('[NEWMAIL2] a link counts for 24 hours, until a newer one, and until it is withdrawn; its token is in the mail alone', async () => {
  const email = await member();
  const first = await linkFor(email, nextOf(email));
  const second = await linkFor(email, `again.${nextOf(email)}`);
  const pageOf = async (link: string) => {
    const answer = await fetch(link);
    return [answer.status, await answer.text()];
  };
  expect(await pageOf(first)).toEqual([410, expect.stringContaining('There is a newer link')]);
  expect((await confirm(first, email)).status).toBe(410);
  expect(await accountOf(email)).toMatchObject({ newEmail: `again.${nextOf(email)}` });
  server.clock.aheadMs += ADDRESS_LINK_MS + 1_000;
  expect(await pageOf(second)).toEqual([410, expect.stringContaining('it counts for 24 hours')]);
  expect((await accountOf(email)).newEmail).toBeUndefined();
  server.clock.aheadMs -= ADDRESS_LINK_MS + 1_000;
  await administration().keepAddress(await accountOf(email));
  expect(await pageOf(second)).toEqual([410, expect.stringContaining('This link was taken back')]);
  await expect(administration().keepAddress(await accountOf(email))).rejects.toMatchObject({ status: 409 });
  expect((await accountOf(email)).newEmail).toBeUndefined();
  expect(await pageOf(second.replace(/[\w-]+$/, 'nonsense'))).toEqual([410, expect.stringContaining('This link is not known')]);
  for (const kind of ['password', 'invitation']) expect((await pageOf(second.replace('address', kind)))[0]).toBe(410);
  const rows = JSON.stringify(await server.tables.selectFrom('identity_address_link').selectAll().execute());
  expect(rows).not.toContain(second.slice(second.lastIndexOf('/') + 1));
  const open = await linkFor(email, nextOf(email));
  await deleteExpired(server.tables, server.now() + 20 * ADDRESS_LINK_MS);
  expect((await pageOf(open))[0]).toBe(200);
  await deleteExpired(server.tables, server.now() + 32 * ADDRESS_LINK_MS);
  expect(await pageOf(open)).toEqual([410, expect.stringContaining('This link is not known')]);
});

it.each(['disable', 'remove'] as const)('[NEWMAIL2] the link of an account ends with it: %s', async (act) => {
  const email = await member();
  const account = await accountOf(email);
  const link = await linkFor(email, nextOf(email));
  if (act === 'disable') await administration().disable(account);
  else await administration().remove(account, removePersonAlone(server.database));
  expect((await fetch(link)).status).toBe(410);
  if (act === 'disable') await administration().enable(account);
  expect((await fetch(link)).status).toBe(410);
  const rows = server.tables.selectFrom('identity_address_link').select('ended').where('username', '=', account.username);
  expect(await rows.execute()).toEqual(act === 'disable' ? [{ ended: 'revoked' }] : []);
});

it('[NEWMAIL2] a link that was mailed before a server of an earlier version blocked the account ends when it is unblocked', async () => {
  const email = await member();
  const account = await accountOf(email);
  const link = await linkFor(email, nextOf(email));
  const blocked = { disabled_at: new Date(server.now()) };
  await server.tables.updateTable('identity_account').set(blocked).where('username', '=', account.username).execute();
  expect((await fetch(link)).status).toBe(410);
  await administration().enable(account);
  expect((await fetch(link)).status).toBe(410);
});

it('[NEWMAIL2] the present address is mailed five times a day at most, and the change goes on without', async () => {
  const email = await member();
  const notices: string[] = [];
  const mailed: string[] = [];
  const mailer = { send: async ({ to }: Mail) => void mailed.push(to.address) };
  const notify: MailNotices = ({ email: to }) => void notices.push(to);
  const { changeAddress } = addressChanges({ ...linkParts(mailer), notify });
  for (let count = 0; count < 7; count += 1) await changeAddress(await accountOf(email), `${count}.${nextOf(email)}`);
  expect(notices).toEqual(Array.from({ length: 5 }, () => email));
  expect(mailed).toHaveLength(7);
  server.clock.aheadMs += ADDRESS_LINK_MS;
  await changeAddress(await accountOf(email), nextOf(email));
  expect(notices).toHaveLength(6);
});

/** A mailer whose mails wait until they are let go, in any order. */
function slowMailer() {
  const waiting: { readonly mail: Mail; readonly leave: () => void }[] = [];
  const sendSlowly = async (mail: Mail) => {
    await new Promise<void>((leave) => {
      waiting.push({ mail, leave });
    });
  };
  return { send: sendSlowly, waiting };
}

it.each([
  [
    'a new address',
    (mailer: Mailer, account: ManagedAccount) => addressChanges(linkParts(mailer)).changeAddress(account, nextOf(account.email)),
  ],
  ['a new password', (mailer: Mailer, account: ManagedAccount) => sendPasswordLink(linkParts(mailer), account)],
  ['an invitation', (mailer: Mailer, account: ManagedAccount) => invitations(linkParts(mailer)).resend(account)],
] as const)('[NEWMAIL10] of two links to %s that are mailed at the same time the newer one counts', async (what, mailLink) => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const email = what === 'an invitation' ? await invited() : await member();
    const account = await accountOf(email);
    const { send: sendSlowly, waiting } = slowMailer();
    const both: Promise<void>[] = [];
    for (const count of [1, 2]) {
      both.push(mailLink({ send: sendSlowly }, account));
      await until(`mail ${count}`, async () => waiting.length === count);
    }
    for (const at of order) {
      waiting[at]?.leave();
      await both[at];
    }
    const answers = await Promise.all(waiting.map(({ mail }) => fetch(linkIn(mail.text))));
    expect(answers.map(({ status }) => status)).toEqual([410, 200]);
    expect(await answers[0]?.text()).toMatch(/newer (?:link|invitation|one)/);
  }
});

it('[NEWMAIL4] no link is made for the former mailbox in the moment of the change', async () => {
  const email = await member();
  const former = await accountOf(email);
  expect((await confirm(await linkFor(email, nextOf(email)), email)).status).toBe(200);
  // The last mail of the change.
  await mailTo(email, 'Your email address was changed');
  const before = mails().length;
  await expect(administration().mailPasswordLink(former)).rejects.toMatchObject({ status: 404 });
  await expect(administration().changeAddress(former, `again.${nextOf(email)}`)).rejects.toMatchObject({ status: 404 });
  expect(mails().length).toBe(before);
  const open = server.tables
    .selectFrom('identity_invitation')
    .select('ended')
    .where('username', '=', former.username)
    .where('ended', 'is', null);
  expect(await open.execute()).toEqual([]);
});

it('[NEWMAIL4] the browser of the link is known to the new address: who guesses elsewhere does not lock it out', async () => {
  const email = await member();
  const browser = new HttpBrowser();
  const link = await linkFor(email, nextOf(email));
  expect((await browser.ask(link, { password: PASSWORD, code: await nextCode(email) })).status).toBe(200);
  for (let count = 0; count < 10; count += 1) await refusal(nextOf(email), '000000');
  expect(await refusal(nextOf(email), await nextCode(nextOf(email)))).toMatch(/^Too many tries/);
  const flow = new SignInByHttp(server, browser);
  await flow.start({ login_hint: nextOf(email) });
  const led = await flow.goOn(await flow.send({ email: nextOf(email), password: PASSWORD, code: await nextCode(nextOf(email)) }));
  expect(led.at).toContain('/signed-in');
});

it('[NEWMAIL9] a domain that an organisation of the person no longer allows is refused when the link is opened, which stays open', async () => {
  const email = await member();
  const setDomains = (id: string, group: string, domains: readonly string[]) =>
    sql`insert into organisation (id, name, authentication_group, mail_domains) values (${id}, ${id}, ${group}, ${domains}::text[])
      on conflict (id) do update set mail_domains = excluded.mail_domains`.execute(server.database);
  await setDomains('Linde', 'organisation:de-linde', ['linde.example']);
  const to = nextOf(email).replace('delinde', 'linde');
  const link = await linkFor(email, to);
  expect(await (await fetch(link)).text()).not.toContain('role="alert"');
  const { username } = await accountOf(email);
  for (const [others, text] of [
    [['other.example'], 'Addresses of linde.example are not allowed to use the console'],
    [['linde.example'], 'Addresses of linde.example are not allowed for Linde'],
  ] as const) {
    await setDomains('Linde', 'organisation:de-linde', []);
    await setDomains('Other', 'organisation:other', others);
    expect(await (await fetch(link)).text()).toContain(text);
    const answer = await confirm(link, email);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(text)]);
    expect((await storedOf(username)).email).toBe(email);
  }
  expect(await triesOf(attemptSubject('address-link', username))).toBe(0);
  await setDomains('Linde', 'organisation:de-linde', ['linde.example']);
  expect((await confirm(link, email)).status).toBe(200);
  expect((await storedOf(username)).email).toBe(to);
  await sql`delete from organisation where id in ('Linde', 'Other')`.execute(server.database);
});

it('[NEWMAIL1] an address that has an account or an open invitation is refused; so are invited and blocked accounts, and foreign domains', async () => {
  const [email, other] = [await member(), await member()];
  const person = { name: 'In', family_name: 'Vited', locale: 'nl-BE', groups: ['user_type:organisation_user', 'organisation:de-linde'] };
  await administration().invite({ ...person, email: 'invited@delinde.example' });
  const taken = { status: 409, message: 'This email address has an account already.' };
  const before = mails().length;
  for (const address of [other, 'invited@delinde.example', email])
    await expect(administration().changeAddress(await accountOf(email), address)).rejects.toMatchObject(taken);
  const asked = administration().changeAddress(await accountOf('invited@delinde.example'), 'free@delinde.example');
  await expect(asked).rejects.toMatchObject({ status: 409, message: expect.stringMatching(/revoke it/) });
  await expect(administration().changeAddress(await accountOf(email), 'free@elsewhere.example')).rejects.toMatchObject({ status: 400 });
  await administration().disable(await accountOf(email));
  const blocked = { status: 409, message: 'The account is blocked: unblock it first.' };
  await expect(administration().changeAddress(await accountOf(email), 'free@delinde.example')).rejects.toMatchObject(blocked);
  expect(mails().length).toBe(before);
});

it('[NEWMAIL4] of two accounts that are to get one address the first to confirm gets it, and an address that was given away meanwhile is not taken', async () => {
  const [one, two] = [await member(), await member()];
  const [first, second] = [await linkFor(one, 'both@delinde.example'), await linkFor(two, 'both@delinde.example')];
  const answers = await Promise.all([first, second].map(async (link, at) => confirm(link, at === 0 ? one : two)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  expect(texts.filter((text) => text.includes('Another account has this address now'))).toHaveLength(1);
  expect(roleOf((await accountOf('both@delinde.example')).groups)).toBe('organisation_user');
  expect([await administration().find(one), await administration().find(two)].filter((found) => found !== undefined)).toHaveLength(1);
});

it('[NEWMAIL2] if the mail cannot be sent, nothing is asked for and the earlier link stays', async () => {
  const own = await startIdentityServer({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const { email } = await own.person('organisation_user', true);
  const account = await own.identity.administration.find(email);
  if (account === undefined) throw new Error('no account');
  await expect(own.identity.administration.changeAddress(account, 'new@delinde.example')).rejects.toMatchObject({ status: 503 });
  expect(await own.identity.administration.find(email)).toMatchObject({ newEmail: undefined });
  await own.close();
});
