import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBlocks, type Fold } from '#session/gate';
import { openRecordedSession, readRecordedSession } from '#session/openSession';
import { sampleFile } from '#session/recordedSessions';
import { differsFrom, shrinkAs } from '#session/shrink';
import { toTest } from '#session/toTest';
import type { RootState } from '#state/store';
import type { FleetEvent } from '#streams/event';
import { defects } from './defects.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, whose modules the tests import; git ignores it.
mkdirSync(path.join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(path.join(root, 'dist/saved-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the tests of a folder; prints the result of each file. */
const RUN = `
  const { startVitest } = await import('vitest/node');
  const [, folder] = process.argv;
  const one = { isolate: false, maxWorkers: 1, fileParallelism: false };
  const options = { root: ${JSON.stringify(root)}, config: false, watch: false, reporters: [{}], include: [folder + '/*.test.ts'], ...one };
  const vitest = await startVitest('test', [], options);
  const results = vitest.state.getTestModules().map((file) => [file.moduleId.split('/').at(-1), [...file.children.allTests()].map((test) => test.result().state).join()]);
  await vitest.close();
  process.exitCode = 0;
  console.log(JSON.stringify(Object.fromEntries(results)));
`;

async function resultsOfFolder(): Promise<Readonly<Record<string, string>>> {
  const env = { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', RUN, folder], { cwd: root, env });
  return JSON.parse(stdout);
}

const STORE = "import { reduceLog, type RootState } from '#state/store';";
const DEFECTS = JSON.stringify(fileURLToPath(new URL('defects.ts', import.meta.url)));
/** The same test in a console with a defect. */
const withDefect = (test: string, name: string) =>
  test.replace(
    STORE,
    `import type { RootState } from '#state/store';
import { defects } from ${DEFECTS};
const reduceLog = defects[${JSON.stringify(name)}].fold;`,
  );

interface Planted {
  readonly name: string;
  readonly fold: Fold;
  readonly before: RootState;
  readonly events: readonly FleetEvent[];
  readonly file: string;
}

/** Cuts the session of a defect, and writes its test twice: for the console as it is, and for the one with the defect. */
async function planted(name: string, index: number): Promise<Planted> {
  const { session, fold } = defects[name] ?? expect.fail();
  const shrunk = await shrinkAs(await readRecordedSession(sampleFile(session)), fold);
  if (shrunk === null) throw new Error(`The session ${session} does not show that ${name}.`);
  const small = await openRecordedSession(shrunk.bytes);
  const test = await toTest(small);
  const file = `planted-${String(index)}.test.ts`;
  writeFileSync(path.join(folder, file), test);
  writeFileSync(path.join(folder, `with-${file}`), withDefect(test, name));
  const { before, blocks } = await readBlocks(small);
  return { name, fold, before, events: blocks.flat(), file };
}

const names = Object.keys(defects);
let all: readonly Planted[];
let results: Readonly<Record<string, string>>;
const whole = { text: '' };
beforeAll(async () => {
  whole.text = await toTest(await readRecordedSession(sampleFile('take-over')));
  const misread = whole.text.replaceAll('"kind":"command.sent"', '"kind":"command.lost"');
  const corrected = whole.text.replace(/(\["commands \/ 0"[^\n]*"phase":)"sent"/, '$1"given"');
  for (const [name, text] of Object.entries({ whole: whole.text, misread, corrected }))
    writeFileSync(path.join(folder, `${name}.test.ts`), text);
  all = await Promise.all(names.map(planted));
  results = await resultsOfFolder();
});

it('[GATE7] a recording as a test passes in this repository, and fails when an event is understood otherwise or another value is right', () => {
  expect(whole.text).toContain('[GATE7] An requests control of a device, stops it, and Bram takes over');
  expect(readFileSync(path.join(folder, 'corrected.test.ts'), 'utf8')).not.toBe(whole.text);
  const { 'whole.test.ts': asItIs, 'misread.test.ts': misread, 'corrected.test.ts': corrected } = results;
  expect({ asItIs, misread, corrected }).toEqual({ asItIs: 'passed', misread: 'failed', corrected: 'failed' });
});

it('[SHRINK1] ten defects are planted', () => expect(names).toHaveLength(10));

describe.each(names)('%s', (name) => {
  const own = () => all.find((one) => one.name === name) ?? expect.fail();

  it('[SHRINK1] its recording is cut to the fewest events that still show it', () => {
    const { fold, before, events } = own();
    expect(events.length).toBeLessThanOrEqual(20);
    expect(differsFrom(fold)(events, before)).toBe(true);
    for (const [index] of events.entries()) expect(differsFrom(fold)(events.toSpliced(index, 1), before)).toBe(false);
  });

  it('[GATE8] its test fails with the defect and passes without it', () => {
    const { file } = own();
    expect([results[`with-${file}`], results[file]]).toEqual(['failed', 'passed']);
  });
});
