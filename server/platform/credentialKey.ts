import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Settings } from './settings.ts';

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
