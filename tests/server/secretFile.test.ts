import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { brokerSecret } from '#server/platform/broker/accounts';
import { brokerEnvironment } from '#server/platform/broker/startBroker';
import { reachDatabase } from '#server/platform/embedded/reachDatabase';
import { credentialKey } from '#server/platform/secrets/encryption';
import { newDataDir, quickFolder } from '../support/newDataDir.ts';
import { freePort } from '../support/freePort.ts';

let folder = '';
const folders: string[] = [];
beforeEach(() => {
  folder = newDataDir(quickFolder());
  folders.push(folder);
});
afterAll(() => folders.forEach((one) => rmSync(one, { recursive: true, force: true })));

const keyOf = () => credentialKey({ CREDENTIAL_KEY: undefined, DATA_DIR: folder }).export().toString('hex');
const secrets = [
  ['credential-key', keyOf],
  ['broker-secret', () => brokerSecret(folder)],
] as const;

it.each(secrets)('[START16] %s is made once, for the account of the server alone, and no half of it is left', (name, read) => {
  const first = read();
  expect(read()).toBe(first);
  expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual([name]);
});

it.each(secrets.flatMap(([name, read]) => ['', '\n', 'c2hvcnQ=', 'x'.repeat(500)].map((text) => [name, text, read] as const)))(
  '[START16] %s that holds %j is refused in one line, and stays as it is',
  (name, text, read) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    expect(read).toThrow(`The file ${file} is damaged`);
    expect(readFileSync(file, 'utf8')).toBe(text);
  },
);

it.each(['', '{', '{"databaseUrl":1}', 'the address of a product that was killed'])(
  '[START17] running.json that holds %j stands in the way of no command',
  async (text) => {
    const stale = JSON.stringify({ databaseUrl: `postgresql://orangery:x@127.0.0.1:${await freePort()}/postgres` });
    writeFileSync(path.join(folder, 'running.json'), text.startsWith('the address') ? stale : text);
    const { url, stop } = await reachDatabase({ DATABASE_URL: undefined, DATA_DIR: folder });
    expect(url).toMatch(/^postgresql:/);
    await stop();
  },
);

it('[START18] the process of the broker gets no key, password or address of the environment', () => {
  const env = { PATH: '/bin', CREDENTIAL_KEY: 'k', DATABASE_URL: 'postgresql://u:p@h/d', SMTP_URL: 'smtp://u:p@h', TZ: 'UTC' };
  expect(brokerEnvironment(env)).toEqual({ PATH: '/bin', TZ: 'UTC' });
});
