import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshCode, secretOf } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<IdentityServer['person']>>;
async function signedIn(person: Person) {
  const code = (await secretOf(server, person.email)) === null ? '' : await freshCode(server, person.email);
  return server.identity.verify((await signInByHttp(server, { ...person, code })).access);
}
async function accountOf({ email }: Person) {
  const account = await server.identity.administration.find(email);
  if (account === undefined) throw new Error('no account');
  return account;
}
/** Sends a right password and code, and stops before the redirect that makes them a session. Returns the step that goes on. */
async function finishedForm(person: Person) {
  const flow = new SignInByHttp(server);
  await flow.start({ login_hint: person.email, prompt: 'login' });
  const answer = await flow.browser.ask(flow.page, { ...person, code: await freshCode(server, person.email) });
  const next = answer.headers.get('location') ?? '';
  expect([answer.status, next]).toEqual([303, expect.stringContaining('/idp/')]);
  return async () => (await flow.browser.follow(new URL(next, flow.page).href)).at;
}

it.each<readonly [string, string, (person: Person) => Promise<() => Promise<unknown>>]>([
  [
    'its password is changed elsewhere',
    'organisation_user',
    async (person) => {
      const caller = await signedIn(person);
      return () => server.identity.changePassword(caller, { password: person.password, new_password: 'four words of a garden' });
    },
  ],
  [
    'its account is blocked, and unblocked again',
    'organisation_admin',
    async (person) => {
      const { administration } = server.identity;
      return async () => {
        await administration.disable(await accountOf(person));
        await administration.enable(await accountOf(person));
      };
    },
  ],
  [
    'its second factor is taken away',
    'license_support_engineer',
    async ({ email }) => {
      const admin = await signedIn(await server.person('system_admin', true));
      return () => server.identity.updateMfa(admin, { email, enable: false });
    },
  ],
])('[LOGIN11] a finished login form signs nobody in after %s', async (_name, role, prepare) => {
  const person = await server.person(role, true);
  const end = await prepare(person);
  const [goOn, other] = [await finishedForm(person), await finishedForm(await server.person('system_admin', true))];
  await end();
  expect(await goOn()).not.toContain('/signed-in?code=');
  expect(await other(), 'that of another account').toContain('/signed-in?code=');
});
