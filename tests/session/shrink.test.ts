import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { readBlocks } from '#session/gate';
import { readRecordedSession } from '#session/openSession';
import { sampleFile } from '#session/recordedSessions';
import { fewestEvents, shrink } from '#session/shrink';

const COMMAND = fileURLToPath(new URL('../../session/run.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'orangery-shrink-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a recording is cut to the fewest events that still fail', () => {
  it('[SHRINK1] events that fail only together all stay, and only those', async () => {
    const { blocks } = await readBlocks(await readRecordedSession(sampleFile('calm-shift')));
    const needed = [3, 50, 51, 120, 170];
    const left = await fewestEvents(blocks.flat(), (events) => needed.every((seq) => events.some((event) => event.seq === seq)));
    expect(left.map(({ seq }) => seq)).toEqual(needed);
  });

  it('[SHRINK2] one that does not fail is refused', async () => {
    expect(await shrink(await readRecordedSession(sampleFile('calm-shift')), () => false)).toBeNull();
  });

  it('[SHRINK1] [SHRINK2] the command shrinks a file with another command', async () => {
    const out = path.join(folder, 'small.orangery');
    const run = (test: string) =>
      promisify(execFile)(process.execPath, [COMMAND, 'shrink', sampleFile('clock-change'), out, '--test', test]);
    // Fails for every file: one event is left.
    expect((await run('false')).stdout).toBe(`${out}, events left: 1\n`);
    await expect(run('true')).rejects.toMatchObject({ stderr: 'The command does not fail with this recording.\n' });
  });

  it('[SHRINK1] [SHRINK2] [GATE8] the commands take another checkout as the console without the fault', async () => {
    const out = path.join(folder, 'other.orangery');
    const test = path.join(folder, 'other.test.ts');
    const other = path.join(folder, 'state');
    mkdirSync(other, { recursive: true });
    const own = JSON.stringify(new URL('../../state/store.ts', import.meta.url).href);
    const otherStore = (commands: string) =>
      `import { reduceLog as fold } from ${own};
      export const reduceLog = (before, events) => {
        const state = fold(before, events);
        return { ...state, commands: ${commands} };
      };`;
    const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [COMMAND, ...args, '--as', folder]);
    writeFileSync(path.join(other, 'store.ts'), otherStore('state.commands'));
    await expect(run('shrink', sampleFile('take-over'), out)).rejects.toMatchObject({ stderr: 'Both consoles show the same.\n' });
    writeFileSync(path.join(other, 'store.ts'), otherStore('state.commands.map((own) => ({ ...own, failure: null }))'));
    expect((await run('shrink', sampleFile('take-over'), out)).stdout).toBe(`${out}, events left: 2\n`);
    await run('convert', out, test);
    expect(readFileSync(test, 'utf8')).toContain('"failure":null');
    await expect(promisify(execFile)(process.execPath, [COMMAND, 'shrink', out, out, '--as', tmpdir()])).rejects.toMatchObject({
      stderr: expect.stringContaining('holds no console'),
    });
  });
});
