import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { openDatabaseCluster } from '#server/platform/embedded/databaseFolder';
import { ensureConsole } from '#server/platform/embedded/console';
import { startPostgres, type RunningPostgres } from '#server/platform/embedded/postgres';
import { newDataDir, quickFolder } from './newDataDir.ts';

// A separate process, because the test runner's set-up cannot import the server. Prints the addresses as one line of JSON; ends when its input ends.

/** Starts a PostgreSQL without durability and vacuum, which test data does not need; tests of durability start their own product. */
async function startForgetful(dataDir: string): Promise<RunningPostgres> {
  const postgres = await startPostgres({ dataDir });
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
  return postgres;
}

ensureConsole((line) => process.stderr.write(`${line}\n`));
const folders = Array.from({ length: Number(process.argv[2]) }, () => newDataDir(quickFolder()));
const [first = '', ...others] = folders;
// Creating a cluster takes seconds, copying one does not.
openDatabaseCluster(first);
for (const folder of others) execFileSync('cp', ['-a', `${first}/.`, folder]);
const running = await Promise.all(folders.map(startForgetful));
process.stdout.write(`${JSON.stringify(running.map(({ url }) => url))}\n`);

process.stdin.resume().once('end', () => {
  void Promise.all(running.map((postgres) => postgres.stop())).then(() => {
    for (const dataDir of folders) rmSync(dataDir, { recursive: true, force: true });
  });
});
