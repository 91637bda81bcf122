import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** Free bytes that a folder in memory must have: several times what the databases of a run take. */
const LEAST_BYTES = 6 * 2 ** 30;

/** Returns true if there is a large folder in memory. */
export function hasMemoryFolder(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= LEAST_BYTES;
}

/**
 * Returns a folder in memory if there is a large one, for data that its user deletes: a busy disk takes seconds to confirm a write, and
 * up to a minute to delete the tens of thousands of files of a run.
 */
export const quickFolder = (): string => (hasMemoryFolder() ? MEMORY : tmpdir());

/** Creates an empty data folder that other users may enter, so that the database can use it when the tests run as root. */
export function newDataDir(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'orangery-'));
  chmodSync(folder, 0o755);
  return folder;
}
