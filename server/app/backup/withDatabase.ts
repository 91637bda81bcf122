import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { z } from '#contract/schema';
import { startPostgres } from '../../platform/embedded/postgres.ts';
import type { Settings } from '../../platform/settings.ts';

const running = z.object({ databaseUrl: z.string() });

/** Returns the address of the embedded database of a running server; null when none runs. */
function runningUrl(dataDir: string): string | null {
  const file = path.join(dataDir, 'running.json');
  return existsSync(file) ? running.parse(JSON.parse(readFileSync(file, 'utf8'))).databaseUrl : null;
}

/**
 * Runs with a connection to the database of the settings. The embedded one is started for it when no server runs; with `isAlone`, it is refused in one line
 * when one does.
 */
export async function withDatabase<T>(
  { DATABASE_URL, DATA_DIR }: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>,
  isAlone: boolean,
  run: (client: Client, url: string) => Promise<T>,
): Promise<T> {
  const known = DATABASE_URL ?? (isAlone ? null : runningUrl(DATA_DIR));
  const own = known === null ? await startPostgres({ dataDir: DATA_DIR }) : null;
  const url = known ?? own?.url ?? '';
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await run(client, url);
  } finally {
    await client.end();
    await own?.stop();
  }
}
