import { describe, expect, it } from 'vitest';
import type { BlockStore } from '#past/recorder/blockStore';
import { createFlightRecorder } from '#edge/recorder/flightRecorder';
import { overlayStore } from '#past/recorder/overlayStore';
import { memoryStore } from '#past/recorder/memoryStore';
import { createRecorder, OPEN_ID, type Recorder } from '#past/recorder/recorder';
import { KEPT_MS } from '#past/recorder/recordingStore';
import { foldFrom, keyframeOf } from '#state/keyframe';
import { reduceLog } from '#state/store';
import { logPartWriter, type LogPart } from '#streams/recording/logPart';
import type { EventPayload } from '#streams/event';
import { readBlock } from '#streams/recording/eventBlock';
import { columnFrame } from '#streams/columnFrame/frameBytes';
import { contentReader, type Content } from '#streams/columnFrame/contentReader';
import { frameReader } from '#streams/columnFrame/frameReader';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { columnWriter } from '#streams/socket/columnWriter';
import { columnReader } from '#streams/socket/columnReader';
import { eventsOf, reported, ticked, type TimedEvent } from '../state/eventsOf.ts';
import { pageRecorder, recorderOn } from '../support/aRecorder.ts';
import { nodeCodec } from '#session/nodeCodec';
import { reopening } from '#edge/recorder/indexedStore';

/** The length of a full block, in seconds; a part that comes so much later begins a block. */
const BLOCK = 1_800;
/** The seconds of a full block of a page that is hidden. */
const FULL = Array.from({ length: BLOCK / 60 + 1 }, (_, minute) => minute * 60);

/** A report and a tick at a second. */
function aPart(second: number, more: readonly EventPayload[] = []): LogPart {
  const writer = logPartWriter();
  const timed = [reported('LF-01', second), ticked, ...more].map((event): TimedEvent => [second, event]);
  writer.push(eventsOf(...timed).map((event, index) => ({ ...event, seq: second * 2 + index })));
  const part = writer.part();
  if (part === null) throw new Error('no part');
  return part;
}

/** A tick and a report at each of some seconds, in one part. */
function aPartOf(seconds: readonly number[]): LogPart {
  const writer = logPartWriter();
  const timed = seconds.flatMap((second): readonly TimedEvent[] => [
    [second, reported('LF-01', second)],
    [second, ticked],
  ]);
  writer.push(eventsOf(...timed).map((event, index) => ({ ...event, seq: (seconds[0] ?? 0) * 2 + index })));
  const part = writer.part();
  if (part === null) throw new Error('no part');
  return part;
}

/** The first response of a log, with the seconds by which the server's clock is ahead. */
const responses = (offset: number): readonly EventPayload[] => [
  { kind: 'clock.offsetMeasured', offsetMs: offset * 1_000 },
  { kind: 'request.unchanged', key: 'machines', call: 'machines' },
];

const start = (username: string, log: string) => ({ username, log, keyframe: keyframeOf(reduceLog(undefined, [])) });

/** A store behind which another one is put. */
const whicheverOf = (stored: () => BlockStore): BlockStore => ({
  owner: () => stored().owner(),
  startFor: (username) => stored().startFor(username),
  addPiece: (piece) => stored().addPiece(piece),
  pieces: () => stored().pieces(),
  seal: (block, ids) => stored().seal(block, ids),
  blocks: () => stored().blocks(),
  frame: (id) => stored().frame(id),
  drop: (ids) => stored().drop(ids),
  notes: () => stored().notes(),
  putNote: (one) => stored().putNote(one),
  dropNote: (at) => stored().dropNote(at),
});

const note = { at: 1_000, text: 'Belt slips' };
const NOT_STORED = 'The browser does not store the recording.';

/** The block that is being recorded. */
async function openBlockOf(recorder: Recorder): Promise<Uint8Array | null> {
  const open = (await recorder.blocks()).find(({ id }) => id === OPEN_ID);
  return open === undefined ? null : recorder.block(open);
}

async function record(recorder: Recorder, ...seconds: readonly number[]) {
  for (const second of seconds) await recorder.record(aPart(second));
}

/** The seconds of each block. */
async function secondsOf(recorder: Recorder): Promise<readonly (readonly number[])[]> {
  const found: (readonly number[])[] = [];
  for (const entry of await recorder.blocks()) {
    const bytes = await recorder.block(entry);
    const block = bytes === null ? null : readBlock(bytes, nodeCodec);
    found.push([...new Set(Array.from({ length: block?.count ?? 0 }, (_, index) => (block?.atOf(index) ?? NaN) / 1_000))]);
  }
  return found;
}

describe('the recorder', () => {
  it('[RECORDER1] gives back what it recorded, the open block too', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, ...FULL, BLOCK + 1, BLOCK + 2);
    expect((await recorder.blocks()).map(({ id, log, firstAt, lastAt }) => [id === OPEN_ID, log, firstAt, lastAt])).toEqual([
      [false, 'log 1', 0, BLOCK * 1_000],
      [true, 'log 1', (BLOCK + 1) * 1_000, (BLOCK + 2) * 1_000],
    ]);
    expect(await secondsOf(recorder)).toEqual([FULL, [BLOCK + 1, BLOCK + 2]]);
  });

  const HOURS = 8 * 3_600;
  it.each<[string, readonly (readonly number[])[], readonly (readonly number[])[]]>([
    [
      'slept',
      [[0], [1], [HOURS], [HOURS + 1]],
      [
        [0, 1],
        [HOURS, HOURS + 1],
      ],
    ],
    [
      'slept between two events of one part',
      [[0], [1, HOURS, HOURS + 1], [HOURS + 2]],
      [
        [0, 1],
        [HOURS, HOURS + 1, HOURS + 2],
      ],
    ],
    ['slept twice', [[0], [HOURS, 2 * HOURS]], [[0], [HOURS], [2 * HOURS]]],
    ['is hidden, with a tick each minute', [[0], [60], [120, 180], [360]], [[0, 60, 120, 180, 360]]],
  ])('[RECORDER20] a page that %s: its recording begins a block after a pause, with its state', async (_, parts, blocks) => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    for (const seconds of parts) await recorder.record(aPartOf(seconds));
    expect(await secondsOf(recorder)).toEqual(blocks);
    const open = await openBlockOf(recorder);
    const before = blocks.at(-2)?.at(-1);
    expect(open === null ? null : readBlock(open, nodeCodec).keyframe?.reports.map(({ at }) => at / 1_000)).toEqual(
      before === undefined ? [] : [before],
    );
  });

  const whole = [
    [0, 100],
    [4_200, 4_300],
  ];
  it.each([
    [
      'an hour',
      3_600,
      0,
      [
        [0, 100],
        [660, 661],
      ],
    ],
    ['to before all of it', 7_200, 0, [[-2_940, -2_939]]],
    ['to within its last block', 0, 0, [...whole, [4_260, 4_261]]],
    ['an hour too far', 3_600, 3_600, [...whole, [660, 661]]],
    ['an hour, before any response', 3_600, null, [...whole, [660, 661]]],
    ['not, but is always an hour ahead', 0, -3_600, [...whole, [4_260, 4_261]]],
    [
      'an hour, and is still an hour ahead',
      3_600,
      -3_600,
      [
        [0, 100],
        [660, 661],
      ],
    ],
  ])('[PAST36] a clock that was set back %s between two visits leaves what is not of the future', async (_, back, offset, seconds) => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, 100);
    await recorder.start(start('an', 'log 2'));
    await record(recorder, 4_200, 4_300);
    await recorder.start(start('an', 'log 3'));
    await recorder.record(aPart(4_260 - back, offset === null ? [] : responses(offset)));
    await record(recorder, 4_261 - back);
    expect(await secondsOf(recorder)).toEqual(seconds);
    expect(await recorder.record(aPart(4_261 - back))).toMatchObject({ from: (seconds[0]?.[0] ?? NaN) * 1_000, problem: null });
  });

  it('[PAST36] at a server whose time cannot be read, what is dated after the present of the console is dropped at the first response', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, 100);
    await recorder.start(start('an', 'log 2'));
    await recorder.record(aPart(50, responses(0).slice(1)));
    expect(await secondsOf(recorder)).toEqual([[0, 100], [50]]);
    await recorder.start(start('an', 'log 3'));
    await recorder.record(aPart(-50));
    expect(await secondsOf(recorder)).toEqual([[0, 100], [50], [-50]]);
    await recorder.record(aPart(-49, responses(0).slice(1)));
    expect(await secondsOf(recorder)).toEqual([[-50, -49]]);
  });

  /** The state of a page whose first response shows that the server's clock is ahead by some seconds. */
  const measured = (offset: number) =>
    keyframeOf(
      reduceLog(
        undefined,
        eventsOf(
          [0, ticked],
          [0, { kind: 'clock.offsetMeasured', offsetMs: offset * 1_000 }],
          [0, { kind: 'request.succeeded', key: 'machines', call: 'machines', answer: [] }],
        ),
      ),
    );
  /** A page of which the log measures the clock of the server in the first sign-in alone, and which then records the second one. */
  const secondSignIn = async (recorder: Recorder, offset: number) => {
    await recorder.start(start('an', 'log 3'));
    await recorder.record(aPart(650, responses(offset)));
    await recorder.start(start('an', 'log 4'));
  };
  /** A page that measured the clock of the server before recording was turned on. */
  const turnedOn = async (recorder: Recorder, offset: number) => {
    await recorder.start({ ...start('an', 'log 4'), keyframe: measured(offset) });
  };
  const laterBegins = [
    ['from the second sign-in of a page on', secondSignIn],
    ['where recording was turned on later', turnedOn],
  ] as const;

  it.each(laterBegins)('[PAST37] a clock that is an hour behind loses nothing, also %s', async (_, begun) => {
    const store = memoryStore();
    const before = recorderOn(store);
    await before.start(start('an', 'log 1'));
    await record(before, 4_200, 4_300);
    const page = recorderOn(store);
    await begun(page, 3_600);
    await page.record(aPart(660, responses(3_600).slice(1)));
    expect((await secondsOf(page))[0]).toEqual([4_200, 4_300]);
  });

  it.each(laterBegins)('[RECORDER23] a clock that is set ahead by years makes no block older, also %s', async (_, begun) => {
    const recorder = recorderOn();
    await begun(recorder, 0);
    await record(recorder, 700);
    await recorder.record(aPart(500_000, responses(-499_000)));
    await record(recorder, 501_000);
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt / 1_000).slice(-3)).toEqual([700, 500_000, 501_000]);
  });

  it('[RECORDER23] twelve hours after the clock was set ahead by years, what was recorded behind that is dropped, too', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await recorder.record(aPart(0, responses(0)));
    await recorder.record(aPart(500_000, responses(-499_000)));
    await record(recorder, 501_000, 546_000, 547_000);
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt / 1_000)).toEqual([546_000, 547_000]);
  });

  it('[PAST37] a tab that takes over drops what the other store has of the future, with the offset that it measured before', async () => {
    const store = memoryStore();
    const other = recorderOn(store);
    await other.start(start('an', 'log 1'));
    await record(other, 0, 100);
    await other.start(start('an', 'log 2'));
    await record(other, 4_200, 4_300);
    const own = recorderOn();
    await own.start(start('an', 'log 3'));
    await own.record(aPart(660, responses(10)));
    await own.moveTo(Promise.resolve(store), NOT_STORED);
    await own.record(aPart(661, responses(10).slice(1)));
    expect(await secondsOf(own)).toEqual([[0, 100], [661]]);
  });

  it.each([
    ['is set ahead by years within a log', -500_000, 2],
    ['sleeps for years', 0, 1],
  ])('[RECORDER23] where the clock %s, blocks are dropped by their age', async (_, offset, count) => {
    const recorder = recorderOn();
    const years = 500_000;
    await recorder.start(start('an', 'log 1'));
    await recorder.record(aPart(0, responses(0)));
    await record(recorder, 1);
    await recorder.record(aPart(years, responses(offset)));
    await record(recorder, years + 1_000);
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt / 1_000)).toEqual([0, years, years + 1_000].slice(-1 - count));
  });

  it('[RECORDER1] a block begins with the state that the events before it lead to', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, ...FULL, BLOCK + 1);
    const bytes = await openBlockOf(recorder);
    const { keyframe } = bytes === null ? { keyframe: null } : readBlock(bytes, nodeCodec);
    expect(keyframe?.reports.map(({ serial, reportedAt, at }) => [serial, reportedAt, at])).toEqual([
      ['LF-01', BLOCK * 1_000, BLOCK * 1_000],
    ]);
  });

  it('[RECORDER1] a block that was sealed after it was listed is given as it is named, not the one that is open since', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, ...FULL);
    const listed = await recorder.blocks();
    await record(recorder, BLOCK + 1, BLOCK + 2);
    const blocks = await Promise.all(listed.map((entry) => recorder.block(entry)));
    expect(listed.map(({ id }) => id)).toEqual([OPEN_ID]);
    expect(blocks.map((bytes) => bytes && readBlock(bytes, nodeCodec).atOf(0))).toEqual([0]);
    expect(await recorder.block({ id: OPEN_ID, log: 'log 0', firstSeq: 0 })).toBeNull();
  });

  it('[RECORDER2] a page that ended without a word loses nothing that was stored: the next visit seals it', async () => {
    const store = memoryStore();
    const before = recorderOn(store);
    await before.start(start('an', 'log 1'));
    await record(before, 0, 1);
    const after = recorderOn(store);
    await after.start(start('an', 'log 2'));
    await record(after, 9);
    expect(await secondsOf(after)).toEqual([[0, 1], [9]]);
    expect((await after.blocks()).map(({ log }) => log)).toEqual(['log 1', 'log 2']);
    expect(await store.pieces()).toHaveLength(1);
  });

  it('[RECORDER17] a recording that is deleted while it goes on begins anew, and can be read', async () => {
    let stored = memoryStore();
    const recorder = recorderOn(whicheverOf(() => stored));
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, 1, BLOCK);
    stored = memoryStore();
    await record(recorder, BLOCK + 1, BLOCK + 2);
    expect(await secondsOf(recorder)).toEqual([[BLOCK + 1, BLOCK + 2]]);
    expect(await stored.owner()).toBe('an');
    expect((await stored.pieces())[0]?.keyframe).not.toBeNull();
    expect((await recorder.record(aPart(BLOCK + 3))).from).toBe((BLOCK + 1) * 1_000);
  });

  it('[RECORDER22] a recording that is turned off in another tab ends here, too, and nothing is written back', async () => {
    const store = memoryStore();
    const recorder = recorderOn(store);
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, 1);
    const beside = recorderOn(await overlayStore(store));
    await beside.start(start('an', 'log 2'));
    await beside.clear();
    const status = { from: null, problem: 'Recording was turned off in another tab.' };
    expect(await recorder.record(aPart(2))).toEqual(status);
    expect(await recorder.record(aPart(3))).toEqual(status);
    expect([await store.owner(), await store.blocks(), await store.pieces(), await recorder.blocks()]).toEqual(['', [], [], []]);
    await recorder.start(start('an', 'log 3'));
    expect(await recorder.record(aPart(4))).toEqual({ from: 4_000, problem: null });
  });

  it('[RECORDER13] a recording that moves goes on behind what the other store has, with a state of its own, and its notes', async () => {
    const store = memoryStore();
    const other = recorderOn(store);
    await other.start(start('an', 'log 1'));
    await record(other, 0, 1);
    await other.notes({ at: 1_000, text: 'of the first tab' });
    const own = createRecorder({ store: memoryStore(), codec: nodeCodec, foldFrom, limit: 'Another tab stores the recording.' });
    await own.start(start('an', 'log 2'));
    await own.notes({ at: 2_000, text: 'of the second tab' });
    await record(own, 1);
    expect(await own.record(aPart(2))).toEqual({ from: 1_000, problem: 'Another tab stores the recording.' });
    await own.moveTo(Promise.resolve(store), NOT_STORED);
    expect(await own.record(aPart(3))).toEqual({ from: 0, problem: null });
    expect(await secondsOf(own)).toEqual([[0, 1], [3]]);
    expect((await own.notes(null)).map(({ text }) => text)).toEqual(['of the first tab', 'of the second tab']);
    const bytes = await openBlockOf(own);
    expect(bytes === null ? null : readBlock(bytes, nodeCodec).keyframe?.reports.map(({ at }) => at)).toEqual([2_000]);
  });

  it('[RECORDER13] the recording of another person is not continued, and without a recording nothing begins', async () => {
    const store = memoryStore();
    await recorderOn(store).start(start('an', 'log 1'));
    const idle = recorderOn();
    await idle.moveTo(Promise.resolve(store), NOT_STORED);
    expect(await store.owner()).toBe('an');
    const own = recorderOn();
    await own.start(start('bo', 'log 2'));
    await own.moveTo(Promise.resolve(store), NOT_STORED);
    await record(own, 5);
    expect([await store.owner(), await secondsOf(own)]).toEqual(['bo', [[5]]]);
  });

  it.each<[string, () => Promise<BlockStore>]>([
    ['does not open', () => Promise.reject(new Error('refused'))],
    ['cannot be read', async () => ({ ...memoryStore(), owner: () => Promise.reject(new Error('refused')) })],
  ])('[RECORDER14] where the store to take over %s, the recording stays with its notes and the status says why', async (_, open) => {
    const own = createRecorder({ store: memoryStore(), codec: nodeCodec, foldFrom, limit: 'Another tab stores the recording.' });
    await own.start(start('an', 'log 1'));
    await record(own, 1);
    await own.notes(note);
    await own.moveTo(open(), NOT_STORED);
    expect(await own.record(aPart(2))).toEqual({ from: 1_000, problem: NOT_STORED });
    expect([await secondsOf(own), await own.notes(null)]).toEqual([[[1, 2]], [note]]);
  });

  it('[RECORDER16] a tab beside the one that stores reaches back behind it, its open block included, and writes nothing there but notes', async () => {
    const store = memoryStore();
    const other = recorderOn(store);
    await other.start(start('an', 'log 1'));
    await record(other, ...FULL, BLOCK + 1);
    await other.notes(note);
    const [blocks, pieces] = [await store.blocks(), await store.pieces()];
    const own = recorderOn(await overlayStore(store));
    expect((await own.start(start('an', 'log 2'))).from).toBe(0);
    await record(own, BLOCK + 2);
    expect(await secondsOf(own)).toEqual([FULL, [BLOCK + 1], [BLOCK + 2]]);
    expect((await own.blocks()).map(({ log }) => log)).toEqual(['log 1', 'log 1', 'log 2']);
    expect([await store.blocks(), await store.pieces()]).toEqual([blocks, pieces]);
    // Now the block is sealed there, too: it is not shown twice.
    await record(other, 2 * BLOCK + 1, 2 * BLOCK + 2);
    expect(await secondsOf(own)).toEqual([FULL, [BLOCK + 1], [BLOCK + 2]]);
    expect(await own.notes(null)).toEqual([note]);
    await own.notes({ at: 3_000, text: 'of the second tab' });
    expect(await store.notes()).toEqual([note, { at: 3_000, text: 'of the second tab' }]);
    await own.notes({ at: 3_000, text: '' });
    expect(await other.notes(null)).toEqual([note]);
  });

  it('[RECORDER16] [RECORDER3] nothing of another person is shown or deleted there; deleting the own recording deletes all of it', async () => {
    const store = memoryStore();
    const other = recorderOn(store);
    await other.start(start('an', 'log 1'));
    await record(other, 0, 1);
    const foreign = recorderOn(await overlayStore(store));
    expect((await foreign.start(start('bo', 'log 2'))).from).toBeNull();
    await foreign.notes(note);
    await foreign.clear();
    expect([await secondsOf(foreign), await store.notes(), await store.owner(), (await store.pieces()).length]).toEqual([[], [], 'an', 2]);
    const own = recorderOn(await overlayStore(store));
    await own.start(start('an', 'log 3'));
    await store.startFor('bo');
    expect(await own.notes(note)).toEqual([note]);
    expect(await store.notes()).toEqual([]);
    await store.startFor('an');
    await own.clear();
    expect([await own.blocks(), await store.owner(), await store.pieces()]).toEqual([[], '', []]);
  });

  it('[RECORDER16] [RECORDER4] it drops blocks from its own list alone; a block that is no longer stored is no longer listed', async () => {
    const store = memoryStore();
    const other = recorderOn(store);
    await other.start(start('an', 'log 1'));
    await record(other, 0, BLOCK, BLOCK + 20, 2 * BLOCK + 20, 2 * BLOCK + 21);
    const beside = await overlayStore(store);
    const [first, second] = await beside.blocks();
    if (first === undefined || second === undefined) throw new Error('no blocks');
    await beside.drop([first.id]);
    expect([(await beside.blocks()).length, (await store.blocks()).length]).toEqual([1, 2]);
    expect(await beside.frame(second.id)).not.toBeNull();
    await store.drop([second.id]);
    expect(await beside.frame(second.id)).toBeNull();
  });

  it('[RECORDER3] another person finds nothing of the one before', async () => {
    const store = memoryStore();
    const before = recorderOn(store);
    await before.start(start('an', 'log 1'));
    await record(before, 0, BLOCK, BLOCK + 1);
    const after = recorderOn(store);
    await after.start(start('bo', 'log 2'));
    expect(await after.blocks()).toEqual([]);
    expect([await store.pieces(), await store.blocks(), await store.owner()]).toEqual([[], [], 'bo']);
  });

  it('[RECORDER4] blocks older than twelve hours are dropped', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    const late = KEPT_MS / 1_000 + BLOCK + 10;
    await record(recorder, 0, BLOCK, BLOCK + 20, 2 * BLOCK + 20, late, late + BLOCK, late + BLOCK + 1);
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt / 1_000)).toEqual([BLOCK, 2 * BLOCK + 20, late, late + BLOCK]);
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
  await recorder.start(start('an', 'log 1'));
  await record(recorder, 0, BLOCK, BLOCK + 1, 2 * BLOCK + 1, 2 * BLOCK + 2);
  refusals = 2;
  expect(await recorder.record(aPart(2 * BLOCK + 3))).toEqual({ from: (2 * BLOCK + 1) * 1_000, problem: null });
  expect(await secondsOf(recorder)).toEqual([[2 * BLOCK + 1, 2 * BLOCK + 2, 2 * BLOCK + 3]]);
});

it('[RECORDER5] a browser that stores nothing is reported, and the open block is still recorded in memory', async () => {
  const recorder = recorderOn({ ...memoryStore(), addPiece: () => Promise.reject(full()) });
  await recorder.start(start('an', 'log 1'));
  expect(await recorder.record(aPart(0))).toEqual({ from: 0, problem: 'The browser does not keep the recording.' });
  expect(await secondsOf(recorder)).toEqual([[0]]);
});

it('[RECORDER5] a log that cannot be recorded goes on, and the status says so', () => {
  const flight = createFlightRecorder(() => {
    throw new Error('no recorder');
  });
  const problems: (string | null)[] = [];
  flight.status$.subscribe(({ problem }) => problems.push(problem));
  const profile = { username: 'an', email: 'an@x.example', groups: [], second_factor: true };
  flight.record(eventsOf([0, { kind: 'session.opened', profile }]), () => ({ reports: [], rest: {} }));
  expect(problems).toEqual([null, 'The browser does not keep the recording.']);
});

it('[RECORDER15] the status is emitted when it changes, not with every part of the log', async () => {
  const recorder = recorderOn();
  let taken = 0;
  const take: typeof recorder.record = (part) => {
    taken += 1;
    return recorder.record(part);
  };
  const flight = createFlightRecorder(() => ({ ...recorder, record: take, connect: () => undefined }));
  const statuses: unknown[] = [];
  flight.status$.subscribe((status) => statuses.push(status));
  const profile = { username: 'an', email: 'an@x.example', groups: [], second_factor: true };
  const ticks = [1, 2, 3, 4].map((second) => eventsOf([second, ticked]));
  for (const events of [eventsOf([0, { kind: 'session.opened', profile }]), ...ticks])
    flight.record(events, () => start('an', '').keyframe);
  await flight.blocks();
  expect(taken).toBeGreaterThan(2);
  expect(statuses).toEqual([
    { from: null, problem: null },
    { from: 0, problem: null },
  ]);
});

describe('reports that a worker read', () => {
  const frame = (second: number) =>
    JSON.stringify([
      { type: 'state', serial: 'LF-01', timestamp: new Date(second * 1_000).toISOString(), state: { battery_level: second } },
      { type: 'state', serial: 'LF-02', timestamp: new Date(second * 1_000).toISOString(), state: { battery_level: 7 } },
    ]);
  const textOf = (bytes: Uint8Array | null) => {
    const block = bytes === null ? null : readBlock(bytes, nodeCodec);
    return JSON.stringify(Array.from({ length: block?.count ?? 0 }, (_, index) => block?.eventAt(index)));
  };

  it('[RECORDER6] are recorded by their place, also when they arrive after the part that names them', async () => {
    const [write, read, parts, recorder] = [columnWriter(), columnReader(), logPartWriter(), recorderOn()];
    await recorder.start(start('an', 'log 1'));
    const [first, second] = [write('frame', frame(1)), write('frame', frame(2))];
    if (first === null || second === null) throw new Error('not read');
    const reports = [first, second].map((columns) => read(structuredClone(columns)).reports);
    reports.forEach((of, number) => parts.read({ number, reports: of }));
    const events = reports.flat().map((report, seq) => ({ ...report, seq, at: 2_000, source: 'socket' }));
    parts.push(events);
    const part = parts.part();
    expect([part?.runs.length, part?.others]).toEqual([12, '[]']);
    recorder.read(0, { kind: 'columns', columns: first });
    const taken = part === null ? null : recorder.record(part);
    recorder.read(1, { kind: 'columns', columns: second });
    await taken;
    expect(textOf(await openBlockOf(recorder))).toBe(JSON.stringify(events));
  });

  it('[RECORDER6] [WIRE6] are recorded from column frames alike, also beside one that cannot be read', async () => {
    const [writer, parts, recorder] = [rowWriter(recordingCodec), logPartWriter(), recorderOn()];
    const newReader = () => frameReader(recordingCodec);
    const [read, recorded] = [contentReader(newReader), contentReader(newReader)];
    await recorder.start(start('an', 'log 1'));
    const pushes = [1, 2, 3].map((second): unknown => JSON.parse(frame(second))[0]);
    const frames = pushes.map((push, index) => {
      const row = writer.row(push, (index + 1) * 1_000);
      if (row === null) throw new Error('no row');
      const bytes = columnFrame(index === 0);
      writer.add(bytes, row, true);
      return bytes.done();
    });
    const contents = [...frames.slice(0, 2), Uint8Array.of(9), ...frames.slice(2)].map((bytes, socket_): Content => ({
      kind: 'frame',
      socket: socket_ === 2 ? 7 : 0,
      bytes,
    }));
    const reports = contents.map((content) => read(structuredClone(content))?.reports ?? []);
    expect(reports.map(({ length }) => length)).toEqual([1, 1, 0, 1]);
    expect(contents.map((content) => recorded(structuredClone(content))?.reports ?? [])).toEqual(reports);
    reports.forEach((of, number) => parts.read({ number, reports: of }));
    const events = reports.flat().map((report, seq) => ({ ...report, seq, at: 2_000, source: 'socket' }));
    parts.push(events);
    const part = parts.part();
    expect(part?.others).toBe('[]');
    contents.forEach((content, number) => recorder.read(number, content));
    if (part !== null) await recorder.record(part);
    expect(textOf(await openBlockOf(recorder))).toBe(JSON.stringify(events));
  });

  it('[RECORDER6] recording ends and says so when a part names what never was', async () => {
    const [parts, recorder] = [logPartWriter(), recorderOn()];
    await recorder.start(start('an', 'log 1'));
    parts.push(eventsOf([0, ticked]));
    const part = parts.part();
    const wrong = part === null ? aPart(0) : { ...part, runs: Float64Array.of(3, 0, 1, 0, 0, 0) };
    const problem = 'Recording stopped: a part of the log is missing.';
    expect(await recorder.record(wrong)).toEqual({ from: null, problem });
    expect(await recorder.record(aPart(1))).toEqual({ from: null, problem });
  });

  it('[RECORDER6] the columns come from the worker of the socket, through the page recorder', async () => {
    const ports: MessagePort[] = [];
    const flight = createFlightRecorder(() => ({ ...pageRecorder(recorderOn()), connect: (port) => void ports.push(port) }));
    const { port1, port2 } = new MessageChannel();
    flight.connect(port1);
    expect(ports).toEqual([]);
    const profile = { username: 'an', email: 'an@x.example', groups: [], second_factor: true };
    flight.record(eventsOf([0, { kind: 'session.opened', profile }]), () => start('an', '').keyframe);
    expect(ports).toEqual([port1]);
    port2.close();
  });
});

it('[RECORDER17] an opened database is kept until it is lost, or never opened: then the next use opens it again', async () => {
  const lost: (() => void)[] = [];
  let failures = 0;
  const use = reopening(async (onLost) => {
    lost.push(onLost);
    if (failures-- > 0) throw new Error('forbidden');
    return lost.length;
  });
  expect([await use(), await use()]).toEqual([1, 1]);
  failures = 1;
  lost[0]?.();
  await expect(use()).rejects.toThrow('forbidden');
  expect([await use(), await use()]).toEqual([3, 3]);
  // The end of an earlier one does not end the present one.
  lost[0]?.();
  expect(await use()).toBe(3);
});
