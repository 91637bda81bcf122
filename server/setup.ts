/** `npm run setup`: creates the first organisation and administrator of an installation, or recovers an account that is locked out. */

import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { migrate } from './app/migrations.ts';
import type { Kysely } from 'kysely';
import { refuseDemoData } from './app/demoData.ts';
import { recover } from './app/recover.ts';
import { setUp, type FirstEntries } from './app/setup.ts';
import { createAudit } from './platform/audit/audit.ts';
import { auditKey } from './platform/audit/chain.ts';
import { type AuditHead, openHeadFile } from './platform/audit/headFile.ts';
import type { Database } from './platform/database/tables.ts';
import { credentialKey } from './platform/secrets/encryption.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { reachDatabase } from './platform/embedded/reachDatabase.ts';
import { auditHeadFile, BadSetting, readSettings, type Settings } from './platform/settings/settings.ts';

// `npm run setup`: creates the first organisation and administrator from arguments or answers to questions; with `--recover ADDRESS`, restores access
// to an account.

const questions = {
  organisation: 'Name of the organisation',
  group: 'Its authentication group, as the identity provider names it',
  email: 'E-mail address of the administrator',
  name: 'First name',
  'family-name': 'Family name',
} as const;
const text = { type: 'string' } as const;

async function askFor(values: Readonly<Partial<Record<keyof typeof questions, string>>>) {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = async (name: keyof typeof questions) => (values[name] ?? (await terminal.question(`${questions[name]}: `))).trim();
  const [organisation, group, email, name] = [
    await answer('organisation'),
    await answer('group'),
    await answer('email'),
    await answer('name'),
  ];
  const entries = { organisation, group, email, name, family_name: await answer('family-name') };
  terminal.close();
  return entries;
}

type Act = (database: Kysely<Database>) => Promise<readonly string[]>;
const now = () => Date.now();

/** Runs the set-up or recovery, and stores the end of the audit record in its file. */
async function withEnd<T>(settings: Settings, act: (onEnd: (end: AuditHead) => void) => Promise<T>): Promise<T> {
  const file = openHeadFile(auditHeadFile(settings), {
    failed: () => process.stderr.write('orangery: the end of the audit record cannot be written to its file\n'),
    worked: () => undefined,
  });
  try {
    return await act(file.note);
  } finally {
    file.close();
  }
}

const setUpWith =
  (settings: Settings, entries: FirstEntries): Act =>
  (database) =>
    withEnd(settings, (onEnd) => {
      const audit = createAudit({ database, key: auditKey(credentialKey(settings)), onEnd });
      return setUp({ settings, database, now, audit }, entries);
    });

const recoverWith =
  (settings: Settings, email: string): Act =>
  (database) =>
    withEnd(settings, (onAuditEnd) => recover({ settings, database, credentialKey: credentialKey(settings), now, onAuditEnd }, email));

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { organisation: text, group: text, email: text, name: text, 'family-name': text, recover: text },
  });
  const settings = readSettings(process.env);
  if (settings.isDemo) throw new BadSetting('Setting DEMO: the demo has organisations and accounts; set DEMO=false, or OIDC_ISSUER');
  const act = values.recover === undefined ? setUpWith(settings, await askFor(values)) : recoverWith(settings, values.recover);
  const reached = await reachDatabase(settings);
  const database = openDatabase(reached.url, { isPatient: true });
  try {
    await migrate(database);
    await refuseDemoData(database, settings);
    const lines = await act(database);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.destroy();
    await reached.stop();
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`orangery: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
