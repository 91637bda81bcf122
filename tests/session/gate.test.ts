import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isInError } from '#domain/devices/treating';
import { shifts } from '#fixtures/shifts';
import { driftLines, driftOf, missingOf, readSignature, stateHash, readBlocks, type Drift, type Fold } from '#session/gate';
import { readRecordedSession } from '#session/openSession';
import { logOfShift, sampleFile } from '#session/recordedSessions';
import { reduceLog } from '#state/store';
import type { FleetEvent } from '#streams/event';

const COMMAND = fileURLToPath(new URL('../../session/run.ts', import.meta.url));
const names = Object.keys(shifts);
const signatureOf = (name: string) => readSignature(readFileSync(new URL(`../../fixtures/sessions/${name}.json`, import.meta.url), 'utf8'));
const sample = async (name: string) => readBlocks(await readRecordedSession(sampleFile(name)));

/** The drift of a session in a console whose reducers are changed. */
async function driftWith(name: string, fold: Fold): Promise<Drift> {
  const drift = driftOf(await sample(name), signatureOf(name), fold);
  if (drift === null) throw new Error('The changed console shows what was signed.');
  return drift;
}

it('[GATE1] the device of device-in-error is in error from 20 s to 45 s, and another one is removed', async () => {
  const events = (await sample('device-in-error')).blocks.flat();
  const startedAt = events[0]?.at ?? 0;
  const inError = events.filter((event) => event.kind === 'device.stateReported' && isInError(event.state));
  expect(inError.map(({ at }) => Math.round((at - startedAt) / 1_000))).toEqual(expect.arrayContaining([21, 44]));
  expect(inError.every(({ at }) => at - startedAt > 20_000 && at - startedAt < 46_000)).toBe(true);
  expect(events.filter(({ kind }) => kind === 'device.removed')).toMatchObject([{ serial: 'XE-0007-21' }]);
});

describe.each(names)('the session %s', (name) => {
  it('[GATE1] is the log of its shift, small, and holds no token', async () => {
    const { blocks } = await sample(name);
    expect(blocks.flat()).toEqual(JSON.parse(JSON.stringify(logOfShift(shifts[name]?.() ?? expect.fail()))));
    expect(blocks.length).toBeGreaterThan(1);
    expect(readFileSync(sampleFile(name)).length).toBeLessThan(16_000);
    expect(JSON.stringify(blocks)).not.toMatch(/eyJ|replayed \d|"(?:password|token)":"(?!\*\*\*)/);
  });

  it('[GATE1] every answer and push in it can be read', async () => {
    const events = (await sample(name)).blocks.flat();
    const unread = events.filter((event) => event.kind === 'frame.rejected' || event.kind === 'request.failed' || 'unread' in event);
    expect(unread).toEqual([]);
  });

  it('[GATE2] gives the signed states', async () => {
    const drift = driftOf(await sample(name), signatureOf(name), reduceLog);
    expect(drift === null ? [] : driftLines(drift)).toEqual([]);
  });

  it('[GATE2] differs from its signature where its end is missing', async () => {
    const [session, signature] = [await sample(name), signatureOf(name)];
    expect(missingOf(session, signature)).toBeNull();
    const lastCut = session.blocks.map((events, index) => (index === session.blocks.length - 1 ? events.slice(0, -1) : events));
    for (const blocks of [session.blocks.slice(0, -1), lastCut])
      expect(missingOf({ ...session, blocks }, signature)).toMatch(/^holds \d+ events in \d+ blocks?; signed were \d+ in \d+\.$/);
  });

  it('[GATE2] differs from every signature of which one block or one event has another hash', async () => {
    const [unsigned, signature] = [await sample(name), signatureOf(name)];
    const other = (hash: string) => `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`;
    const ends = unsigned.blocks.map((events) => events.at(-1)?.seq);
    for (const [index, end] of ends.entries()) {
      const blocks = signature.blocks.map((hash, place) => (place === index ? other(hash) : hash));
      expect(driftOf(unsigned, { ...signature, blocks }, reduceLog)?.event.seq).toBe(end);
    }
    expect(driftOf(unsigned, { ...signature, events: other(signature.events) }, reduceLog)?.event.seq).toBe(ends.at(-1));
  });

  it('[GATE4] gives the signed hashes in whatever batches the events arrive', async () => {
    const { before, blocks } = await sample(name);
    const batches = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 300, maxLength: 300 });
    fc.assert(
      fc.property(batches, (sizes) => {
        let state = before;
        const ends = blocks.map((events) => {
          for (let [from, next] = [0, 0]; from < events.length; next += 1) {
            const size = sizes[next] ?? 1;
            state = reduceLog(state, events.slice(from, from + size));
            from += size;
          }
          return stateHash(state);
        });
        expect(ends).toEqual(signatureOf(name).blocks);
      }),
      { numRuns: 10 },
    );
  });
});

it('[GATE3] the wall clock in a reducer turns the gate red and names the event', async () => {
  const planted: Fold = (state, events) => {
    const next = reduceLog(state, events);
    return events.some(({ kind }) => kind === 'alert.raised') ? { ...next, clock: { ...next.clock, offsetMs: Date.now() } } : next;
  };
  const { event, changed, from } = await driftWith('take-over', planted);
  const { blocks } = await sample('take-over');
  expect(event).toEqual(blocks.flat().find(({ kind }) => kind === 'alert.raised'));
  expect(changed.map(({ path }) => path.join('.'))).toContain('clock.offsetMs');
  expect(from.map(({ path }) => path.join('.'))).toEqual(['clock.offsetMs']);
});

it('[GATE3] a drift shows what the event changes, and signed and present values by path', async () => {
  const deaf: Fold = (state, events) =>
    reduceLog(
      state,
      events.filter(({ kind }) => kind !== 'command.sent'),
    );
  const drift = await driftWith('take-over', deaf);
  expect(drift.event.kind).toBe('command.sent');
  const lines = driftLines(drift).join('\n');
  expect(lines).toMatch(
    /^differs first after event \d+, command\.sent of GET .+ at 2026-03-04T13:00:11\.060Z\. It changes:\n {2}nothing$/m,
  );
  const wrongBattery: Fold = (state, events) =>
    reduceLog(
      state,
      events.map((event): FleetEvent =>
        event.kind === 'device.stateReported' ? { ...event, state: { ...event.state, battery_level: 1 } } : event,
      ),
    );
  const wrong = await driftWith('calm-shift', wrongBattery);
  expect(driftLines(wrong).join('\n')).toMatch(
    /At the end of its block, signed → now:\n(?: {2}fleet\.\w+\.\d\.state\.battery_level: \d+ → 1\n?){12}$/,
  );
});

it.each([
  ['Asia/Kathmandu', 'tr_TR.UTF-8'],
  ['America/St_Johns', 'de_DE.UTF-8'],
  ['Europe/Amsterdam', 'de_DE.UTF-8'],
])('[GATE5] the sessions are as signed in %s, %s', async (TZ, LC_ALL) => {
  const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, 'check'], { env: { ...process.env, TZ, LC_ALL } });
  expect(stdout).toBe(
    names
      .toSorted()
      .map((name) => `${name} equals its signature.\n`)
      .join(''),
  );
});
