/** `npm run verify-record`: verifies the audit record and prints the result. */

import { openDatabase } from '../database/openDatabase.ts';
import { reachDatabase } from '../embedded/reachDatabase.ts';
import { credentialKey } from '../secrets/encryption.ts';
import { auditHeadFile, readSettings } from '../settings/settings.ts';
import { auditKey } from './chain.ts';
import { readHeadFile } from './headFile.ts';
import { countText } from '#domain/text/labels';
import { verifyChain } from './verifyChain.ts';

// `npm run verify-record`: exits with 0 if the chain is intact, otherwise with 1.
const settings = readSettings(process.env);
const reached = await reachDatabase(settings);
const database = openDatabase(reached.url);
const found = await verifyChain(database, auditKey(credentialKey(settings)), readHeadFile(auditHeadFile(settings)));
await database.destroy();
await reached.stop();
process.stdout.write(
  found.isWhole ? `The record is whole: ${countText(found.lines, 'line')}.\n` : `The record is broken at line ${found.brokenAt}.\n`,
);
process.exitCode = found.isWhole ? 0 : 1;
