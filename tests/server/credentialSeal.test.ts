import { createSecretKey, randomBytes } from 'node:crypto';
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { credentialKey, encrypt, decrypt } from '#server/platform/secrets/encryption';
import { readSettings } from '#server/platform/settings/settings';
import { newDataDir } from '../support/newDataDir.ts';

const aKey = () => createSecretKey(randomBytes(32));

it('[MAINT4] a sealed text can be read for its own place only, and does not contain the plain text', () => {
  const key = aKey();
  const sealed = encrypt(key, 'pässword', 'LF-01/pi');
  expect(sealed.includes(Buffer.from('pässword'))).toBe(false);
  expect(decrypt(key, sealed, 'LF-01/pi')).toBe('pässword');
  expect(decrypt(key, sealed, 'LF-02/pi')).toBeNull();
  expect(decrypt(key, sealed, 'LF-01/nuc')).toBeNull();
  expect(decrypt(aKey(), sealed, 'LF-01/pi')).toBeNull();
  expect(encrypt(key, 'pässword', 'LF-01/pi').equals(sealed)).toBe(false);
});

it.each([
  ['cut short', (sealed: Buffer) => sealed.subarray(0, 20)],
  ['empty', () => Buffer.alloc(0)],
  ['changed at its end', (sealed: Buffer) => Buffer.concat([sealed.subarray(0, -1), Buffer.from([(sealed.at(-1) ?? 0) ^ 1])])],
  ['longer', (sealed: Buffer) => Buffer.concat([sealed, Buffer.from('x')])],
])('[MAINT4] a text that is %s is not read', (_name, spoil) => {
  const key = aKey();
  expect(decrypt(key, spoil(encrypt(key, 'password', 'LF-01/pi')), 'LF-01/pi')).toBeNull();
});

it('[MAINT4] the key of a data folder is made once, is of that folder alone, and nobody else reads it', () => {
  const [one, other] = [newDataDir(), newDataDir()];
  const keyOf = (DATA_DIR: string) => credentialKey({ DATA_DIR, CREDENTIAL_KEY: undefined });
  const first = keyOf(one);
  expect(keyOf(one).equals(first)).toBe(true);
  expect(keyOf(other).equals(first)).toBe(false);
  const file = path.join(one, 'credential-key');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(Buffer.from(readFileSync(file, 'utf8'), 'base64')).toHaveLength(32);
  for (const folder of [one, other]) rmSync(folder, { recursive: true, force: true });
});

it('[MAINT4] the key of the settings is taken instead; one that is no key stops the start without being printed', () => {
  const output = randomBytes(32).toString('base64');
  const settings = readSettings({ CREDENTIAL_KEY: output });
  expect(credentialKey({ ...settings, DATA_DIR: '/nonexistent' }).export()).toEqual(Buffer.from(output, 'base64'));
  for (const bad of ['short', `${output}x`, 'x'.repeat(44)]) {
    expect(() => readSettings({ CREDENTIAL_KEY: bad })).toThrow('Setting CREDENTIAL_KEY: must be 32 bytes in base64');
  }
});
