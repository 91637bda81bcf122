import { describe, expect, it } from 'vitest';
import type { BlockStore } from '#edge/recorder/blockStore';
import { createFlightRecorder } from '#edge/recorder/flightRecorder';
import { memoryStore } from '#edge/recorder/memoryStore';
import { createRecorder, KEPT_MS, OPEN_ID, type Recorder } from '#edge/recorder/recorder';
import type { FleetEvent } from '#streams/event';
import { readBlock } from '#streams/recording/eventBlock';
import { pieceWriter, type Piece } from '#streams/recording/pieceWriter';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { nodeCodec } from '#session/nodeCodec';

/** One piece with a second of the log; the first of a block has a keyframe. */
function aPiece(second: number, isFirst = false): Piece {
  const pieces: Piece[] = [];
  const writer = pieceWriter(nodeCodec, (piece) => pieces.push(piece));
  const events: readonly FleetEvent[] = eventsOf([second, reported('LF-01', second)], [second, ticked]).map((event, index) => ({
    ...event,
    seq: second * 2 + index,
  }));
  writer.push(events, () => ({ reports: [], rest: { second } }));
  writer.flush();
  const [piece] = pieces;
  if (piece === undefined) throw new Error('no piece');
  return isFirst ? piece : { ...piece, keyframe: null };
}

const recorderOn = (store: BlockStore): Recorder => createRecorder(store, nodeCodec, () => undefined);

async function record(recorder: Recorder, ...pieces: readonly Piece[]) {
  for (const piece of pieces) await recorder.take(piece);
}

async function seqsOf(recorder: Recorder): Promise<readonly (readonly number[])[]> {
  const found: (readonly number[])[] = [];
  for (const { id } of await recorder.blocks()) {
    const bytes = await recorder.block(id);
    const block = bytes === null ? null : readBlock(bytes, nodeCodec);
    found.push(block === null ? [] : Array.from({ length: block.count }, (_, index) => block.eventAt(index).seq));
  }
  return found;
}

describe('the recorder', () => {
  it('[RECORDER1] gives back what it recorded, the open block too', async () => {
    const recorder = recorderOn(memoryStore());
    await recorder.start('an', 'log 1');
    await record(recorder, aPiece(0, true), aPiece(1), aPiece(2, true), aPiece(3));
    expect((await recorder.blocks()).map(({ id, log, firstAt, lastAt }) => [id === OPEN_ID, log, firstAt, lastAt])).toEqual([
      [false, 'log 1', 0, 1_000],
      [true, 'log 1', 2_000, 3_000],
    ]);
    expect(await seqsOf(recorder)).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
  });

  it('[RECORDER2] a page that ended without a word loses nothing that was stored: the next visit seals it', async () => {
    const store = memoryStore();
    const before = recorderOn(store);
    await before.start('an', 'log 1');
    await record(before, aPiece(0, true), aPiece(1));
    const after = recorderOn(store);
    await after.start('an', 'log 2');
    await record(after, aPiece(9, true));
    expect(await seqsOf(after)).toEqual([
      [0, 1, 2, 3],
      [18, 19],
    ]);
    expect((await after.blocks()).map(({ log }) => log)).toEqual(['log 1', 'log 2']);
    expect(await store.pieces()).toHaveLength(1);
  });

  it('[RECORDER3] another person finds nothing of the one before', async () => {
    const store = memoryStore();
    const before = recorderOn(store);
    await before.start('an', 'log 1');
    await record(before, aPiece(0, true), aPiece(1, true));
    const after = recorderOn(store);
    await after.start('bo', 'log 2');
    expect(await after.blocks()).toEqual([]);
    expect([await store.pieces(), await store.blocks(), await store.owner()]).toEqual([[], [], 'bo']);
  });

  it('[RECORDER4] what is older than twelve hours is dropped', async () => {
    const recorder = recorderOn(memoryStore());
    await recorder.start('an', 'log 1');
    const late = KEPT_MS / 1_000 + 10;
    await record(recorder, aPiece(0, true), aPiece(20, true), aPiece(late, true), aPiece(late + 1, true));
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt)).toEqual([20_000, late * 1_000, (late + 1) * 1_000]);
  });
});

const full = () => Object.assign(new Error('no room'), { name: 'QuotaExceededError' });

it('[RECORDER5] a full disk drops the oldest block and says so, until there is room again', async () => {
  const store = memoryStore();
  let refusals = 0;
  const tight: BlockStore = {
    ...store,
    addPiece: (piece) => {
      if (refusals === 0) return store.addPiece(piece);
      refusals -= 1;
      return Promise.reject(full());
    },
  };
  const recorder = recorderOn(tight);
  await recorder.start('an', 'log 1');
  await record(recorder, aPiece(0, true), aPiece(1, true), aPiece(2, true));
  refusals = 2;
  expect(await recorder.take(aPiece(3))).toEqual({ from: 2_000, problem: null });
  expect(await seqsOf(recorder)).toEqual([[4, 5, 6, 7]]);
});

it('[RECORDER5] a browser that stores nothing is reported, and the open block is still recorded in memory', async () => {
  const store: BlockStore = { ...memoryStore(), addPiece: () => Promise.reject(full()) };
  const recorder = recorderOn(store);
  await recorder.start('an', 'log 1');
  expect(await recorder.take(aPiece(0, true))).toEqual({ from: 0, problem: 'The browser does not keep the recording.' });
  expect(await seqsOf(recorder)).toEqual([[0, 1]]);
});

it('[RECORDER5] a log that cannot be recorded goes on, and the status says so', () => {
  const flight = createFlightRecorder(() => {
    throw new Error('no recorder');
  }, nodeCodec);
  const problems: (string | null)[] = [];
  flight.status$.subscribe(({ problem }) => problems.push(problem));
  const profile = { username: 'an', email: 'an@x.example', groups: [], second_factor: true };
  flight.record(eventsOf([0, { kind: 'session.opened', profile }]), () => ({ reports: [], rest: {} }));
  expect(problems).toEqual([null, 'The browser does not keep the recording.']);
});
