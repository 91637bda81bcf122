import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from '#contract/schema';
import { openDatabase } from '../database/openDatabase.ts';
import { credentialKey } from '../encryption.ts';
import { auditHeadFile, readSettings } from '../settings.ts';
import { auditKey } from './chain.ts';
import { readHeadFile } from './headFile.ts';
import { verifyChain } from './verifyChain.ts';

const running = z.object({ databaseUrl: z.string() });

const settings = readSettings(process.env);

/** Returns the database URL of the settings, or that of the running embedded database. */
function databaseUrl(): string {
  const { DATABASE_URL, DATA_DIR } = settings;
  return DATABASE_URL ?? running.parse(JSON.parse(readFileSync(path.join(DATA_DIR, 'running.json'), 'utf8'))).databaseUrl;
}

// `npm run verify-record`: exits with 0 when the chain is intact, else 1.
const database = openDatabase(databaseUrl());
const found = await verifyChain(database, auditKey(credentialKey(settings)), readHeadFile(auditHeadFile(settings)));
await database.destroy();
process.stdout.write(found.isWhole ? `The record is whole: ${found.lines} lines.\n` : `The record is broken at line ${found.brokenAt}.\n`);
process.exitCode = found.isWhole ? 0 : 1;
