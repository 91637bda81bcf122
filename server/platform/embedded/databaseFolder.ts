/** The data folder of the embedded PostgreSQL (a "database cluster"): how it is found or created, its password and version. */

import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSecret, writeWhole } from '../secrets/secretFile.ts';
import { placeBinaries } from './binaries.ts';
import { assertWritable, canReach, findDatabaseAccount, type DatabaseAccount } from './databaseAccount.ts';

/** A database cluster on disk, ready to be started. */
export interface DatabaseCluster {
  readonly folder: string;
  readonly password: string;
  readonly postgres: string;
  readonly account: DatabaseAccount | null;
}

// If the database account cannot access the data folder, the cluster is created here, and `database-folder` in the data folder contains its path.
const OUTSIDE = '/var/lib/orangery';

function homeOf(dataDir: string, account: DatabaseAccount | null): string {
  const pointer = path.join(dataDir, 'database-folder');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  if (canReach(account, dataDir)) return dataDir;
  const home = path.join(OUTSIDE, randomBytes(8).toString('hex'));
  mkdirSync(home, { recursive: true, mode: 0o755 });
  writeWhole(pointer, `${home}\n`);
  return home;
}

const passwordOf = (dataDir: string): string =>
  readSecret({
    file: path.join(dataDir, 'database-password'),
    create: () => randomBytes(24).toString('base64url'),
    shape: /^[\w-]{32}$/,
  });

function create(folder: string, initdb: string, password: string, account: DatabaseAccount | null): void {
  const half = `${folder}.new`;
  const secret = `${folder}.secret`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account !== null) for (const at of [half, secret]) chownSync(at, account.uid, account.gid);
  const args = ['-D', half, '-U', 'orangery', '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8'];
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const made = spawnSync(initdb, [...args, ...locale], { ...account, encoding: 'utf8', cwd: '/', env: { PATH: process.env['PATH'] } });
  rmSync(secret, { force: true });
  if (made.status !== 0)
    throw new Error(`The database could not be created: ${(made.stderr || String(made.error)).trim().split('\n').at(-1)}`);
  renameSync(half, folder); // The final name is used only for a complete cluster.
}

/** Finds or creates the database cluster of a data folder. Throws with a one-line message when the folder is not usable. */
export function openDatabaseCluster(dataDir: string): DatabaseCluster {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  assertWritable(dataDir);
  const account = findDatabaseAccount();
  const home = homeOf(dataDir, account);
  const folder = path.join(home, 'postgres');
  const password = passwordOf(dataDir);
  // If an earlier version created the folder of the database account, that account only needs to pass through the data folder.
  chmodSync(dataDir, account !== null && home === dataDir ? 0o711 : 0o700);
  const { initdb, postgres } = placeBinaries(account, account === null ? home : OUTSIDE);
  if (!existsSync(folder)) create(folder, initdb, password, account);
  else if (!existsSync(path.join(folder, 'PG_VERSION')))
    throw new Error(`The data folder ${folder} holds no database: move it away to begin anew.`);
  return { folder, password, postgres, account };
}
