import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { canReach, type DatabaseAccount, findDatabaseAccount } from '../server/platform/embedded/databaseAccount.ts';
import { freePort } from '../server/platform/embedded/port.ts';
import { startDatabaseFrontend } from './balancer.ts';
import { postgresPrograms } from './packages.ts';
import {
  postgresUrl,
  createPrimary,
  createStandby,
  isTrue,
  launch,
  type PostgresInstance,
  type PostgresParts,
  promote,
  query,
  startPrimary,
  USER,
} from './postgres.ts';
import { type Program, ready } from './programs.ts';

/**
 * A primary and a synchronous standby behind one address: the primary acknowledges a commit only after the standby has it. `failOver` promotes the
 * standby.
 */
export interface ReplicatedDatabase {
  /** Address of the server that accepts writes. */
  readonly url: string;
  readonly programs: () => readonly { readonly name: string; readonly program: Program }[];
  /** Restarts the primary. */
  readonly restart: () => Promise<void>;
  /** Kills the primary and promotes the standby; afterwards there is no standby, and writes wait for none. */
  readonly failOver: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Used if the database's OS account cannot reach the data folder. */
const OUTSIDE = '/var/lib/orangery';

/** Creates an empty folder that the database's OS account can reach. */
function databaseFolder(dataDir: string, account: DatabaseAccount | null): string {
  const inside = path.join(dataDir, 'database');
  rmSync(inside, { recursive: true, force: true });
  if (canReach(account, dataDir)) mkdirSync(inside);
  else mkdirSync(OUTSIDE, { recursive: true, mode: 0o755 });
  const folder = canReach(account, dataDir) ? inside : mkdtempSync(path.join(OUTSIDE, 'cluster-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** Starts a standby of a primary and makes the primary wait for it at each commit. */
async function follow(parts: PostgresParts, standby: PostgresInstance, primary: PostgresInstance, running: Program[]): Promise<Program> {
  const url = postgresUrl(parts, primary.port);
  await createStandby(parts, standby, primary);
  const program = launch(parts, standby);
  running.unshift(program);
  await ready('The standby', program, () => isTrue(url, "exists (select from pg_stat_replication where state = 'streaming')"));
  // Set only now: without a standby, every commit would wait for one. The standby lacks this setting, so as a primary it waits for none.
  await query(url, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
  await ready('The standby', program, () => isTrue(url, "exists (select from pg_stat_replication where sync_state = 'sync')"));
  return program;
}

/** `running` receives each started program; they are stopped in this order. */
async function open(dataDir: string, running: Program[]): Promise<ReplicatedDatabase> {
  const account = findDatabaseAccount();
  const parts = { programs: postgresPrograms() ?? '', account, password: randomBytes(24).toString('base64url') };
  const home = databaseFolder(dataDir, account);
  const place = async (name: string) => ({ folder: path.join(home, name), port: await freePort() });
  const [first, second] = [await place('1'), await place('2')];
  await createPrimary(parts, first);
  let primary = await startPrimary(parts, first);
  running.unshift(primary);
  let standby: Program | null = await follow(parts, second, first, running);
  const port = await freePort();
  const frontend = await startDatabaseFrontend(dataDir, port, [first.port, second.port], USER);
  running.unshift(frontend);
  const url = postgresUrl(parts, port);
  await ready('The frontend of the database', frontend, () => isTrue(url, 'true'));
  return {
    url,
    programs: () => [
      { name: 'PostgreSQL', program: primary },
      ...(standby === null ? [] : [{ name: 'PostgreSQL, standby', program: standby }]),
      { name: 'HAProxy of the database', program: frontend },
    ],
    restart: async () => {
      await primary.stop();
      primary = await startPrimary(parts, standby === null ? second : first);
      running.push(primary);
    },
    failOver: async () => {
      if (standby === null) throw new Error('there is no standby');
      primary.signal('SIGKILL');
      await primary.ended;
      await promote(parts, second);
      [primary, standby] = [standby, null];
    },
    stop: async () => {
      for (const program of running) await program.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Starts an empty database with a standby, and a frontend that routes to the server that accepts writes. */
export async function startDatabase(dataDir: string): Promise<ReplicatedDatabase> {
  const running: Program[] = [];
  try {
    return await open(dataDir, running);
  } catch (error) {
    for (const program of running) await program.stop();
    throw error;
  }
}
