/** Writes a backup: a snapshot of all tables, each with its SHA-256, and the keys of the data folder. */

import { createHash } from 'node:crypto';
import { copyFileSync, createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { fileOf, KEY_FILES, MANIFEST, type Manifest } from './manifest.ts';
import { migrationsOf, tablesOf } from './tables.ts';

/** Creates a pass-through stream, and the function that returns its SHA-256. */
export function hashing(): { readonly stream: Transform; readonly digest: () => string } {
  const hash = createHash('sha256');
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, digest: () => hash.digest('hex') };
}

async function writeTable(client: Client, name: string, folder: string): Promise<Manifest['tables'][number]> {
  const { stream, digest } = hashing();
  const copying = client.query(copyTo(`copy public."${name}" to stdout`));
  await pipeline(copying, stream, createGzip(), createWriteStream(path.join(folder, fileOf(name)), { mode: 0o600 }));
  return { name, rows: copying.rowCount, sha256: digest() };
}

/** Creates a folder with mode 0700, unless it exists. Throws when it is not empty. */
function makeEmpty(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`The folder ${folder} is not empty.`);
}

/** Copies the keys of a data folder and returns their names. A key that is configured by an environment variable has no file. */
export function backUpKeys(dataDir: string, folder: string): readonly string[] {
  makeEmpty(folder);
  const present = KEY_FILES.filter((name) => existsSync(path.join(dataDir, name)));
  for (const name of present) copyFileSync(path.join(dataDir, name), path.join(folder, name));
  return present;
}

/** Writes a consistent snapshot of all tables, while the server keeps running. `now` in ms since epoch. */
export async function backUp(client: Client, folder: string, now: number): Promise<Manifest> {
  makeEmpty(folder);
  await client.query('begin transaction isolation level repeatable read read only');
  const tables: Manifest['tables'] = [];
  for (const name of await tablesOf(client)) tables.push(await writeTable(client, name, folder));
  const manifest: Manifest = {
    product: 'orangery',
    made_at: new Date(now).toISOString(),
    migrations: [...(await migrationsOf(client))],
    tables,
  };
  await client.query('commit');
  writeFileSync(path.join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  return manifest;
}
