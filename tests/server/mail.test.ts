import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createMailer } from '#server/platform/mail/mailer';
import { readSettings } from '#server/platform/settings/settings';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { linkIn, mailsIn } from '../support/outbox.ts';
import { startSmtpServer, type SmtpServer } from '../support/smtpServer.ts';

let smtp: SmtpServer;
let server: IdentityServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startIdentityServer({ SMTP_URL: smtp.url, MAIL_FROM: 'robots@serrarobotics.example' });
});
afterAll(async () => {
  await server.close();
  await smtp.close();
});

const person = (email: string) => ({
  email,
  name: 'Nele',
  family_name: 'Hof',
  locale: 'nl-BE',
  groups: ['user_type:organisation_user', 'organisation:de-linde'],
});
const { administration } = { administration: () => server.identity.administration };

it('[MAIL1] [USER-020] with SMTP_URL an invitation leaves through the mail server, and not into the outbox', async () => {
  await administration().invite(person("o'brien+robots@delinde.example"));
  const mail = smtp.mails.at(-1);
  expect(mail?.to).toEqual(["o'brien+robots@delinde.example"]);
  expect(mail?.text).toMatch(/^From: Orangery <robots@serrarobotics\.example>$/m);
  expect((await fetch(linkIn(mail?.text ?? ''))).status).toBe(200);
  expect(mailsIn(server.settings.DATA_DIR)).toEqual([]);
});

const LATER = { status: 503, message: 'The mail could not be sent. Try again later.' };
it.each([
  ['defers', LATER],
  ['refuses', { status: 409, message: 'The mail server refuses this address.' }],
  ['hangs up', LATER],
] as const)(
  '[MAIL2] [MAIL3] a mail server that %s leaves nobody half invited and names the cause; the next try succeeds',
  async (mood, failure) => {
    const email = `${mood.replace(' ', '.')}@delinde.example`;
    smtp.mood = mood;
    await expect(administration().invite(person(email))).rejects.toMatchObject(failure);
    expect(await administration().find(email)).toBeUndefined();
    smtp.mood = 'takes';
    await administration().invite(person(email));
    expect(await administration().find(email)).toMatchObject({ status: 'INVITED' });
  },
);

it('[MAIL2] an invitation whose mail cannot be sent again keeps its first link', async () => {
  await administration().invite(person('twice@delinde.example'));
  const link = linkIn(smtp.mails.at(-1)?.text ?? '');
  const account = await administration().find('twice@delinde.example');
  if (account === undefined) throw new Error('no account');
  smtp.mood = 'defers';
  await expect(administration().resend(account)).rejects.toMatchObject({ status: 503 });
  smtp.mood = 'refuses';
  await expect(administration().resend(account)).rejects.toMatchObject({ status: 409 });
  smtp.mood = 'takes';
  expect((await fetch(link)).status).toBe(200);
  await administration().resend(account);
  expect([(await fetch(link)).status, (await fetch(linkIn(smtp.mails.at(-1)?.text ?? ''))).status]).toEqual([410, 200]);
});

it('[MAIL4] a mail server has ten minutes to answer the content', async () => {
  const limits = vi.spyOn(Socket.prototype, 'setTimeout');
  onTestFinished(() => limits.mockRestore());
  await administration().invite(person('scanned@delinde.example'));
  const ofMail = limits.mock.contexts.flatMap((socket, index) => {
    const isOfMail = socket instanceof Socket && String(socket.remotePort) === new URL(smtp.url).port;
    return isOfMail ? [limits.mock.calls[index]?.[0] ?? 0] : [];
  });
  expect(ofMail.findLast((ms) => ms > 0)).toBe(600_000);
});

const mail = { to: { name: 'A', address: 'a@delinde.example' }, subject: 'S', text: 'secret link', html: '<p>secret link</p>' };

it('[MAIL2] a mail server that is not there, or an outbox that cannot be written, is reported by its code alone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-mail-'));
  writeFileSync(path.join(folder, 'outbox'), 'a file where the folder should be');
  const ways = [
    [{ SMTP_URL: 'smtp://127.0.0.1:9' }, 'ESOCKET'],
    [{ DATA_DIR: folder }, expect.stringMatching(/^(EEXIST|ENOTDIR)$/)],
  ] as const;
  for (const [env, code] of ways) {
    const reasons: string[] = [];
    const mailer = createMailer(
      readSettings(env),
      () => 0,
      (reason) => reasons.push(reason),
    );
    await expect(mailer.send(mail)).rejects.toMatchObject({ status: 503 });
    expect(reasons).toEqual([code]);
  }
});

it.each([
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'http://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['OIDC_ADMIN_URL', 'keycloak'],
])('[MAIL1] the setting %s=%s stops the start with one clear line', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^Setting ${name}: `));
});

it('[GROW4] the outbox keeps the newest thousand mails', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-mail-'));
  const outbox = path.join(folder, 'outbox');
  mkdirSync(outbox);
  for (let at = 0; at < 1_002; at += 1) writeFileSync(path.join(outbox, `2020-01-01T00-00-00.${String(at).padStart(4, '0')}Z.eml`), 'old');
  const failed = (reason: string) => expect.fail(reason);
  await createMailer(readSettings({ DATA_DIR: folder }), () => Date.UTC(2026, 2, 4), failed).send(mail);
  const kept = mailsIn(folder);
  expect([kept.length, kept.at(-1)]).toEqual([1_000, expect.stringContaining('secret link')]);
  // Its unbroken text: in the mail a long link is broken.
  const texts = readdirSync(outbox).filter((name) => name.endsWith('.txt'));
  expect(texts.map((name) => readFileSync(path.join(outbox, name), 'utf8'))).toEqual([mail.text]);
  expect(readdirSync(outbox)).not.toContain('2020-01-01T00-00-00.0002Z.eml');
});
