import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '#contract/schema';
import type { Settings } from '../settings.ts';
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
  writeFileSync(fileIn(dataDir), JSON.stringify(parts), { mode: 0o600 });
  return () => rmSync(fileIn(dataDir), { force: true });
}

/** The database of the settings, and how to end what was started for it. */
export interface ReachedDatabase {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Returns the database of the settings for a command: `DATABASE_URL`, the embedded one of the running product, or that one started for it. With `isAlone`, a
 * running product is refused in one line.
 */
export async function reachDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  isAlone = false,
): Promise<ReachedDatabase> {
  const stop = () => Promise.resolve();
  if (DATABASE_URL !== undefined) return { url: DATABASE_URL, stop };
  if (!isAlone && existsSync(fileIn(DATA_DIR)))
    return { url: running.parse(JSON.parse(readFileSync(fileIn(DATA_DIR), 'utf8'))).databaseUrl, stop };
  mkdirSync(DATA_DIR, { recursive: true, mode: 0o700 });
  return startPostgres({ dataDir: DATA_DIR });
}
