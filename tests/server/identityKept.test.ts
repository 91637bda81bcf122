import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { getStopImmediately } from '#contract/command';
import { getLocales } from '#contract/identity';
import { openExternalProvider } from '#server/identity/outside/externalProvider';
import { openProviderFile } from '#server/identity/outside/providerFile';
import { readSettings } from '#server/platform/settings/settings';
import { ask } from '../support/client.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { type OutsideProvider, proofsInMemory, startOutsideProvider } from '../support/outsideProvider.ts';
import { startSeededServer } from '../support/testServer.ts';

const SERIAL = 'LF-0140-23';
const folder = newDataDir();
const file = path.join(folder, 'identity-provider.json');
const failures: string[] = [];
const clock = { aheadMs: 0 };
const now = () => Date.now() + clock.aheadMs;

let provider: OutsideProvider;
beforeAll(async () => {
  provider = await startOutsideProvider();
});
afterAll(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const open = (at = file, issuer = provider.issuer) =>
  openExternalProvider({
    settings: readSettings({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'console' }),
    issuer,
    proofs: proofsInMemory(),
    file: openProviderFile(at, (reason) => failures.push(reason)),
    now,
    log: pino({ level: 'silent' }),
  });
const token = () => {
  const seconds = Math.floor(now() / 1000);
  const groups = { 'cognito:username': 'an', 'cognito:groups': ['user_type:system_admin'], amr: ['otp'] };
  return provider.sign({ iss: provider.issuer, sub: '1', iat: seconds, exp: seconds + 3_600, client_id: 'console', ...groups });
};

it('[IDP7] [STOP1] a server that starts while the provider is away verifies its tokens: a call and a stop are answered', async () => {
  const given = await token();
  await (await open()).verify(given);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  provider.state.isAway = true;
  const identity = await open();
  const server = await startSeededServer(undefined, { identity });
  await (await server.device(SERIAL)).obey();
  expect(await ask(server.address, getLocales, { token: given })).toMatchObject({ status: 200 });
  expect(await ask(server.address, getStopImmediately, { token: given, params: { serial: SERIAL } })).toMatchObject({ status: 200 });
  await server.close();

  provider.state.isAway = false;
  await provider.rotate();
  clock.aheadMs = 60_000;
  expect(await identity.verify(await token()), 'a new key counts when the provider is back').toMatchObject({ username: 'an' });
  clock.aheadMs = 0;
});

it.each([
  ['no file', () => undefined],
  ['a file that is cut short', (at: string) => writeFileSync(at, '{"document":')],
  ['a file of another shape', (at: string) => writeFileSync(at, '{"document":{"issuer":"https://x.example"},"keys":[]}')],
  [
    'a file of another issuer',
    (at: string) =>
      writeFileSync(at, JSON.stringify({ document: { issuer: 'https://x.example', jwks_uri: 'https://x.example/k' }, keys: { keys: [] } })),
  ],
])('[IDP7] with %s the start is refused while the provider is away', async (_, prepare) => {
  const at = path.join(newDataDir(), 'identity-provider.json');
  prepare(at);
  provider.state.isAway = true;
  await expect(open(at)).rejects.toThrow('Setting OIDC_ISSUER: the provider does not answer');
  provider.state.isAway = false;
  rmSync(path.dirname(at), { recursive: true, force: true });
});

it('[IDP7] a folder that cannot be written costs nobody the sign-in', async () => {
  const before = failures.length;
  expect(await (await open(path.join(folder, 'missing', 'file.json'))).verify(await token())).toMatchObject({ username: 'an' });
  expect(failures.slice(before).join()).toContain('ENOENT');
});
