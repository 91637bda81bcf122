import { expect, it } from 'vitest';
import type { FleetEvent } from '#streams/event';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock, type Keyframe } from '#streams/recording/eventBlock';
import { extendedBlock, joinedBlock, measuredBlock, openedBlock, sealedBlock, type OpenBlock } from '#streams/recording/openBlock';
import { pieceOf, type Piece } from '#streams/recording/piece';
import { eventsOf, reported, ticked } from '../../state/eventsOf.ts';
import { nodeCodec } from '#session/nodeCodec';

const serials = ['LF-01', 'LF-02', 'LF-03'];
/** A log of `count` seconds: three reports and a tick each. */
const secondsOf = (count: number): readonly FleetEvent[] =>
  eventsOf(
    ...Array.from({ length: count }, (_, second) => [
      ...serials.map(
        (serial) =>
          [
            second,
            reported(serial, second, { battery_level: (second * second * 7) % 97, current_pose_x: ((second * 7_919) % 9_973) / 100 }),
          ] as const,
      ),
      [second, ticked, 'log'] as const,
    ]).flat(),
  );
const keyframe = (text: string): Keyframe => ({ reports: [], rest: { text } });

/** The events of each second as a piece; the first one has a keyframe. */
function piecesOf(events: readonly FleetEvent[], first: Keyframe = keyframe('before')): readonly Piece[] {
  const seconds = [...new Set(events.map(({ at }) => at))];
  const inSecond = (second: number) => events.filter(({ at }) => at === second);
  return seconds.flatMap((second, index) => pieceOf(inSecond(second), index === 0 ? first : null, nodeCodec) ?? []);
}

const eventsIn = (bytes: Uint8Array) => {
  const block = readBlock(bytes, nodeCodec);
  return Array.from({ length: block.count }, (_, index) => block.eventAt(index));
};
const openBlockOf = ([first, ...others]: readonly Piece[]): OpenBlock => {
  const opened = first === undefined ? null : openedBlock(first);
  if (opened === null) throw new Error('the first piece has no keyframe');
  return others.reduce(extendedBlock, opened);
};

it('[REC11] a piece holds its events, where they lie in the log, and the state before them when a block begins', () => {
  const events = secondsOf(5);
  const pieces = piecesOf(events);
  expect(pieces.map(({ summary }) => [summary.firstSeq, summary.count, summary.firstAt, summary.lastAt])).toEqual([
    [0, 4, 0, 0],
    [4, 4, 1_000, 1_000],
    [8, 4, 2_000, 2_000],
    [12, 4, 3_000, 3_000],
    [16, 4, 4_000, 4_000],
  ]);
  expect(pieces.flatMap(({ events: bytes }) => eventsIn(bytes))).toEqual(events);
  expect(pieces.map((piece) => piece.keyframe !== null)).toEqual([true, false, false, false, false]);
  expect(pieceOf([], null, nodeCodec)).toBeNull();
});

it('[REC12] a sealed block is its pieces joined, with keyframe and summary', async () => {
  const events = secondsOf(9);
  const open = openBlockOf(piecesOf(events));
  expect(open.summary).toEqual({ firstSeq: 0, count: 36, firstAt: 0, lastAt: 8_000 });
  const sealed = await unframeBlock(await sealedBlock(open, nodeCodec), nodeCodec);
  expect(sealed).toEqual(joinedBlock(open, nodeCodec));
  expect(eventsIn(sealed)).toEqual(events);
  expect(readBlock(sealed, nodeCodec).keyframe?.rest).toEqual({ text: 'before' });
});

const noise = (length: number) => Array.from({ length }, (_, index) => ((index * 7_919) % 9_973).toString(36)).join('');

it.each([
  ['is far smaller than its events', 10, true],
  ['is larger than a fifth of it', 60_000, false],
])('[REC12] a block whose keyframe %s is full: %s', async (_, length, isFull) => {
  const open = openBlockOf(piecesOf(secondsOf(400), keyframe(noise(length))));
  expect((await measuredBlock({ ...open, measuredAt: 0 }, nodeCodec)).isFull).toBe(isFull);
});

it('[REC12] a block ends after half an hour, however little happened', async () => {
  const quiet = openBlockOf(piecesOf(eventsOf([0, ticked], [1_799, ticked])));
  const full = openBlockOf(piecesOf(eventsOf([0, ticked], [1_800, ticked])));
  expect((await measuredBlock(quiet, nodeCodec)).isFull).toBe(false);
  expect((await measuredBlock(full, nodeCodec)).isFull).toBe(true);
});
