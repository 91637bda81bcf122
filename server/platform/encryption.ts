import { createCipheriv, createDecipheriv, randomBytes, type KeyObject, createSecretKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from './settings.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text for one place: nonce, tag, cipher text. What is moved to another place cannot be opened there. */
export function encrypt(key: KeyObject, text: string, place: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(place));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** The text that was sealed for this place; null with another key, for another place, or when anything was changed. */
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

const KEY_BYTES = 32;

function keyOfFolder(dataDir: string): string {
  const file = path.join(dataDir, 'credential-key');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

/** What stored credentials are sealed with: of the settings, else random, one per data folder, readable by its user alone. Never in the database it protects. */
export function credentialKey({ CREDENTIAL_KEY: configured, DATA_DIR: dataDir }: Pick<Settings, 'CREDENTIAL_KEY' | 'DATA_DIR'>): KeyObject {
  return createSecretKey(Buffer.from(configured ?? keyOfFolder(dataDir), 'base64'));
}
