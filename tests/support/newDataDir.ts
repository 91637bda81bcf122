import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** An empty data folder that others may pass, so that the database lives in it also where the tests run as root. */
export function newDataDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'orangery-'));
  chmodSync(folder, 0o755);
  return folder;
}
