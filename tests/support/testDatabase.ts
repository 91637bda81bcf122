import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startPostgres } from '#server/platform/embedded/postgres';

/** A real PostgreSQL for one test file, with as many empty databases as its tests ask for. */
export interface TestDatabases {
  readonly fresh: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts it in a temporary folder. */
export async function startDatabases(): Promise<TestDatabases> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orangery-test-'));
  const postgres = await startPostgres({ dataDir });
  let made = 0;
  return {
    fresh: async () => {
      made += 1;
      const name = `test_${made}`;
      const client = new Client({ connectionString: postgres.url });
      await client.connect();
      await client.query(`create database ${name}`);
      await client.end();
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
