import { expect, it } from 'vitest';
import type { FleetEvent } from '#streams/event';
import { unframeBlock } from '#streams/recording/blockFrame';
import { readBlock, type Keyframe } from '#streams/recording/eventBlock';
import { extendedBlock, joinedBlock, measuredBlock, openedBlock, sealedBlock, type OpenBlock } from '#streams/recording/openBlock';
import { pieceWriter, type Piece } from '#streams/recording/pieceWriter';
import { eventsOf, reported, ticked } from '../../state/eventsOf.ts';
import { nodeCodec } from '#session/nodeCodec';

const serials = ['LF-01', 'LF-02', 'LF-03'];
/** A log of so many seconds: three reports and a tick each. */
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

function piecesOf(events: readonly FleetEvent[], beginAt: readonly number[] = []): readonly Piece[] {
  const pieces: Piece[] = [];
  const writer = pieceWriter(nodeCodec, (piece) => pieces.push(piece));
  events.forEach((event, index) => {
    if (beginAt.includes(index)) writer.beginBlock();
    writer.push([event], () => keyframe(`before ${String(index)}`));
  });
  writer.flush();
  return pieces;
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

it('[REC11] a log is cut into pieces of a second, in order and without loss; the first has the state before it', () => {
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
});

it('[REC11] a new block begins where it is asked for, in the middle of a second too, with the state before its first event', () => {
  const pieces = piecesOf(secondsOf(3), [6]);
  expect(pieces.map(({ summary }) => summary.firstSeq)).toEqual([0, 4, 6, 8]);
  const begun = pieces[2]?.keyframe ?? null;
  expect(begun === null ? null : readBlock(begun, nodeCodec).keyframe?.rest).toEqual({ text: 'before 6' });
});

it('[REC12] a sealed block is its pieces joined, with keyframe and summary', async () => {
  const events = secondsOf(9);
  const open = openBlockOf(piecesOf(events));
  expect(open.summary).toEqual({ firstSeq: 0, count: 36, firstAt: 0, lastAt: 8_000 });
  const sealed = await unframeBlock(await sealedBlock(open, nodeCodec), nodeCodec);
  expect(sealed).toEqual(joinedBlock(open, nodeCodec));
  expect(eventsIn(sealed)).toEqual(events);
  expect(readBlock(sealed, nodeCodec).keyframe?.rest).toEqual({ text: 'before 0' });
});

const noise = (length: number) => Array.from({ length }, (_, index) => ((index * 7_919) % 9_973).toString(36)).join('');

it.each([
  ['is far smaller than its events', 10, true],
  ['is larger than a fifth of it', 60_000, false],
])('[REC12] a block whose keyframe %s is full: %s', async (_, length, isFull) => {
  const pieces = piecesOf(secondsOf(400));
  const [first, ...others] = pieces;
  const large: Piece[] = [];
  const writer = pieceWriter(nodeCodec, (piece) => large.push(piece));
  writer.push(secondsOf(1), () => keyframe(noise(length)));
  writer.flush();
  const begun = large[0];
  const open = openBlockOf(begun === undefined || first === undefined ? [] : [begun, first, ...others]);
  expect((await measuredBlock({ ...open, measuredAt: 0 }, nodeCodec)).isFull).toBe(isFull);
});

it('[REC12] a block ends after half an hour, however little happened', async () => {
  const quiet = openBlockOf(piecesOf(eventsOf([0, ticked], [1_799, ticked])));
  const full = openBlockOf(piecesOf(eventsOf([0, ticked], [1_800, ticked])));
  expect((await measuredBlock(quiet, nodeCodec)).isFull).toBe(false);
  expect((await measuredBlock(full, nodeCodec)).isFull).toBe(true);
});
