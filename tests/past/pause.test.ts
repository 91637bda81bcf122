import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks } from '#past/moments/moments';
import { gapAt } from '#past/recorder/recordedBlocks';
import { selectDevice } from '#state/fleet';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { aJoinedPast } from './aJoinedPast.ts';
import { profile, recordedLog } from './recordedLog.ts';

/** A console whose computer slept from second 30 to second 900. */
const SLEPT = eventsOf(
  [0, { kind: 'session.opened', profile }, 'session'],
  ...[10, 20, 30, 900, 910].flatMap((second): readonly TimedEvent[] => [
    [second, reported('LF-01', second, { battery_level: 99 })],
    [second, ticked, 'log'],
  ]),
);
const MINUTES = Array.from({ length: 20 }, (_, minute) => minute);
const atSecond = async (past: ReturnType<typeof aJoinedPast>, second: number) => {
  const moment = await createMoments(past).seek(second * 1_000);
  return moment === null ? null : [moment.at / 1_000, selectDevice(moment.state, 'LF-01')?.state.battery_level];
};

it.each([
  ['before the sleep', 20, [20, 99]],
  ['in the sleep', 605, [605, 5]],
  ['after it', 905, [905, 99]],
])('[NIGHT26] where the server has a history, a moment %s is of what was there', async (_, second, expected) => {
  expect(await atSecond(aJoinedPast(SLEPT, MINUTES), second)).toEqual(expected);
});

it('[NIGHT26] without a history, the nearest moment is the last one before the sleep', async () => {
  expect(await atSecond(ownBlocks(recordedLog(SLEPT).recorder, recordingCodec), 605)).toEqual([30, 99]);
});

it('[NIGHT26] steps lead over a sleep through the history, and a span with a sleep is read from it', async () => {
  const past = aJoinedPast(SLEPT, MINUTES);
  const moments = createMoments(past);
  const last = await moments.seek(30_000);
  expect(last === null ? null : (await moments.step(last, 1)).at).toBe(31_000);
  const first = await moments.seek(900_000);
  expect(first === null ? null : (await moments.step(first, -1)).at).toBe(899_000);
  const logsOf = async (from: number, to: number) =>
    new Set((await past.blocksOfSpan?.({ from: from * 1_000, to: to * 1_000 }))?.map(({ log }) => log === 'history'));
  expect([await logsOf(10, 29), await logsOf(10, 905), await logsOf(901, 909)]).toEqual([
    new Set([false]),
    new Set([true]),
    new Set([false]),
  ]);
});

it.each([
  ['in a sleep of the console', SLEPT, 605, true],
  ['of the own recording', SLEPT, 905, undefined],
  ['where nothing was recorded', [], 605, undefined],
])(
  '[CLOCK14] whether the own recording lies behind a moment of the history, which playback then reaches: %s',
  async (_, own, second, isBeforeOwn) => {
    const moment = await createMoments(aJoinedPast(own, MINUTES)).seek(second * 1_000);
    expect([moment?.at, moment?.isBeforeOwn]).toEqual([second * 1_000, isBeforeOwn]);
  },
);

const MINUTE = 60_000;
it.each<[string, readonly (readonly [log: string, firstAt: number, lastAt: number])[], boolean]>([
  [
    'between two visits',
    [
      ['1', 0, 4],
      ['2', 6, 9],
    ],
    true,
  ],
  [
    'in a sleep',
    [
      ['1', 0, 3],
      ['1', 8, 9],
    ],
    true,
  ],
  [
    'between two blocks of a hidden page',
    [
      ['1', 0, 4],
      ['1', 6, 9],
    ],
    false,
  ],
  ['within a block of an earlier version that slept', [['1', 0, 9]], false],
  [
    'between two blocks of the history',
    [
      ['history', 0, 2],
      ['history', 8, 9],
    ],
    false,
  ],
])('[NIGHT26] whether a recording has a gap %s', (_, blocks, isGap) => {
  const entries = blocks.map(([log, firstAt, lastAt]) => ({ log, firstAt: firstAt * MINUTE, lastAt: lastAt * MINUTE }));
  expect(gapAt(entries, 5 * MINUTE) !== null).toBe(isGap);
});
