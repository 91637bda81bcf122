import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { readSession } from '#session/openSession';
import { sampleFile } from '#session/samples';
import { toTest } from '#session/toTest';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Inside the repository, whose modules the tests import; git ignores it.
mkdirSync(path.join(root, 'dist'), { recursive: true });
const folder = mkdtempSync(path.join(root, 'dist/saved-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the tests of a folder; the result of each by its name. */
const RUN = `
  const { startVitest } = await import('vitest/node');
  const options = { root: ${JSON.stringify(root)}, config: false, watch: false, reporters: [{}], include: [process.argv[1] + '/*.test.ts'] };
  const vitest = await startVitest('test', [], options);
  const results = vitest.state.getTestModules().flatMap((file) => [...file.children.allTests()].map((test) => [test.name, test.result().state]));
  await vitest.close();
  process.exitCode = 0;
  console.log(JSON.stringify(results.toSorted()));
`;

it('[GATE7] a recording as a test passes in this repository, and fails when an event is understood otherwise', async () => {
  const text = await toTest(await readSession(sampleFile('take-over')));
  writeFileSync(path.join(folder, 'whole.test.ts'), text);
  const defect = text.replace('[GATE7]', '[GATE7] with a defect:').replaceAll('"kind":"command.sent"', '"kind":"command.lost"');
  writeFileSync(path.join(folder, 'defect.test.ts'), defect);
  const args = ['--input-type=module', '-e', RUN, folder];
  const env = { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, VITEST_POOL_ID: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
  const note = 'An requests control of a device, stops it, and Bram takes over';
  expect(JSON.parse(stdout)).toEqual([
    [`[GATE7] ${note}`, 'passed'],
    [`[GATE7] with a defect: ${note}`, 'failed'],
  ]);
});
