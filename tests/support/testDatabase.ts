import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { startPostgres } from '#server/platform/embedded/postgres';

/** Databases for tests, in a real PostgreSQL. */
export interface TestDatabases {
  /** Creates a new, empty database and returns its address. */
  readonly fresh: () => Promise<string>;
  /** Creates a database with the content that `fill` writes and returns its address; filled once per PostgreSQL and `kind`, then copied. */
  readonly filled: (kind: string, fill: (url: string) => Promise<void>) => Promise<string>;
}

function databasesIn(clusterUrl: string): TestDatabases {
  const urlOf = (name: string) => {
    const url = new URL(clusterUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  const query = async (text: string, values: readonly string[] = []) => {
    const client = new Client({ connectionString: clusterUrl });
    await client.connect();
    try {
      return (await client.query(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const make = async (template: string) => {
    const name = `test_${randomUUID().replaceAll('-', '')}`;
    await query(`create database ${name} template ${template}`);
    return urlOf(name);
  };
  return {
    fresh: () => make('template1'),
    filled: async (kind, fill) => {
      const template = `filled_${kind}`;
      if ((await query('select 1 from pg_database where datname = $1', [template])).length === 0) {
        await query(`create database ${template}_filling template template1`);
        await fill(urlOf(`${template}_filling`));
        await query(`alter database ${template}_filling rename to ${template}`);
      }
      return make(template);
    },
  };
}

/** Returns databases in the worker's own PostgreSQL, which no other worker uses. */
export function workerDatabases(): TestDatabases {
  const url = inject('clusters')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (url === undefined) throw new Error('there are more workers than clusters');
  return databasesIn(url);
}

/** Starts a separate PostgreSQL in a temporary folder, for tests that stop it or cannot share it. */
export async function startDatabases(): Promise<TestDatabases & { readonly stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'orangery-test-'));
  const postgres = await startPostgres({ dataDir });
  return {
    ...databasesIn(postgres.url),
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
