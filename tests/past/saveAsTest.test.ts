import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks } from '#past/moments/moments';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { writeTest, type KnownMoment } from '#past/file/saveAsTest';
import { canonicalState, differences } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { aJoinedPast } from './aJoinedPast.ts';
import { aLog, recordedLog } from './recordedLog.ts';

async function recorded(): Promise<{ readonly blocks: RecordedBlocks; readonly at: (second: number) => Promise<KnownMoment> }> {
  const blocks = ownBlocks(recordedLog(aLog(60)).recorder, recordingCodec);
  const moments = createMoments(blocks);
  const at = async (second: number) => {
    const moment = await moments.seek(second * 1_000);
    if (moment === null) throw new Error('nothing is recorded');
    return { at: moment.at, state: moment.state };
  };
  return { blocks, at };
}

it.each([
  [10, 20],
  [20, 10],
])('[TEST1] the events between second %i and %i lead from the one state to the other', async (first, second) => {
  const { blocks, at } = await recorded();
  const test = await writeTest(blocks, [await at(first), await at(second)]);
  if ('problem' in test) throw new Error(test.problem);
  expect(test.name).toBe('moment-1970-01-01T000020.test.ts');
  const before = stateOf(JSON.parse(/stateOf\((.*)\);/.exec(test.text)?.[1] ?? ''));
  const values = [...test.text.matchAll(/^ {2}\S: (\[.*\]),$/gm)].flatMap(([, list]) => JSON.parse(list ?? '[]'));
  // Two reports and a tick each second.
  expect(values).toHaveLength(30);
  const end = canonicalState((await at(20)).state);
  expect(canonicalState(reduceLog(before, values))).toEqual(end);
  const expected = [...test.text.matchAll(/^ {2}(\[".*\]),$/gm)].map(([, line]) => JSON.parse(line ?? ''));
  expect(expected).toEqual(differences(canonicalState(before), end).map(({ path, after }) => [path.join(' / '), after]));
  expect(expected).toContainEqual(['fleet / rows / 0 / state / battery_level', 19]);
});

it('[TEST1] says why there is no test: the same moment, another log between, a block that is gone', async () => {
  const { blocks, at } = await recorded();
  const [first, second] = [await at(10), await at(20)];
  const entries = await blocks.blocks();
  const other: RecordedBlocks = { ...blocks, blocks: async () => [...entries, ...entries.map((entry) => ({ ...entry, log: 'later' }))] };
  const gone: RecordedBlocks = { ...blocks, block: async () => null };
  const closed = 'Between A and the shown moment the console was closed, or a part is no longer held.';
  expect(await writeTest(blocks, [first, first])).toEqual({ problem: 'A and the shown moment are the same.' });
  expect(await writeTest(other, [first, second])).toEqual({ problem: closed });
  expect(await writeTest(gone, [first, second])).toEqual({ problem: closed });
});

const CLOSED = 'Between A and the shown moment the console was closed, or a part is no longer held.';
const OWN_MS = 600_000;
const laterLog = aLog(60).map((event) => ({ ...event, at: event.at + OWN_MS }));

/** The test of a span, in seconds, of a console that recorded the eleventh minute, and whose server holds minutes. */
async function joinedTest(first: number, second: number, minutes: readonly number[]) {
  const blocks = aJoinedPast(laterLog, minutes);
  const moments = createMoments(blocks);
  const at = async (wanted: number): Promise<KnownMoment> => {
    const moment = await moments.seek(wanted * 1_000);
    if (moment === null) throw new Error('nothing is held');
    return { at: wanted * 1_000, state: moment.state };
  };
  return writeTest(blocks, [await at(first), await at(second)]);
}

it('[TEST2] of the history, the events of its blocks are a test', async () => {
  const test = await joinedTest(110, 130, [1, 2]);
  if ('problem' in test) throw new Error(test.problem);
  const values = [...test.text.matchAll(/^ {2}\S: (\[.*\]),$/gm)].flatMap(([, list]) => JSON.parse(list ?? '[]'));
  // A report and a tick each second, and the begin of a block.
  expect(values).toHaveLength(41);
});

it.each([
  ['begins before what is held', 30, 90, [1]],
  ['ends behind what is held', 90, 150, [1]],
  ['has a block between that is not held', 90, 200, [1, 3]],
  ['is not held at all', 300, 330, [1]],
  ['begins before the own recording', 590, 630, []],
] as const)('[TEST2] a span that %s is no test', async (_, first, second, minutes) => {
  expect(await joinedTest(first, second, minutes)).toEqual({ problem: CLOSED });
});
