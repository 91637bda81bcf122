/** `npm run retention -- --dry-run`: lists what the server would remove now, and removes nothing. */

import { parseArgs } from 'node:util';
import { countText } from '#domain/text/labels';
import { openDatabase } from '../../platform/database/openDatabase.ts';
import { reachDatabase } from '../../platform/embedded/reachDatabase.ts';
import { readSettings } from '../../platform/settings/settings.ts';
import { plannedRemovals, type Removals, retentionDays } from './removals.ts';

const USAGE = 'npm run retention -- --dry-run   lists what the server would remove now; the server removes it by itself, hourly\n';

const MB = 1_000_000;

/** Returns the list as lines: each file, each table with its rows, and the sum. */
function linesOf({ files, cut, rows }: Removals): readonly string[] {
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / MB;
  return [
    ...files.map(({ name, bytes }) => `${name} (${(bytes / MB).toFixed(1)} MB)`),
    ...cut.map(({ name, bytes }) => `${name} (${(bytes / MB).toFixed(1)} MB), but for its pinned spans`),
    ...rows.map(({ table, count }) => `${table}: ${countText(count, 'row')}`),
    `${countText(files.length, 'file')} with ${megabytes.toFixed(1)} MB would go. The audit record and configuration changes stay.`,
  ];
}

async function list(): Promise<string> {
  const settings = readSettings(process.env);
  const reached = await reachDatabase(settings);
  const database = openDatabase(reached.url, { isPatient: true });
  try {
    return linesOf(await plannedRemovals(database, retentionDays(settings), Date.now())).join('\n');
  } finally {
    await database.destroy();
    await reached.stop();
  }
}

if (parseArgs({ options: { 'dry-run': { type: 'boolean' } } }).values['dry-run'] === true) process.stdout.write(`${await list()}\n`);
else {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}
