import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteExpired } from '#server/identity/provider/deleteExpired';
import { createSignInRate } from '#server/identity/signIn/signInRate';
import { balanced } from '../support/balanced.ts';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { HttpBrowser, SignInByHttp } from '../support/signInByHttp.ts';

let one: IdentityServer;
let two: IdentityServer;
beforeAll(async () => {
  one = await startIdentityServer();
  two = await startIdentityServer({ PUBLIC_URL: one.settings.publicUrl }, {}, one.databaseUrl);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

/** Begins a sign-in whose requests go to these instances in turn. */
async function begun(email: string, ...instances: readonly IdentityServer[]): Promise<SignInByHttp> {
  const flow = new SignInByHttp(one, new HttpBrowser(balanced(instances.map(({ settings }) => settings.PORT))));
  await flow.start({ login_hint: email, prompt: 'login' });
  return flow;
}
const LOCKED = 'Too many tries. Wait 15 minutes, then try again.';

it('[LOGIN7] a sign-in whose requests are spread over two instances succeeds', async () => {
  const { email, password } = await one.person('system_admin', true);
  const flow = await begun(email, one, two);
  const { at } = await flow.send({ email, password, code: await freshCode(one, email) });
  expect((await flow.tokens(at)).claims()).toMatchObject({ email });
});

it('[LOGIN7] ten wrong passwords, five at each of two instances, lock the account on both, and a right one opens neither', async () => {
  const { email, password } = await one.person('organisation_user', true);
  const flows = [await begun(email, one), await begun(email, two)];
  const wrong = Array.from({ length: 10 }, async (_, index) => flows[index % 2]?.send({ email, password: 'guess', code: '000000' }));
  for (const tried of await Promise.all(wrong)) {
    expect(tried?.answer.status).toBe(401);
    expect(await tried?.answer.text()).not.toContain(LOCKED);
  }
  for (const flow of flows) {
    const { answer } = await flow.send({ email, password, code: await freshCode(one, email) });
    expect([answer.status, (await answer.text()).includes(LOCKED)]).toEqual([401, true]);
  }
  const counted = await two.tables.selectFrom('identity_account').select('failed_sign_ins').where('email', '=', email).executeTakeFirst();
  expect(counted?.failed_sign_ins).toBe(10);
});

it('[LOGIN7] ten wrong codes of an enrolment, five at each of two instances, are the last ones', async () => {
  const { email, password } = await one.person('organisation_user', false);
  const flow = await begun(email, one);
  const { at } = await flow.send({ email, password });
  const { access_token } = await flow.tokens(at);
  const caller = await two.identity.verify(access_token);
  await one.identity.setupMfa(caller, { email });
  const tried = await Promise.all(
    Array.from({ length: 12 }, async (_, index) =>
      [one, two][index % 2]?.identity.associateCode(caller, { device_name: 'phone', code: 'wrong' }),
    ),
  );
  const errors = tried.map((answer) => answer?.error);
  expect(['Code mismatch', LOCKED].map((text) => errors.filter((error) => error === text).length)).toEqual([10, 2]);
});

it('[LOGIN7] a code that one instance has taken counts at no other', async () => {
  const { email, password } = await one.person('organisation_admin', true);
  const code = await freshCode(one, email);
  const flows = [await begun(email, one), await begun(email, two)];
  const answers = await Promise.all(flows.map((flow) => flow.send({ email, password, code })));
  expect(answers.filter(({ answer }) => answer.status !== 401)).toHaveLength(1);
});

it('[LOGIN4] [LOGIN7] the sign-ins of a network are counted over all instances', async () => {
  // One an hour is refilled, so that five are allowed however long this takes.
  const slow = { perSecond: 1 / 3_600, burst: 5 };
  const rates = [one, two].map(({ tables, now }) => createSignInRate(tables, slow, now));
  const allowed: (boolean | undefined)[] = [];
  for (let sent = 0; sent < 8; sent += 1) allowed.push(await rates[sent % 2]?.('192.0.2.1'));
  expect(allowed).toEqual([true, true, true, true, true, false, false, false]);
  expect(await rates[1]?.('192.0.2.2')).toBe(true);
  await deleteExpired(one.tables, one.now());
  expect(
    await one.tables.selectFrom('identity_sign_in_rate').select('network').where('network', 'like', '192.0.2.%').execute(),
  ).toHaveLength(2);
  await sql`update identity_sign_in_rate set full_at = full_at - interval '5 hours'`.execute(one.database);
  await deleteExpired(one.tables, one.now());
  expect(await one.tables.selectFrom('identity_sign_in_rate').selectAll().execute()).toEqual([]);
});
