/** Starts the embedded PostgreSQL on a loopback port, keeps it running, and stops it. */

import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, fchmodSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDatabaseCluster, type DatabaseCluster } from './databaseFolder.ts';
import { limitLogPeriodically } from './limitedLog.ts';
import { locks } from '../database/locks.ts';
import { freePort } from './port.ts';

/** A running embedded database. */
export interface RunningPostgres {
  readonly url: string;
  /** Sends SIGINT, after 3.5 s SIGQUIT. Resolves when the process has ended. */
  readonly stop: () => Promise<void>;
  /** Adds a listener that is called when the process ends unexpectedly. */
  readonly onCrash: (listener: () => void) => void;
}

const READY_WITHIN_MS = 30_000;
const GONE_WITHIN_MS = 15_000;

const addressOf = (cluster: DatabaseCluster, port: number) => `postgresql://orangery:${cluster.password}@127.0.0.1:${port}/postgres`;

const isRefused = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED';

/**
 * Returns the connection that owns a database; `refused` if nothing listens, null if the database does not respond (yet). Throws if another server owns it.
 */
async function own(url: string): Promise<Client | 'refused' | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined); // The end of the database is reported by the process, not by this connection.
  try {
    await client.connect();
    const result = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) mine', [locks.owner]);
    if (result.rows[0]?.mine === true) return client;
    await client.end();
    throw new Error('in use');
  } catch (error) {
    if (error instanceof Error && error.message === 'in use') throw error;
    await client.end().catch(() => undefined);
    return isRefused(error) ? 'refused' : null;
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Stops a database that a killed server left running, even one that responds late. Throws if another running server owns it. */
async function clearLeftover(cluster: DatabaseCluster, dataDir: string): Promise<void> {
  const file = path.join(cluster.folder, 'postmaster.pid');
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  const isThere = () => pid > 1 && isAlive(pid) && existsSync(file);
  let client: Awaited<ReturnType<typeof own>> = null;
  for (const end = performance.now() + GONE_WITHIN_MS; client === null && isThere() && performance.now() < end;) {
    client = await own(addressOf(cluster, port)).catch(() => {
      throw new Error(`The data folder ${dataDir} is in use by another running server.`);
    });
  }
  if (client === null || client === 'refused') return; // The process is not ours or has ended; the lock of the database decides at the start.
  await client.end();
  process.kill(pid, 'SIGINT');
  while (isAlive(pid)) await sleep(20);
}

const logOf = (cluster: DatabaseCluster) => `${cluster.folder}.log`;

function launch(cluster: DatabaseCluster, port: number): ChildProcess {
  // Only the owner may read the log, which may contain values of failed statements.
  const log = openSync(logOf(cluster), 'a', 0o600);
  fchmodSync(log, 0o600);
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=60', 'shared_buffers=128MB'];
  const args = ['-D', cluster.folder, ...settings.flatMap((setting) => ['-c', setting])];
  // The database has a separate process group: Ctrl-C signals only the server, which stops the database last.
  return spawn(cluster.postgres, args, { ...cluster.account, cwd: '/', detached: true, stdio: ['ignore', log, log] });
}

function lastLine(cluster: DatabaseCluster): string {
  const lines = readFileSync(logOf(cluster), 'utf8').trim().split('\n');
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '';
}

// Errors after which a retry is useful: processes of a killed database still hold its lock file or shared memory, or another program took the free port.
const WORTH_ANOTHER_TRY =
  /lock file "postmaster\.pid" already exists|pre-existing shared memory block|could not create any TCP\/IP sockets/;

interface Launched {
  readonly child: ChildProcess;
  readonly owner: Client;
  readonly url: string;
}

/** Starts the process once and waits until it accepts the owner connection; null if a predecessor is still ending or the port is taken. */
async function tryLaunch(cluster: DatabaseCluster, nextPort: () => Promise<number>): Promise<Launched | null> {
  const port = await nextPort();
  const child = launch(cluster, port);
  const url = addressOf(cluster, port);
  for (let waited = 0; waited < READY_WITHIN_MS; waited += 25) {
    if (child.exitCode !== null || child.pid === undefined) {
      const last = lastLine(cluster);
      if (WORTH_ANOTHER_TRY.test(last)) return null;
      throw new Error(`The database did not start: ${last}`);
    }
    const owner = await own(url);
    if (owner !== null && owner !== 'refused') return { child, owner, url };
    await sleep(25);
  }
  child.kill('SIGQUIT');
  throw new Error(`The database was not ready within ${READY_WITHIN_MS / 1_000} s.`);
}

interface PostgresOptions {
  readonly dataDir: string;
  /** Returns a loopback port that is likely to be free. */
  readonly nextPort?: () => Promise<number>;
}

/** Repeats the launch until the database runs. Throws if its predecessor has not ended within 15 s. */
async function launchInTurn(cluster: DatabaseCluster, nextPort: () => Promise<number>): Promise<Launched> {
  for (let waited = 0; ; waited += 250) {
    const launched = await tryLaunch(cluster, nextPort);
    if (launched !== null) return launched;
    if (waited > GONE_WITHIN_MS) throw new Error(`The database did not start: ${lastLine(cluster)}`);
    await sleep(250);
  }
}

/** Maximum number of restarts of a crashed database within a period, and the period in ms; beyond the maximum, the product ends. */
const MOST_RESTARTS = 5;
const RESTARTS_WITHIN_MS = 600_000;

/**
 * Starts the database of a data folder on a free loopback port and keeps it running: when it ends unexpectedly, it is restarted on the same port, where the
 * server finds it. Throws with a one-line message on failure.
 */
export async function startPostgres({ dataDir, nextPort = freePort }: PostgresOptions): Promise<RunningPostgres> {
  const cluster = openDatabaseCluster(path.resolve(dataDir));
  await clearLeftover(cluster, dataDir);
  const endLimit = limitLogPeriodically(logOf(cluster));
  let launched = await launchInTurn(cluster, nextPort);
  const { url } = launched;
  const port = Number(new URL(url).port);
  const crashListeners: (() => void)[] = [];
  const restarts: number[] = [];
  let isStopping = false;
  const restart = async () => {
    await launched.owner.end().catch(() => undefined);
    const now = performance.now();
    restarts.push(now);
    const isGivenUp = restarts.filter((at) => now - at < RESTARTS_WITHIN_MS).length > MOST_RESTARTS;
    const again = isGivenUp ? null : await launchInTurn(cluster, () => Promise.resolve(port)).catch(() => null);
    if (again === null) return crashListeners.forEach((listener) => listener());
    launched = again;
    if (isStopping) launched.child.kill('SIGINT');
    watch();
  };
  let running: Promise<void> = Promise.resolve();
  const watch = () => {
    const { child } = launched;
    const ended = new Promise<void>((resolve) => (child.exitCode === null ? child.once('exit', () => resolve()) : resolve()));
    running = ended.then(() => (isStopping ? undefined : restart()));
  };
  watch();
  return {
    url,
    onCrash: (listener) => void crashListeners.push(listener),
    stop: async () => {
      isStopping = true;
      endLimit();
      await launched.owner.end().catch(() => undefined);
      launched.child.kill('SIGINT');
      const late = sleep(3_500, undefined, { ref: false }).then(() => launched.child.kill('SIGQUIT'));
      await Promise.race([running, late]);
      await running;
    },
  };
}
