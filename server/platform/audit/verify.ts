import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '#contract/schema';
import { openDatabase } from '../database/openDatabase.ts';
import { readSettings } from '../settings.ts';
import { verifyChain } from './verifyChain.ts';

const running = z.object({ databaseUrl: z.string() });

/** The database of the settings, or the embedded one of the product that runs. */
function databaseUrl(): string {
  const { DATABASE_URL, DATA_DIR } = readSettings(process.env);
  return DATABASE_URL ?? running.parse(JSON.parse(readFileSync(path.join(DATA_DIR, 'running.json'), 'utf8'))).databaseUrl;
}

// `npm run verify-record`: exit code 0 while the record is whole.
const database = openDatabase(databaseUrl());
const found = await verifyChain(database);
await database.destroy();
process.stdout.write(found.isWhole ? `The record is whole: ${found.lines} lines.\n` : `The record is broken at line ${found.brokenAt}.\n`);
process.exitCode = found.isWhole ? 0 : 1;
