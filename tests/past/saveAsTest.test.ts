import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks } from '#past/moments/moments';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { writeTest, type KnownMoment } from '#past/file/saveAsTest';
import { canonicalState, differences } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
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
