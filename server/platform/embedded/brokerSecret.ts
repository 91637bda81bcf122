import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the embedded broker's passwords are made from: random, one per data folder, readable by its user alone. */
export function brokerSecret(dataDir: string): string {
  const file = path.join(dataDir, 'broker-secret');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
