import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aLog } from '../past/recordedLog.ts';
import { sessionFile } from './aSession.ts';

const COMMAND = fileURLToPath(new URL('../../session/run.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'orangery-session-'));
const [file, part, mcap, bad, visits] = ['whole.orangery', 'part.orangery', 'whole.mcap', 'bad.orangery', 'visits.orangery'].map((name) =>
  path.join(folder, name),
);
const run = (...args: readonly (string | undefined)[]) =>
  spawnSync(process.execPath, [COMMAND, ...args.map((one) => one ?? '')], { encoding: 'utf8' });

beforeAll(async () => {
  writeFileSync(file ?? '', await sessionFile());
  // The clock was set back by 30 s before the second visit, which ends before the first one.
  const secondVisit = aLog(10).map((event) => ({ ...event, at: event.at + 30_000 }));
  writeFileSync(visits ?? '', await sessionFile([...aLog(60), ...secondVisit], aLog(60).length));
  writeFileSync(bad ?? '', (await sessionFile()).fill(0, 900, 960));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('[SESSION1] [SESSION2] [SESSION3] [SESSION5] the commands work on files', () => {
  expect(run('verify', file)).toMatchObject({ status: 0, stdout: 'The recording is whole: 4 blocks.\n' });
  expect(run('cut', file, part, '--from', '1970-01-01T00:00:20.500Z', '--to', '1970-01-01T00:00:45Z').status).toBe(0);
  expect(run('info', part).stdout).toMatch(/events {7}75\n/);
  expect(run('convert', file, mcap)).toMatchObject({ status: 0, stdout: `${mcap ?? ''}\n` });
  run('cut', file, part, '--from', '1970-01-01T00:00:20.500Z', '--to', '1970-01-01T00:00:21Z');
  expect(run('verify', part).stdout).toBe('The recording is whole: 1 block.\n');
});

it('[SESSION3] a span outside a damaged block is cut all the same', () => {
  const span = (from: number, to: number) =>
    run('cut', bad, part, '--from', new Date(from).toISOString(), '--to', new Date(to).toISOString());
  expect(span(0, 100_000)).toMatchObject({ status: 1, stdout: '' });
  expect(span(45_000, 100_000)).toMatchObject({ status: 0, stderr: '' });
  expect(run('verify', part).stdout).toMatch(/^The recording is whole/);
});

it('[SESSION1] info prints the last instant of any block, also where the clock was set back between two visits', () => {
  const toOf = (of?: string) => /from, to .* to (.*), /.exec(run('info', of).stdout)?.[1];
  expect(toOf(visits)).toBe(toOf(file));
});

it('[GATE7] [SHRINK2] a recording of two visits is neither a test nor shrunk before it is cut to one of them', () => {
  const test = path.join(folder, 'visits.test.ts');
  const refused = { status: 1, stderr: 'The recording holds several visits, or a part is missing: cut one visit first.\n' };
  expect(run('convert', visits, test)).toMatchObject(refused);
  expect(run('shrink', visits, part, '--test', 'false')).toMatchObject(refused);
  expect(run('cut', visits, part, '--to', '1970-01-01T00:00:29Z')).toMatchObject({ status: 0 });
  expect(run('convert', part, test)).toMatchObject({ status: 0, stderr: '' });
});

it.each([
  ['adjoining blocks', 31_000, 0],
  ['blocks with a time between them that is not held', 33_000, 1],
])('[GATE7] of the history of a server, %s are a test or refused', async (_, shiftMs, status) => {
  const own = path.join(folder, 'history.orangery');
  const later = aLog(30).map((event) => ({ ...event, at: event.at + shiftMs }));
  const events = [...aLog(30), ...later].map((event) => ({ ...event, source: 'history' }));
  writeFileSync(own, await sessionFile(events, aLog(30).length));
  expect(run('convert', own, path.join(folder, 'history.test.ts'))).toMatchObject({ status });
});

it('[GATE9] accept writes nothing where a session gives the signed states', () => {
  const files = ['orangery', 'json'].map((end) => fileURLToPath(new URL(`../../fixtures/sessions/clock-change.${end}`, import.meta.url)));
  const written = () => files.map((one) => statSync(one).mtimeMs);
  const before = written();
  expect(run('accept', 'clock-change').stdout).toBe('clock-change did not differ; nothing was written.\n');
  expect(written()).toEqual(before);
});

it('[SESSION6] [SESSION2] an error is one line and status 1', () => {
  for (const args of [
    [],
    ['verify', bad],
    ['info', `${bad ?? ''}.missing`],
    ['convert', file, 'out.txt'],
    ['cut', file, part, '--from', 'yesterday'],
    ['verify', file, part],
    ['info', file, '--to-day'],
    ['cut', file, part, 'more'],
    ['check', 'calm-shift', 'take-over'],
    ['accept', 'calm-shift', 'take-over'],
    ['convert', file, path.join(folder, 'missing', 'whole.mcap')],
  ]) {
    const { status, stdout, stderr } = run(...args);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]{10,200}\n$/);
    expect(stderr).not.toMatch(/could not be read: (?:ENOENT|Unknown)/);
  }
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
});
