import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { migrate } from './app/migrations.ts';
import { setUp } from './app/setup.ts';
import { openDatabase } from './platform/database/openDatabase.ts';
import { reachDatabase } from './platform/embedded/reachDatabase.ts';
import { BadSetting, readSettings } from './platform/settings.ts';

// `npm run setup`: creates the first organisation and administrator, by arguments or questions.

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

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { organisation: text, group: text, email: text, name: text, 'family-name': text } });
  const settings = readSettings(process.env);
  if (settings.isDemo) throw new BadSetting('Setting DEMO: the demo has organisations and accounts; set DEMO=false, or OIDC_ISSUER');
  const entries = await askFor(values);
  const reached = await reachDatabase(settings);
  const database = openDatabase(reached.url, { isPatient: true });
  try {
    await migrate(database);
    const lines = await setUp({ settings, database, now: () => Date.now() }, entries);
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
