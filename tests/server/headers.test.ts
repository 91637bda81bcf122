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

it.each([
  ['/api/machines', "default-src 'none'; frame-ancestors 'none'"],
  ['/', "script-src 'self'"],
  ['/apiary', "script-src 'self'"],
])('[HTTP5] the policy of %s is %s', async (url, expected) => {
  const app = fastify();
  registerHeaders(app, { policy: "script-src 'self'", isProviderElsewhere: false, log: pino({ enabled: false }), now: () => 0 });
  app.get('/*', (_request, reply) => reply.send());
  const { headers } = await app.inject(url);
  expect(headers['content-security-policy']).toBe(expected);
  await app.close();
});
