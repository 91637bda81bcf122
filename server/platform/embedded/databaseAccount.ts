/** The OS account of the database process (`postgres` or `nobody`), since PostgreSQL refuses to run as root. */

import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The OS account of a database process. PostgreSQL refuses to run as root. */
export interface DatabaseAccount {
  readonly uid: number;
  readonly gid: number;
}

/** Returns the `postgres` or `nobody` account if this process runs as root; otherwise null, and the database runs as the current user. */
export function findDatabaseAccount(): DatabaseAccount | null {
  if (process.getuid?.() !== 0) return null;
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found = ['postgres', 'nobody'].flatMap((name) => rows.filter((row) => row[0] === name))[0];
  if (found === undefined) throw new Error('Started by root, the database needs an account named postgres or nobody.');
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

/** Returns whether the account can access a folder: it owns each folder of the path, or others have execute permission. */
export function canReach(account: DatabaseAccount | null, folder: string): boolean {
  if (account === null) return true;
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const there = statSync(at, { throwIfNoEntry: false });
    if (there !== undefined && there.uid !== account.uid && (there.mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Throws with a readable message when a folder is not writable. */
export function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`The data folder ${folder} cannot be written by this user.`);
  }
}
