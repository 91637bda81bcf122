import fastify from 'fastify';
import pino from 'pino';
import { expect, it } from 'vitest';
import { registerHeaders } from '#server/platform/http/headers';

it.each([
  ['/signed-in?code=c&state=s', true, 'unsafe-none'],
  ['/signed-in', true, 'unsafe-none'],
  ['/signed-in-otherwise', true, 'same-origin-allow-popups'],
  ['/', true, 'same-origin-allow-popups'],
  ['/signed-in?code=c&state=s', false, 'same-origin-allow-popups'],
])('[OIDC11] [HTTP5] the opener policy of %s is, with a provider elsewhere %s, %s', async (url, isProviderElsewhere, expected) => {
  const app = fastify();
  registerHeaders(app, { policy: "default-src 'none'", isProviderElsewhere, log: pino({ enabled: false }), now: () => 0 });
  app.get('/*', (_request, reply) => reply.send());
  const { headers } = await app.inject(url);
  expect(headers['cross-origin-opener-policy']).toBe(expected);
  await app.close();
});
