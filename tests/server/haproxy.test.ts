import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { getMachines } from '#contract/fleet/machine';
import { consoleConfig } from '#contract/config';
import { addressOf } from '#contract/call';
import { freshCode } from '../support/freshCode.ts';
import { startIdentityServer, type IdentityServer } from '../support/identityServer.ts';
import { fetchTrusting, haproxyMissing, startHaproxy, takePorts, type Haproxy } from '../support/providers/haproxy.ts';
import { HttpBrowser, SignInByHttp } from '../support/signInByHttp.ts';
import { openSocket } from '../support/testSocket.ts';
import { seededDatabase, startTestServer, testSettings, type TestServer } from '../support/testServer.ts';
import { until } from '../support/until.ts';

const why = haproxyMissing();
const test = it.skipIf(why !== null);
const suffix = why === null ? '' : `; skipped, ${why}`;
const SERIAL = 'LF-0140-23';
const RATE = 25;
const CLIENT = '127.0.0.2';
let [publicUrl, httpUrl] = ['', ''];
let identity: IdentityServer;
let server: TestServer;
let proxy: Haproxy;

beforeAll(async () => {
  if (why !== null) return;
  const ports = await takePorts();
  publicUrl = `https://localhost:${ports.https}`;
  httpUrl = `http://127.0.0.1:${ports.http}`;
  // As documented.
  const env = { PUBLIC_URL: publicUrl, TRUST_PROXY: '127.0.0.1' };
  identity = await startIdentityServer(env);
  const settings = testSettings({ ...env, REQUESTS_PER_ADDRESS: String(RATE) });
  server = await startTestServer(await seededDatabase(), undefined, { identity: identity.identity, settings });
  proxy = await startHaproxy(server.address, ports);
});
afterAll(async () => {
  await proxy?.stop();
  await server?.close();
  await identity?.close();
});

/** A browser behind the proxy, and everything that it was answered. */
function openBrowser(localAddress = CLIENT) {
  const answers: Response[] = [];
  const ask = fetchTrusting(proxy.certificate, localAddress);
  const browser = new HttpBrowser(async (...asked) => {
    const answer = await ask(...asked);
    answers.push(answer);
    return answer;
  });
  return { browser, answers };
}

async function signIn() {
  const { browser, answers } = openBrowser();
  const { email, password } = await identity.person('system_admin', true);
  const flow = new SignInByHttp(identity, browser);
  await flow.start({ login_hint: email, prompt: 'login' });
  const { at } = await flow.send({ email, password, code: await freshCode(identity, email) });
  return { flow, at, tokens: await flow.tokens(at), answers };
}

test(`[FLOOD12] behind HAProxy as documented a sign-in leads over https only, and its cookies are Secure${suffix}`, async () => {
  const { flow, at, tokens, answers } = await signIn();
  expect(at).toContain(`${publicUrl}/signed-in?`);
  const { issuer, ...more } = (await flow.config()).serverMetadata();
  expect(issuer).toBe(`${publicUrl}/idp`);
  const endpoints = Object.entries(more).filter(([name]) => /_endpoint$|_uri$/.test(name));
  expect(endpoints.length).toBeGreaterThan(5);
  expect(endpoints.filter(([, url]) => !JSON.stringify(url).startsWith(`"${publicUrl}/idp/`))).toEqual([]);
  const cookies = answers.flatMap((answer) => answer.headers.getSetCookie());
  expect(cookies.length).toBeGreaterThan(3);
  expect(cookies.filter((cookie) => !/; *secure(;|$)/i.test(cookie))).toEqual([]);
  const leads = answers.flatMap((answer) => answer.headers.get('location') ?? []).map((to) => new URL(to, publicUrl).origin);
  expect(new Set(leads)).toEqual(new Set([publicUrl]));
  expect(await identity.identity.verify(tokens.access_token)).toMatchObject({ role: 'system_admin', secondFactor: true });
});

test(`[FLOOD12] calls, the socket and the console's settings work over https; http is led there${suffix}`, async () => {
  const { tokens } = await signIn();
  const { browser } = openBrowser();
  const config = consoleConfig.parse(await (await browser.fetch(`${publicUrl}/config.json`)).json());
  expect([config.websocket_address, config.oidc.authority]).toEqual([publicUrl.replace('https', 'wss'), `${publicUrl}/idp`]);
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const answer = await browser.fetch(`${publicUrl}/api/${addressOf(getMachines, {})}`, { headers });
  expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([200, 'max-age=31536000']);
  const led = await fetch(`${httpUrl}/devices?page=2`, { redirect: 'manual' });
  expect([led.status, led.headers.get('location')]).toEqual([301, `https://${new URL(httpUrl).host}/devices?page=2`]);

  const [own, foreign] = [
    await openSocket(publicUrl, { origin: publicUrl }, proxy.certificate),
    await openSocket(publicUrl, { origin: httpUrl }, proxy.certificate),
  ];
  own.begin(tokens.access_token);
  const device = await server.device(SERIAL);
  await until('a state', async () => {
    await device.report({ current_state: 'executing_task' });
    return own.statesOf(SERIAL).length > 0;
  });
  expect(foreign.refused()).toBe(403);
  own.socket.terminate();
});

test(`[FLOOD12] limits count the client's address, whatever it forwards; the host that it forwards does not count${suffix}`, async () => {
  const { browser } = openBrowser('127.0.0.3');
  const flood = async (index: number) => {
    const forged = `10.0.0.${index}`;
    const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged, 'x-forwarded-proto': 'http' };
    return (await browser.fetch(`${publicUrl}/healthz`, { headers })).status;
  };
  // Nothing refills because the machine is slow.
  server.clock.stoppedAt = Date.now();
  onTestFinished(() => {
    server.clock.stoppedAt = null;
  });
  const statuses = await Promise.all(Array.from({ length: RATE * 8 }, (_, index) => flood(index)));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  const { browser: other } = openBrowser('127.0.0.4');
  expect(await flood(0)).toBe(429);
  expect((await other.fetch(`${publicUrl}/healthz`)).status).toBe(200);
  const settings = `${publicUrl}/idp/.well-known/openid-configuration`;
  const forged = await other.fetch(settings, { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' } });
  expect(await forged.json()).toMatchObject({ issuer: `${publicUrl}/idp`, token_endpoint: `${publicUrl}/idp/token` });
});
