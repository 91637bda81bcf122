import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { type Admission, openDatabase, SLOW_QUERY_MS } from '../platform/database/openDatabase.ts';
import type { Database } from '../platform/database/tables.ts';
import { startPostgres } from '../platform/embedded/postgres.ts';
import { isDatabaseAway } from '../platform/failure/unavailable.ts';
import { becomeSoleInstance, SecondInstance } from '../platform/instances/soleInstance.ts';
import { BadSetting, type Settings } from '../platform/settings/settings.ts';
import { refuseDemoData } from './demoData.ts';
import { migrate } from './migrations.ts';

/** Database connections that are reserved for stop commands. */
const STOP_CONNECTIONS = 2;
/** Database connections of queries that may take long. */
const SLOW_CONNECTIONS = 2;

/** The options of the database. */
interface StoreParts {
  readonly settings: Settings;
  readonly log: Logger;
  /** Cleanup functions, newest first. */
  readonly endings: (() => Promise<void>)[];
  /** Called when the database ends unexpectedly. */
  readonly crashed: (what: string) => void;
}

/** The database and its connections. */
export interface Store {
  readonly url: string;
  readonly database: Kysely<Database>;
  readonly stopDatabase: Kysely<Database>;
  readonly slowDatabase: Kysely<Database>;
  readonly patientDatabase: Kysely<Database>;
}

/** Makes this server the only one of a database that others can reach too, unless NATS connects several instances. Throws with a one-line reason. */
async function claim({ settings, endings, crashed, log }: StoreParts, url: string): Promise<Admission | undefined> {
  if (settings.DATABASE_URL === undefined || settings.NATS_URL !== undefined) return undefined;
  const onLost = () => crashed('The lock of this server on the database');
  const place = await becomeSoleInstance(url, { onLost, log, elapsed: () => performance.now() });
  endings.unshift(place.release);
  return place.admission;
}

/**
 * Claims the database and runs migrations without a query timeout: they may take long or wait for another server's lock. Throws with a one-line reason on
 * failure.
 */
async function prepareTables(parts: StoreParts, url: string): Promise<Admission | undefined> {
  let database: Kysely<Database> | undefined;
  try {
    const admission = await claim(parts, url);
    database = openDatabase(url, { isPatient: true, admission });
    await migrate(database);
    await refuseDemoData(database, parts.settings);
    return admission;
  } catch (error) {
    if (error instanceof SecondInstance || error instanceof BadSetting) throw error;
    const what = isDatabaseAway(error) ? 'does not answer' : 'cannot be used';
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : 'unknown';
    throw new Error(`The database ${what}: ${reason}`, { cause: error });
  } finally {
    await database?.destroy();
  }
}

/** Opens the database of the settings, or the embedded one, with its tables. */
export async function openStore(parts: StoreParts): Promise<Store> {
  const { settings, endings, crashed, log } = parts;
  let url = settings.DATABASE_URL;
  if (url === undefined) {
    const postgres = await startPostgres({ dataDir: settings.DATA_DIR });
    endings.unshift(postgres.stop);
    postgres.onCrash(() => crashed('The database'));
    url = postgres.url;
  }
  const admission = await prepareTables(parts, url);
  const onIdleError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  const shared = { onIdleError, admission };
  const database = openDatabase(url, shared);
  const stopDatabase = openDatabase(url, { ...shared, connections: STOP_CONNECTIONS });
  const slowDatabase = openDatabase(url, { ...shared, connections: SLOW_CONNECTIONS, queryMs: SLOW_QUERY_MS });
  const patientDatabase = openDatabase(url, { ...shared, connections: 1, isPatient: true });
  const all = { database, stopDatabase, slowDatabase, patientDatabase };
  endings.unshift(async () => void (await Promise.all(Object.values(all).map((one) => one.destroy()))));
  return { url, ...all };
}
