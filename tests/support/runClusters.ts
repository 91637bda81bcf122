import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { ensureConsole } from '#server/platform/embedded/console';
import { startPostgres, type RunningPostgres } from '#server/platform/embedded/postgres';

// A separate process, because the test runner's set-up cannot import the server. Prints the addresses as one line of JSON; ends when its input ends.

/** Turns off durability and vacuum, which test data does not need; tests of durability start their own product. */
async function forget(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`);
  await client.query('select pg_reload_conf()');
  await client.end();
}

ensureConsole((line) => process.stderr.write(`${line}\n`));
const folders = Array.from({ length: Number(process.argv[2]) }, () => mkdtempSync(path.join(tmpdir(), 'orangery-test-')));
const running: RunningPostgres[] = [];
for (const dataDir of folders) {
  const postgres = await startPostgres({ dataDir });
  running.push(postgres);
  await forget(postgres.url);
}
process.stdout.write(`${JSON.stringify(running.map(({ url }) => url))}\n`);

process.stdin.resume().once('end', () => {
  void Promise.all(running.map((postgres) => postgres.stop())).then(() => {
    for (const dataDir of folders) rmSync(dataDir, { recursive: true, force: true });
  });
});
