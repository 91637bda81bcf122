import fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { invalid, tooMany } from '#server/platform/failure/failure';
import { createGauges } from '#server/platform/gauges';
import { registerErrors } from '#server/platform/http/errors';
import { registerHeaders } from '#server/platform/http/headers';
import { openMetrics } from '#server/platform/http/metrics';
import { testSettings } from '../support/testServer.ts';

it('[FLOOD3] metrics are collected again after a second, not before', async () => {
  let now = 1_000_000;
  const gauges = createGauges();
  const metrics = await openMetrics({ settings: testSettings({}), gauges, now: () => now });
  const lost = async () => /^\w*lost\w* (\d+)$/m.exec(await (await fetch(metrics.url)).text())?.[1];
  expect(await lost()).toBe('0');
  gauges.lost.inc();
  now += 999;
  expect(await lost()).toBe('0');
  now += 1;
  expect(await lost()).toBe('1');
  metrics.close();
});

it('[FLOOD11] a refusal for too many requests is overtaken by what is asked after it; another refusal is not held back', async () => {
  const app = fastify();
  registerErrors(app, pino({ level: 'silent' }));
  app.get('/flood', async () => {
    throw tooMany('too many requests', 1);
  });
  app.get('/wrong', async () => {
    throw invalid('wrong');
  });
  app.get('/', async () => 'ok');
  const order: string[] = [];
  const get = async (url: string) => {
    const { statusCode } = await app.inject(url);
    order.push(`${url} ${statusCode}`);
  };
  const flood = get('/flood');
  await get('/wrong');
  await get('/');
  await flood;
  expect(order).toEqual(['/wrong 400', '/ 200', '/flood 429']);
});

it('[FLOOD5] 50 reports of many addresses are logged, and one more every 10 s', async () => {
  let now = 0;
  const logged: string[] = [];
  const app = fastify();
  registerHeaders(app, {
    policy: "default-src 'none'",
    isProviderElsewhere: false,
    log: pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) }),
    now: () => now,
  });
  const report = (address: number) =>
    app.inject({
      method: 'POST',
      url: '/csp-report',
      remoteAddress: `10.0.0.${address}`,
      headers: { 'content-type': 'application/csp-report' },
      payload: JSON.stringify({ 'csp-report': 'x'.repeat(10_000) }),
    });
  for (let address = 1; address <= 60; address += 1) expect((await report(address)).statusCode).toBe(204);
  expect(logged).toHaveLength(50);
  now += 10_000;
  await report(61);
  await report(62);
  expect(logged).toHaveLength(51);
  for (const line of logged) expect(line.length).toBeLessThan(2_000);
});
