/** One PostgreSQL server: created with its account, copied as a standby, started, promoted, queried. */

import { chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { DatabaseAccount } from '../server/platform/embedded/databaseAccount.ts';
import { type Program, ready, run, start } from './programs.ts';

/** The product's account in the database. */
export const USER = 'orangery';

/** The common settings of a database's servers. */
export interface PostgresParts {
  /** Folder of PostgreSQL's programs. */
  readonly programs: string;
  /** The OS account that runs them; null for the current one. */
  readonly account: DatabaseAccount | null;
  readonly password: string;
}

/** The data folder and the port of one server. */
export interface PostgresInstance {
  readonly folder: string;
  readonly port: number;
}

/** Returns the address of a server. */
export const postgresUrl = ({ password }: PostgresParts, port: number) => `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`;

/** Runs statements on a separate connection; returns the rows of the last statement. */
export async function query(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    let rows: readonly unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

function makeFolder(folder: string, account: DatabaseAccount | null): void {
  mkdirSync(folder, { mode: 0o700 });
  if (account !== null) chownSync(folder, account.uid, account.gid);
}

/** Creates an empty database. */
export async function createPrimary({ programs, account, password }: PostgresParts, { folder }: PostgresInstance): Promise<void> {
  const secret = `${folder}.secret`;
  makeFolder(folder, account);
  writeFileSync(secret, password, { mode: 0o600 });
  if (account !== null) chownSync(secret, account.uid, account.gid);
  const args = ['-D', folder, '-U', USER, '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C.UTF-8'];
  await run(path.join(programs, 'initdb'), args, { account, cwd: '/' });
  rmSync(secret);
}

/** Creates a standby as a copy of a running primary, which it follows. */
export async function createStandby(
  { programs, account, password }: PostgresParts,
  { folder }: PostgresInstance,
  primary: PostgresInstance,
): Promise<void> {
  makeFolder(folder, account);
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', USER];
  const args = ['-D', folder, ...from, '-X', 'stream', '--checkpoint=fast', '--write-recovery-conf', '--no-password'];
  await run(path.join(programs, 'pg_basebackup'), args, { account, cwd: '/', env: { ...process.env, PGPASSWORD: password } });
}

/**
 * Without `hot_standby`, a standby refuses connections, so nobody holds one to a database that accepts no writes. The write-ahead log is kept for a standby
 * that is temporarily disconnected. Shared memory is in the data folder, so that a killed server leaves nothing elsewhere.
 */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'hot_standby=off',
  'wal_keep_size=1GB',
  'wal_retrieve_retry_interval=500ms',
  'shared_buffers=128MB',
  'dynamic_shared_memory_type=mmap',
];

/** Starts a server; SIGINT causes a fast shutdown, which does not wait for clients. Does not wait until it answers. */
export function launch({ programs, account }: PostgresParts, { folder, port }: PostgresInstance): Program {
  const settings = [`port=${port}`, ...SETTINGS].flatMap((setting) => ['-c', setting]);
  return start(path.join(programs, 'postgres'), ['-D', folder, ...settings], { account, cwd: '/', endSignal: 'SIGINT' });
}

/** Returns whether an SQL condition is true; false while the database does not respond. */
export async function isTrue(url: string, condition: string): Promise<boolean> {
  try {
    const rows = await query(url, `select 1 where ${condition}`);
    return rows.length > 0;
  } catch {
    return false;
  }
}

/** Starts a server and waits until it answers. */
export async function startPrimary(parts: PostgresParts, place: PostgresInstance): Promise<Program> {
  const program = launch(parts, place);
  await ready('PostgreSQL', program, () => isTrue(postgresUrl(parts, place.port), 'true'));
  return program;
}

/** Promotes a standby to primary; resolves when it is promoted. */
export const promote = ({ programs, account }: PostgresParts, { folder }: PostgresInstance): Promise<void> =>
  run(path.join(programs, 'pg_ctl'), ['promote', '-w', '-D', folder], { account, cwd: '/' });
