/** Encrypts stored secrets with AES-256-GCM, bound to their place, as bytes or text, and reads the encryption key. */

import { createCipheriv, createDecipheriv, randomBytes, type KeyObject, createSecretKey } from 'node:crypto';
import path from 'node:path';
import { readSecret } from './secretFile.ts';
import type { Settings } from '../settings/settings.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text with AES-256-GCM: nonce, tag, cipher text. `place` is additional authenticated data, so that a row copied to another place cannot be
 * decrypted.
 */
export function encrypt(key: KeyObject, text: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts the output of `encrypt`; null for another key, another place, or changed bytes. */
export function decrypt(key: KeyObject, sealed: Buffer, place: string): string | null {
  try {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    const opening = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place)).setAuthTag(tag);
    return opening.update(sealed.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return null;
  }
}

const SEALED = 'sealed:';

/** Encrypts a text into a text, for columns that hold texts. */
export const sealText = (key: KeyObject, text: string, place: string): string => `${SEALED}${encrypt(key, text, place).toString('base64')}`;

/** Returns whether a column contains a text from `sealText`; an older version stored plain ones. */
export const isSealedText = (text: string): boolean => text.startsWith(SEALED);

/** Decrypts a text from `sealText`; null for any other text, and if `decrypt` returns null. */
export const openText = (key: KeyObject, sealed: string, place: string): string | null =>
  isSealedText(sealed) ? decrypt(key, Buffer.from(sealed.slice(SEALED.length), 'base64'), place) : null;

const KEY_BYTES = 32;

const keyOfFolder = (dataDir: string): string =>
  readSecret({
    file: path.join(dataDir, 'credential-key'),
    create: () => randomBytes(KEY_BYTES).toString('base64'),
    shape: /^[\w+/]{43}=$/,
  });

/** Returns the encryption key of stored credentials: `CREDENTIAL_KEY`, otherwise a random key file (mode 0600) in the data folder. Never in the database. */
export function credentialKey({ CREDENTIAL_KEY: configured, DATA_DIR: dataDir }: Pick<Settings, 'CREDENTIAL_KEY' | 'DATA_DIR'>): KeyObject {
  return createSecretKey(Buffer.from(configured ?? keyOfFolder(dataDir), 'base64'));
}
