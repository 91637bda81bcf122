import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Client } from 'pg';
import { inject } from 'vitest';
import { migrate } from '#server/app/migrations';
import { openDatabase } from '#server/platform/database/openDatabase';
import { startPostgres } from '#server/platform/embedded/postgres';
import { newDataDir } from './newDataDir.ts';

/** Databases for tests, in a real PostgreSQL. */
export interface TestDatabases {
  /** Creates a new, empty database and returns its address. */
  readonly fresh: () => Promise<string>;
  /** Creates a database with the tables and without rows. */
  readonly migrated: () => Promise<string>;
  /** Creates a database with the tables and the content that `fill` writes and returns its address; filled once per PostgreSQL and `kind`, then copied. */
  readonly filled: (kind: string, fill: (url: string) => Promise<void>) => Promise<string>;
}

async function createTables(url: string): Promise<void> {
  const database = openDatabase(url);
  await migrate(database);
  await database.destroy();
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
  /** Returns the name of a template; makes it at the first call from another one. */
  const template = async (name: string, from: () => Promise<string>, fill: (url: string) => Promise<void>) => {
    if ((await query('select 1 from pg_database where datname = $1', [name])).length > 0) return name;
    await query(`create database ${name}_filling template ${await from()}`);
    await fill(urlOf(`${name}_filling`));
    await query(`alter database ${name}_filling rename to ${name}`);
    return name;
  };
  const empty = () => Promise.resolve('template1');
  const migrated = () => template('migrated', empty, createTables);
  return {
    fresh: async () => make(await empty()),
    migrated: async () => make(await migrated()),
    filled: async (kind, fill) => make(await template(`filled_${kind}`, migrated, fill)),
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
  const dataDir = newDataDir();
  const postgres = await startPostgres({ dataDir });
  return {
    ...databasesIn(postgres.url),
    stop: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
