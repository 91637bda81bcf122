import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/database/openDatabase';
import { startPostgres } from '#server/platform/embedded/postgres';
import { sql } from 'kysely';
import { freePort } from '../support/freePort.ts';
import { newDataDir } from '../support/newDataDir.ts';
import { until } from '../support/until.ts';

const taken = createServer().listen(0, '127.0.0.1');
const dataDir = newDataDir();
beforeAll(() => (taken.listening ? undefined : once(taken, 'listening')));
afterAll(() => {
  taken.close();
  rmSync(dataDir, { recursive: true, force: true });
});

it('[START11] a port that another program took in the meantime costs the embedded database another try, and no more', async () => {
  const at = taken.address();
  if (at === null || typeof at === 'string') throw new Error('no port');
  const ports = [at.port, await freePort()];
  const asked: number[] = [];
  const postgres = await startPostgres({
    dataDir,
    nextPort: async () => {
      const port = ports[asked.length] ?? (await freePort());
      asked.push(port);
      return port;
    },
  });
  const database = openDatabase(postgres.url);
  expect((await sql<{ one: number }>`select 1 one`.execute(database)).rows).toEqual([{ one: 1 }]);
  await database.destroy();
  await postgres.stop();
  expect(asked.slice(0, 2)).toEqual(ports);
});

it('[START15] an embedded database that is killed is started again on its port, with what it had', async () => {
  const postgres = await startPostgres({ dataDir, nextPort: freePort });
  const crashes: string[] = [];
  postgres.onCrash(() => crashes.push('crash'));
  const database = openDatabase(postgres.url, { onIdleError: () => undefined });
  await sql`create table if not exists kept (one int)`.execute(database);
  await sql`insert into kept values (1)`.execute(database);
  const log = readFileSync(path.join(dataDir, 'database-folder'), { encoding: 'utf8', flag: 'a+' }).trim() || dataDir;
  const pid = () => Number(readFileSync(path.join(log, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const before = pid();
  process.kill(before, 'SIGKILL');
  const rows = await until('the rows', () =>
    sql<{ one: number }>`select one from kept`.execute(database).then(
      (result) => (pid() === before ? null : result.rows),
      () => null,
    ),
  );
  expect(rows).toEqual([{ one: 1 }]);
  await database.destroy();
  await postgres.stop();
  expect(crashes).toEqual([]);
});
