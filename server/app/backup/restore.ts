import { copyFileSync, createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { hashing } from './backup.ts';
import { fileOf, KEY_FILES, MANIFEST, manifest, type Manifest } from './manifest.ts';
import { migrationsOf, tablesOf } from './tables.ts';

/** Reads the content of a backup. Throws with one line when it is incomplete. */
export function readManifest(folder: string): Manifest {
  const file = path.join(folder, MANIFEST);
  if (!existsSync(file)) throw new Error(`There is no whole backup in ${folder}.`);
  const parsed = manifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is not of a backup.`);
  return parsed.data;
}

/** Copies the keys into a data folder. Throws if the folder has a different key of the same name. */
export function restoreKeys(folder: string, dataDir: string): void {
  for (const name of KEY_FILES) {
    const [from, to] = [path.join(folder, name), path.join(dataDir, name)];
    if (!existsSync(from)) continue;
    if (existsSync(to) && !readFileSync(from).equals(readFileSync(to))) throw new Error(`The data folder has another ${name}.`);
    copyFileSync(from, to);
  }
}

async function readTable(client: Client, { name, sha256 }: Manifest['tables'][number], folder: string): Promise<void> {
  const { stream, digest } = hashing();
  const copying = client.query(copyFrom(`copy public."${name}" from stdin`));
  await pipeline(createReadStream(path.join(folder, fileOf(name))), createGunzip(), stream, copying);
  if (digest() !== sha256) throw new Error(`The table ${name} of the backup is damaged.`);
}

/** Sets the next number of each generated column to one more than its highest value. */
async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; field: string; sequence: string }>(
    `select table_name as name, column_name as field, pg_get_serial_sequence(table_name, column_name) as sequence
     from information_schema.columns where table_schema = 'public' and pg_get_serial_sequence(table_name, column_name) is not null`,
  );
  for (const { name, field, sequence } of rows)
    await client.query(`select setval('${sequence}', (select coalesce(max("${field}"), 0) + 1 from public."${name}"), false)`);
}

/**
 * Removes the rows that migrations write into an empty database; returns its tables. Throws if there are other rows, since some tables do not allow rows to be
 * deleted.
 */
async function emptyTables(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ count: number }>(
    'select ((select count(*) from device) + (select count(*) from audit))::int as count',
  );
  if (rows[0]?.count !== 0) throw new Error('The database is not empty.');
  const names = await tablesOf(client);
  for (const name of names.toReversed()) {
    const found = await client.query(`select 1 from public."${name}" limit 1`);
    if (found.rows.length > 0) await client.query(`delete from public."${name}"`);
  }
  return names;
}

/**
 * Ends the control of all devices: changes after the backup are missing in it, so a holder would keep an epoch below the newest one that the device received,
 * and the device would refuse every command. Source: CTRL9.
 */
const endControl = (client: Client) => client.query('update control set holder = null, holder_name = null, since = null');

/**
 * Restores a backup into an empty, migrated database, in one transaction: completely or not at all. Nobody controls a device afterwards. Throws with one line
 * for a backup of another version, or a damaged one.
 */
export async function restore(client: Client, folder: string): Promise<Manifest> {
  const saved = readManifest(folder);
  const migrations = await migrationsOf(client);
  if (migrations.join() !== saved.migrations.join())
    throw new Error('The backup is of another version of the server; restore it with that one.');
  await client.query('begin');
  try {
    const known = await emptyTables(client);
    const foreign = saved.tables.find(({ name }) => !known.includes(name));
    if (foreign !== undefined) throw new Error(`The table ${foreign.name} of the backup is not one of this server.`);
    for (const table of saved.tables) await readTable(client, table, folder);
    await advanceSequences(client);
    await endControl(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return saved;
}
