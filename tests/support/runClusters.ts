import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureConsole } from '#server/platform/embedded/console';
import { startPostgres, type RunningPostgres } from '#server/platform/embedded/postgres';

// A process of its own, because the test runner's set-up cannot load the server. Prints the addresses as one line of JSON; ends when its input ends.

ensureConsole((line) => process.stderr.write(`${line}\n`));
const folders = Array.from({ length: Number(process.argv[2]) }, () => mkdtempSync(path.join(tmpdir(), 'orangery-test-')));
const running: RunningPostgres[] = [];
for (const dataDir of folders) running.push(await startPostgres({ dataDir }));
process.stdout.write(`${JSON.stringify(running.map(({ url }) => url))}\n`);

process.stdin.resume().once('end', () => {
  void Promise.all(running.map((postgres) => postgres.stop())).then(() => {
    for (const dataDir of folders) rmSync(dataDir, { recursive: true, force: true });
  });
});
