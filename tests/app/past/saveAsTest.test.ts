import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createMoments, ownBlocks } from '#app/past/moments';
import type { RecordedBlocks } from '#app/past/recordedBlocks';
import { writeTest, type KnownMoment } from '#app/past/saveAsTest';
import { canonicalState } from '#state/canonicalState';
import { stateOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { aLog, recordedLog } from './recordedLog.ts';

const sha256 = async (text: string) => createHash('sha256').update(text).digest('hex');

async function recorded(): Promise<{ readonly blocks: RecordedBlocks; readonly at: (second: number) => Promise<KnownMoment> }> {
  const blocks = ownBlocks(recordedLog(aLog(60)).recorder);
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
  const test = await writeTest(blocks, [await at(first), await at(second)], sha256);
  if ('problem' in test) throw new Error(test.problem);
  expect(test.name).toBe('moment-1970-01-01T000020.test.ts');
  const before = stateOf(JSON.parse(/stateOf\((.*)\);/.exec(test.text)?.[1] ?? ''));
  const values = [...test.text.matchAll(/^ {2}\S: (\[.*\]),$/gm)].flatMap(([, list]) => JSON.parse(list ?? '[]'));
  // Two reports and a tick each second.
  expect(values).toHaveLength(30);
  const expected = await sha256(JSON.stringify(canonicalState((await at(20)).state)));
  expect(await sha256(JSON.stringify(canonicalState(reduceLog(before, values))))).toBe(expected);
  expect(test.text).toContain(expected);
});

it('[TEST1] says why there is no test: the same moment, another log between, a block that is gone', async () => {
  const { blocks, at } = await recorded();
  const [first, second] = [await at(10), await at(20)];
  const entries = await blocks.blocks();
  const other: RecordedBlocks = { ...blocks, blocks: async () => [...entries, ...entries.map((entry) => ({ ...entry, log: 'later' }))] };
  const gone: RecordedBlocks = { ...blocks, block: async () => null };
  const closed = 'Between A and the shown moment the console was closed, or a part is no longer held.';
  expect(await writeTest(blocks, [first, first], sha256)).toEqual({ problem: 'A and the shown moment are the same.' });
  expect(await writeTest(other, [first, second], sha256)).toEqual({ problem: closed });
  expect(await writeTest(gone, [first, second], sha256)).toEqual({ problem: closed });
});
