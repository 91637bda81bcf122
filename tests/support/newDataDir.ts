import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty data folder that other users may enter, so that the database can use it when the tests run as root. */
export function newDataDir(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'orangery-'));
  chmodSync(folder, 0o755);
  return folder;
}
