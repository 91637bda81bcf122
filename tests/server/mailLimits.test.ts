import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFailure } from '#server/platform/failure/catalogue';
import { Unanswered } from '#server/platform/failure/failure';
import { createRateLimit } from '#server/platform/limits/rateLimit';
import { createMailer } from '#server/platform/mail/mailer';
import type { Principal } from '#server/platform/principal';
import { createMailLimits } from '#server/users/mailLimits';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { startSmtpServer, type SmtpServer } from '../support/smtpServer.ts';
import { until } from '../support/until.ts';

const caller: Principal = {
  username: 'an',
  email: 'an@serrarobotics.example',
  name: 'An',
  role: 'system_admin',
  groups: ['user_type:system_admin'],
  secondFactor: true,
  expiresAt: 0,
  issuedAt: null,
  grant: null,
};
const TO = 'jo@delinde.example';

it('[INVITE12] an event that is given back is not counted, and none is given beyond the burst', () => {
  const limit = createRateLimit({ perSecond: 1, burst: 2 }, () => 0);
  limit.giveBack('a');
  expect([limit.waitSeconds('a'), limit.waitSeconds('a'), limit.waitSeconds('a')]).toEqual([0, 0, 1]);
  limit.giveBack('a');
  expect([limit.waitSeconds('a'), limit.waitSeconds('a')]).toEqual([0, 1]);
  for (let count = 0; count < 5; count += 1) limit.giveBack('a');
  expect([limit.waitSeconds('a'), limit.waitSeconds('a'), limit.waitSeconds('a')]).toEqual([0, 0, 1]);
});

/** Returns whether a mail may be sent after a number of attempts that fail with an error, to one address or to another one each. */
async function isFreeAfter(attempts: number, error: Error, isOneAddress: boolean): Promise<boolean> {
  const sendCounted = createMailLimits(() => 0);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const email = isOneAddress ? TO : `${attempt}@delinde.example`;
    await expect(sendCounted(caller, email, () => Promise.reject(error))).rejects.toBe(error);
  }
  return sendCounted(caller, TO, () => Promise.resolve()).then(
    () => true,
    (failure: unknown) => {
      expect(failure).toMatchObject({ status: 429 });
      return false;
    },
  );
}

it.each([
  ['a mail server that is away', createFailure('mailNotSent'), true, true],
  ['an address that is refused', createFailure('mailAddressRefused'), true, false],
  ['an address that has an account', createFailure('accountExists'), true, false],
  ['a directory that may have sent it', new Unanswered('no answer'), false, false],
  ['an error of which nothing is known', new Error('lost'), false, false],
])('[INVITE12] [INVITE11] after %s the next mail of an address is free: $2, of the person: $3', async (_, error, ofAddress, ofPerson) => {
  expect(await isFreeAfter(5, error, true)).toBe(ofAddress);
  expect(await isFreeAfter(50, error, false)).toBe(ofPerson);
});

it('[INVITE11] a mail that its address may not get is not counted for the person', async () => {
  const sendCounted = createMailLimits(() => 0);
  const send = (email: string) =>
    sendCounted(caller, email, () => Promise.resolve()).then(
      () => true,
      () => false,
    );
  const sent: boolean[] = [];
  for (let count = 0; count < 60; count += 1) sent.push(await send(TO));
  expect(sent.filter(Boolean).length).toBe(5);
  expect(await send('bo@delinde.example')).toBe(true);
});

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

it('[INVITE12] [PEOPLE3] an outage of the mail server takes nothing from the five mails a day of a forgotten password', async () => {
  const { email } = await server.person('organisation_admin', false);
  const request = () =>
    fetch(new URL('/idp/forgotten', server.settings.publicUrl), { method: 'POST', body: new URLSearchParams({ email }) });
  smtp.mood = 'defers';
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    await request();
    await until('the mail was tried', async () => smtp.refused === attempt);
  }
  smtp.mood = 'takes';
  for (let count = 1; count <= 5; count += 1) {
    await request();
    await until('the mail', async () => smtp.mails.length === count);
  }
  expect(await (await request()).text()).toContain('five a day');
});

it('[INVITE12] a mail server that takes mails and hangs up without an answer sends five a day to one address', async () => {
  const mailer = createMailer(
    server.settings,
    () => 0,
    () => undefined,
  );
  const sendCounted = createMailLimits(() => 0);
  const mail = { to: { name: 'Jo', address: TO }, subject: 'S', text: 'T', html: '<p>T</p>' };
  const before = smtp.mails.length;
  smtp.mood = 'takes and hangs up';
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1)
    await sendCounted(caller, TO, () => mailer.send(mail)).catch(({ status }: { status: number }) => statuses.push(status));
  smtp.mood = 'takes';
  expect(statuses).toEqual([503, 503, 503, 503, 503, 429, 429]);
  expect(smtp.mails.length - before).toBe(5);
});
