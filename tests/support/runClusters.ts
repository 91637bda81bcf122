import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { ensureConsole } from '#server/platform/embedded/console';
import { startPostgres, type RunningPostgres } from '#server/platform/embedded/postgres';

// A process of its own, because the test runner's set-up cannot load the server. Prints the addresses as one line of JSON; ends when its input ends.

/** What is written here need not outlive a power cut, and nothing grows old enough to be vacuumed; tests of durability start a product of their own. */
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
