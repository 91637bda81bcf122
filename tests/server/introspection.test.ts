import { expect, it, onTestFinished } from 'vitest';
import { createIntrospection } from '#server/identity/outside/introspection';
import { startOutsideProvider } from '../support/outsideProvider.ts';

it('[IDP4] a token that was ended stays ended, although the provider calls it active again', async () => {
  const provider = await startOutsideProvider();
  onTestFinished(() => provider.close());
  const clock = { now: 0 };
  const { introspect, last } = createIntrospection({
    address: `${provider.issuer}/introspect`,
    clientId: 'console',
    secret: 'only in tests',
    now: () => clock.now,
    onFailure: () => undefined,
  });
  const says = (active: boolean) => provider.state.introspected.set('token', { active, sub: '1' });
  says(true);
  expect(await introspect('token')).toMatchObject({ sub: '1' });
  says(false);
  clock.now += 31_000;
  expect(await introspect('token')).toBeNull();
  says(true);
  for (const afterMs of [1, 31_000, 24 * 3_600_000]) {
    clock.now += afterMs;
    expect([await introspect('token'), last('token')], `after ${afterMs} ms`).toEqual([null, null]);
  }
});
