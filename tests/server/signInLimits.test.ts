import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '#domain/text/timeUnits';
import { createFailedSignIns } from '#server/identity/signIn/failedSignIns';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer({ SIGN_INS_PER_NETWORK: '20' });
  server.clock.stoppedAt = Date.now();
});
afterAll(() => server.close());

it('[LOGIN4] a quarter of a minute’s sign-ins of a network is checked at once, the others are refused until time has passed', async () => {
  const flow = new SignInByHttp(server);
  await flow.start({ prompt: 'login' });
  // Refused before a password is hashed, which would take a tenth of a second of a processor.
  const send = () => flow.send({ email: '\u0000', password: 'any' });
  const statuses: number[] = [];
  for (let sent = 0; sent < 5; sent += 1) statuses.push((await send()).answer.status);
  expect(statuses).toEqual([401, 401, 401, 401, 401]);
  const { answer } = await send();
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  expect(await answer.text()).toContain('Too many sign-ins at once. Try again in a minute.');
  server.clock.aheadMs += 3_000;
  await sql`update identity_sign_in_rate set full_at = full_at - interval '3 seconds'`.execute(server.database);
  expect((await send()).answer.status).toBe(401);
  expect((await send()).answer.status).toBe(429);
});

it('[LOGIN3] the tenth failure sends the owner a mail, further ones none for a day', async () => {
  const { email } = await server.person('organisation_user', true);
  const mails: string[] = [];
  const failures = createFailedSignIns({
    database: server.tables,
    mailer: { send: async ({ to, text }) => void mails.push(`${to.address} ${/\d+/.exec(text)?.[0]}`) },
    product: 'Orangery',
    now: server.now,
  });
  for (let failed = 1; failed < 10; failed += 1) await failures.note(email);
  expect(mails).toEqual([]);
  for (let failed = 10; failed <= 12; failed += 1) await failures.note(` ${email.toUpperCase()}`);
  expect(mails).toEqual([`${email} 10`]);
  server.clock.aheadMs += 23 * HOUR_MS;
  await failures.note(email);
  expect(mails).toHaveLength(1);
  server.clock.aheadMs += HOUR_MS;
  await failures.note(email);
  await failures.note('nobody@serrarobotics.example');
  expect(mails).toEqual([`${email} 10`, `${email} 14`]);
});
