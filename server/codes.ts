/** `npm run codes`: prints the demo accounts with their current one-time codes. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { offersDemo } from './identity/seed/demoFill.ts';
import { demoSignIns } from './identity/seed/demoSignIn.ts';
import { credentialKey } from './platform/secrets/encryption.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { reachDatabase } from './platform/embedded/reachDatabase.ts';
import { BadSetting, readSettings } from './platform/settings/settings.ts';
import { demoLines } from './app/demoLines.ts';

// `npm run codes`: prints the demo accounts with their current codes.

async function run(): Promise<readonly string[]> {
  const settings = readSettings(process.env);
  if (!offersDemo(settings)) throw new BadSetting('There are no codes to print: this is not the demo on this machine');
  // The first start creates the key: without it there are no accounts, and this command creates nothing.
  if (settings.DATABASE_URL === undefined && !existsSync(path.join(settings.DATA_DIR, 'credential-key')))
    throw new BadSetting(`There is no demo in ${settings.DATA_DIR} yet: npm start makes it`);
  const reached = await reachDatabase(settings);
  const database = openDatabase(reached.url, { isPatient: true });
  try {
    return demoLines(await demoSignIns({ settings, database, credentialKey: credentialKey(settings), now: () => Date.now() }));
  } finally {
    await database.destroy();
    await reached.stop();
  }
}

try {
  process.stdout.write(`${(await run()).join('\n')}\n`);
} catch (error) {
  process.stderr.write(`orangery: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
