import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { stateHash, unpacked, type Fold } from '#session/gate';
import { openSession, readSession } from '#session/openSession';
import { sampleFile } from '#session/samples';
import { fewestEvents, shrink, type StillFails } from '#session/shrink';
import { reduceLog } from '#state/store';
import type { EventKind, FleetEvent } from '#streams/event';

const COMMAND = fileURLToPath(new URL('../../session/run.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'orangery-shrink-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A console that does not know events of a kind. */
const deafTo =
  (kind: EventKind): Fold =>
  (state, events) =>
    reduceLog(
      state,
      events.filter((event) => event.kind !== kind),
    );
/** A console that reads an event as another one. */
const reading =
  (change: (event: FleetEvent) => FleetEvent): Fold =>
  (state, events) =>
    reduceLog(state, events.map(change));
const withoutError = reading((event) =>
  event.kind === 'device.stateReported' ? { ...event, state: { ...event.state, error_code: null } } : event,
);
const oldReports = reading((event) => (event.kind === 'device.stateReported' ? { ...event, reportedAt: 0 } : event));

const differs =
  (fold: Fold): StillFails =>
  (events, before) =>
    stateHash(fold(before, events)) !== stateHash(reduceLog(before, events));

describe('a recording is cut to the fewest events that still fail', () => {
  it.each<[string, string, Fold]>([
    ['an error is not shown', 'device-in-error', withoutError],
    ['reports have no age', 'calm-shift', oldReports],
    ['a route is not followed', 'take-over', deafTo('route.entered')],
    ['a sent command stays open', 'take-over', deafTo('command.sent')],
    ['a rejected command stays open', 'take-over', deafTo('command.rejected')],
    ['a command is not noted', 'take-over', deafTo('command.requested')],
    ['answers are not kept', 'calm-shift', deafTo('request.succeeded')],
    ['confirmed answers look old', 'lost-socket', deafTo('request.unchanged')],
    ['the clock stands still', 'clock-change', deafTo('clock.ticked')],
    ['the session is not known', 'calm-shift', deafTo('session.opened')],
  ])('[SHRINK1] %s', async (_, name, fold) => {
    const shrunk = await shrink(await readSession(sampleFile(name)), differs(fold));
    if (shrunk === null) throw new Error('The planted defect shows in this session.');
    const { before, blocks } = await unpacked(await openSession(shrunk.bytes));
    const events = blocks.flat();
    expect(events.length).toBeLessThanOrEqual(20);
    expect(differs(fold)(events, before)).toBe(true);
    for (const [index] of events.entries()) expect(differs(fold)(events.toSpliced(index, 1), before)).toBe(false);
  });

  it('[SHRINK1] of events that fail only together, all stay, and only those', async () => {
    const { blocks } = await unpacked(await readSession(sampleFile('calm-shift')));
    const needed = [3, 50, 51, 120, 170];
    const left = await fewestEvents(blocks.flat(), (events) => needed.every((seq) => events.some((event) => event.seq === seq)));
    expect(left.map(({ seq }) => seq)).toEqual(needed);
  });

  it('[SHRINK2] one that does not fail is refused', async () => {
    expect(await shrink(await readSession(sampleFile('calm-shift')), () => false)).toBeNull();
  });

  it('[SHRINK1] [SHRINK2] the command shrinks a file with another command', async () => {
    const out = path.join(folder, 'small.orangery');
    const run = (test: string) =>
      promisify(execFile)(process.execPath, [COMMAND, 'shrink', sampleFile('clock-change'), out, '--test', test]);
    // Fails for every file: one event is left.
    expect((await run('false')).stdout).toBe(`${out}, events left: 1\n`);
    await expect(run('true')).rejects.toMatchObject({ stderr: 'The command does not fail with this recording.\n' });
  });
});
