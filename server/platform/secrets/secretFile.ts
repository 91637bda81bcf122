/** The secrets of the data folder, in files that are written atomically with mode 0600. */

import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import path from 'node:path';

/** Writes a file completely or not at all, mode 0600: under another name, flushed to the disk, then renamed. */
export function writeWhole(file: string, text: string): void {
  const half = `${file}.new`;
  const handle = openSync(half, 'w', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(half, file);
  // The rename is also flushed; otherwise the name may be lost after a power failure.
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } catch {
    // Some file systems cannot flush folders.
  } finally {
    closeSync(folder);
  }
}

interface SecretFile {
  readonly file: string;
  /** Creates a secret for a folder that has none. */
  readonly create: () => string;
  /** The pattern of a complete secret. */
  readonly shape: RegExp;
}

/**
 * Returns the secret of a file, which is created once. Throws with a one-line message if the file is empty or only partially written, because with a new secret
 * the values that were sealed with the old one would be lost.
 */
export function readSecret({ file, create, shape }: SecretFile): string {
  if (!existsSync(file)) writeWhole(file, `${create()}\n`);
  const secret = readFileSync(file, 'utf8').trim();
  if (shape.test(secret)) return secret;
  throw new Error(
    `The file ${file} is damaged: put back the one of the backup; only in a data folder that has never been used it may be deleted.`,
  );
}
