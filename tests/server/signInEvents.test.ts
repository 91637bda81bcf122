import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSignInEvents, type SignInEvent } from '#server/identity/signInEvents';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { SignInByHttp, signInByHttp } from '../support/signInByHttp.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.close());

it('[AUDIT8] sign-ins, failed ones of an account and its lock are events; an address without an account leaves none', async () => {
  const events: SignInEvent[] = [];
  server.identity.onSignIn((event) => events.push(event));
  const { email, password } = await server.person('license_support_engineer', true);
  await signInByHttp(server, { email, password, code: await freshCode(server, email) });
  const username = events[0]?.username ?? '';
  expect(events).toEqual([{ kind: 'sign_in', username: expect.stringMatching(/./), groups: ['user_type:license_support_engineer'] }]);
  const flow = new SignInByHttp(server);
  const tryWith = async (form: { email: string; password: string }) => {
    await flow.start({ prompt: 'login' });
    await flow.send({ ...form, code: '000000' });
  };
  await tryWith({ email: 'my password in the wrong field', password });
  await tryWith({ email: 'nobody@serrarobotics.example', password });
  expect(events).toHaveLength(1);
  for (let n = 0; n < 12; n += 1) await tryWith({ email, password: 'wrong' });
  expect(events.slice(1).filter(({ kind }) => kind === 'sign_in_failed').length).toBeGreaterThanOrEqual(9);
  expect(events.filter(({ kind }) => kind === 'sign_in_locked')).toMatchObject([{ kind: 'sign_in_locked', username }]);
});

it('[AUDIT8] a lock is reported once in 15 minutes for each account', () => {
  let now = 0;
  const { note, listen } = createSignInEvents(() => now);
  const seen: string[] = [];
  const stop = listen(({ username }) => seen.push(username));
  const lock = (username: string) => note({ kind: 'sign_in_locked', username, groups: [] });
  for (const at of [0, 1, 899_999, 900_000]) {
    now = at;
    lock('an');
  }
  lock('bo');
  stop();
  lock('cy');
  expect(seen).toEqual(['an', 'an', 'bo']);
});
