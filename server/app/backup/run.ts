/** `npm run backup` and `npm run restore`: arguments, connection, summary. */

import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { openDatabase } from '../../platform/database/openDatabase.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { storageName } from '../../platform/storage/openFileStorage.ts';
import { migrate } from '../migrations.ts';
import { type ReachedDatabase, reachDatabase } from '../../platform/embedded/reachDatabase.ts';
import { backUp, backUpKeys } from './backup.ts';
import { countText } from '#domain/text/labels';
import type { Manifest } from './manifest.ts';
import { readManifest, restore, restoreKeys } from './restore.ts';

const USAGE = `npm run backup -- FOLDER --keys OTHER_FOLDER   writes the database to FOLDER, and the keys to OTHER_FOLDER
npm run restore -- FOLDER --keys OTHER_FOLDER  restores them into DATA_DIR or DATABASE_URL, whose server is stopped
`;

const summary = ({ tables }: Manifest) =>
  `${countText(tables.length, 'table')}, ${countText(
    tables.reduce((sum, { rows }) => sum + rows, 0),
    'row',
  )}`;

/** Calls a function with a database connection, then ends the processes that were started for it. */
async function withClient<T>({ url, stop }: ReachedDatabase, work: (client: Client, url: string) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client, url);
  } finally {
    await client.end();
    await stop();
  }
}

async function run(): Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keys: { type: 'string' } } });
  const [what, folder] = positionals;
  if (folder === undefined || values.keys === undefined) throw new Error(USAGE);
  const settings = readSettings(process.env);
  if (what === 'backup') {
    const made = await withClient(await reachDatabase(settings), (client) => backUp(client, folder, Date.now()));
    const keys = backUpKeys(settings.DATA_DIR, values.keys);
    const kept = `${summary(made)} in ${folder}; ${keys.length === 0 ? 'no key files' : keys.join(', ')} in ${values.keys}. Keep the two apart.`;
    return `${kept}\nThe files of incidents are not in it: copy ${storageName(settings)}.`;
  }
  readManifest(folder);
  mkdirSync(settings.DATA_DIR, { recursive: true });
  restoreKeys(values.keys, settings.DATA_DIR);
  const made = await withClient(await reachDatabase(settings, true), async (client, url) => {
    const database = openDatabase(url, { isPatient: true });
    try {
      await migrate(database);
    } finally {
      await database.destroy();
    }
    return restore(client, folder);
  });
  return `${summary(made)} of ${made.made_at} are restored. The files of incidents are read from ${storageName(settings)}.`;
}

try {
  process.stdout.write(`${await run()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
