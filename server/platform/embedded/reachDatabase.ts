import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { z } from '#contract/schema';
import { writeWhole } from '../secrets/secretFile.ts';
import type { Settings } from '../settings/settings.ts';
import { startPostgres } from './postgres.ts';

/** The addresses of a running product, for command-line tools. */
export interface RunningParts {
  readonly url: string;
  readonly databaseUrl: string;
  readonly mqttUrl: string;
  readonly brokerSecret: string;
  readonly metricsUrl: string;
}

const fileIn = (dataDir: string) => path.join(dataDir, 'running.json');
const running = z.object({ databaseUrl: z.string() });

/** Writes `running.json`, mode 0600; returns the function that removes it when the product stops. */
export function writeRunningFile(dataDir: string, parts: RunningParts): () => void {
  writeWhole(fileIn(dataDir), JSON.stringify(parts));
  return () => rmSync(fileIn(dataDir), { force: true });
}

/** Returns the database named in the file of a running product; null if the file is missing or damaged. */
function runningUrl(dataDir: string): string | null {
  try {
    return running.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).databaseUrl;
  } catch {
    return null;
  }
}

async function answers(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The database of the settings, and the function that ends processes started for it. */
export interface ReachedDatabase {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Returns the database of the settings for a command: `DATABASE_URL`, the embedded one of the running product, or one that is started for the
 * command. With `isAlone`, throws with one line while the product runs.
 */
export async function reachDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  isAlone = false,
): Promise<ReachedDatabase> {
  const stop = () => Promise.resolve();
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, stop };
  const url = isAlone ? null : runningUrl(DATA_DIR);
  // A killed product leaves its file behind; the database is then started here, unless a running one owns the folder.
  if (url !== null && (await answers(url))) return { url, stop };
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  return startPostgres({ dataDir: DATA_DIR });
}
