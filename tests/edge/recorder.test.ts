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
import { readBlock } from '#streams/recording/eventBlock';
import { columnFrame } from '#streams/columnFrame/frameBytes';
import { contentReader, type Content } from '#streams/columnFrame/contentReader';
import { frameReader } from '#streams/columnFrame/frameReader';
import { rowWriter } from '#streams/columnFrame/rowWriter';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { columnWriter } from '#streams/socket/columnWriter';
import { columnReader } from '#streams/socket/columnReader';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { pageRecorder, recorderOn } from '../support/aRecorder.ts';
import { nodeCodec } from '#session/nodeCodec';
import { reopening } from '#edge/recorder/indexedStore';

/** A block ends when a part comes that is so much later, in seconds. */
const BLOCK = 1_800;

/** A report and a tick at a second. */
function aPart(second: number): LogPart {
  const writer = logPartWriter();
  writer.push(
    eventsOf([second, reported('LF-01', second)], [second, ticked]).map((event, index) => ({ ...event, seq: second * 2 + index })),
  );
  const part = writer.part();
  if (part === null) throw new Error('no part');
  return part;
}

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
    await record(recorder, 0, BLOCK, BLOCK + 1, BLOCK + 2);
    expect((await recorder.blocks()).map(({ id, log, firstAt, lastAt }) => [id === OPEN_ID, log, firstAt, lastAt])).toEqual([
      [false, 'log 1', 0, BLOCK * 1_000],
      [true, 'log 1', (BLOCK + 1) * 1_000, (BLOCK + 2) * 1_000],
    ]);
    expect(await secondsOf(recorder)).toEqual([
      [0, BLOCK],
      [BLOCK + 1, BLOCK + 2],
    ]);
  });

  it('[RECORDER1] a block begins with the state that the events before it lead to', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, BLOCK, BLOCK + 1);
    const bytes = await openBlockOf(recorder);
    const { keyframe } = bytes === null ? { keyframe: null } : readBlock(bytes, nodeCodec);
    expect(keyframe?.reports.map(({ serial, reportedAt, at }) => [serial, reportedAt, at])).toEqual([
      ['LF-01', BLOCK * 1_000, BLOCK * 1_000],
    ]);
  });

  it('[RECORDER1] a block that was sealed after it was listed is given as it is named, not the one that is open since', async () => {
    const recorder = recorderOn();
    await recorder.start(start('an', 'log 1'));
    await record(recorder, 0, BLOCK);
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
    await record(other, 0, BLOCK, BLOCK + 1);
    await other.notes(note);
    const [blocks, pieces] = [await store.blocks(), await store.pieces()];
    const own = recorderOn(await overlayStore(store));
    expect((await own.start(start('an', 'log 2'))).from).toBe(0);
    await record(own, BLOCK + 2);
    expect(await secondsOf(own)).toEqual([[0, BLOCK], [BLOCK + 1], [BLOCK + 2]]);
    expect((await own.blocks()).map(({ log }) => log)).toEqual(['log 1', 'log 1', 'log 2']);
    expect([await store.blocks(), await store.pieces()]).toEqual([blocks, pieces]);
    // Now the block is sealed there, too: it is not shown twice.
    await record(other, 2 * BLOCK + 1, 2 * BLOCK + 2);
    expect(await secondsOf(own)).toEqual([[0, BLOCK], [BLOCK + 1], [BLOCK + 2]]);
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
    expect((await recorder.blocks()).map(({ firstAt }) => firstAt / 1_000)).toEqual([BLOCK + 20, late, late + BLOCK + 1]);
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
  expect(await recorder.record(aPart(2 * BLOCK + 3))).toEqual({ from: (2 * BLOCK + 2) * 1_000, problem: null });
  expect(await secondsOf(recorder)).toEqual([[2 * BLOCK + 2, 2 * BLOCK + 3]]);
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
