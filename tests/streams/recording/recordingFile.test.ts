import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameBlock } from '#streams/recording/blockFrame';
import { DamagedRecording } from '#streams/recording/bytes';
import { writeBlock } from '#streams/recording/eventBlock';
import { openRecording, type Recording } from '#streams/recording/openRecording';
import { recordingFile } from '#streams/recording/recordingFile';
import { readInfo } from '#streams/recording/recordingInfo';
import { nodeCodec } from '#session/nodeCodec';
import { anInfo, frameOf, sourceOf } from './aRecordingFile.ts';

const frames = () => Promise.all([frameOf(0, 40), frameOf(40, 25), frameOf(65, 10)]);
const aFile = async () => recordingFile(anInfo, await frames(), nodeCodec);
const open = (bytes: Uint8Array) => openRecording(sourceOf(bytes), nodeCodec);
const changed = (bytes: Uint8Array, at: number, byte: number) => bytes.map((old, index) => (index === at ? byte : old));
const blockIn = (recording: Recording, index: number) => {
  const placed = recording.blocks[index];
  if (placed === undefined) throw new Error(`There is no block ${index}.`);
  return recording.block(placed);
};

/** Most bytes that are read of a file while it is opened and read once: header, index or search for blocks, and blocks. */
const mostRead = (bytes: Uint8Array) => 4 * bytes.length + 1_000;

/** Opens a file and reads all of it, with a bounded amount of work; null when it is refused, as it must be: with one line. */
async function readWhole(bytes: Uint8Array): Promise<readonly string[] | null> {
  const source = sourceOf(bytes);
  const events = await readFrom(source);
  expect(source.readBytes()).toBeLessThanOrEqual(mostRead(bytes));
  return events;
}

async function readFrom(source: ReturnType<typeof sourceOf>): Promise<readonly string[] | null> {
  try {
    const recording = await openRecording(source, nodeCodec);
    const blocks = await Promise.all(recording.blocks.map((placed) => recording.block(placed)));
    return blocks.flatMap((block) => Array.from({ length: block.count }, (_, index) => JSON.stringify(block.eventAt(index))));
  } catch (error) {
    expect(error).toBeInstanceOf(DamagedRecording);
    expect(error).toHaveProperty('message', expect.stringMatching(/^[^\n]{10,90}$/));
    return null;
  }
}

describe('a recording as a file', () => {
  it.each<[string, unknown, unknown]>([
    ['none, as files from before', undefined, undefined],
    [
      'two',
      [
        { at: 5, text: 'Pallet in lane 3' },
        { at: 9, text: 'Gone' },
      ],
      [
        { at: 5, text: 'Pallet in lane 3' },
        { at: 9, text: 'Gone' },
      ],
    ],
    ['a text without a moment', [{ text: 'Pallet' }], undefined],
    ['a moment beyond all dates', [{ at: 9e15, text: 'Pallet' }], undefined],
    ['no list', 'Pallet', undefined],
    ['too many', Array.from({ length: 201 }, (_, at) => ({ at, text: 'x' })), undefined],
  ])('[REC16] reads its notes: %s', (_, notes, read) => {
    expect(readInfo({ ...anInfo, notes }, 1).notes).toEqual(read);
  });

  it('[REC6] gives back what it says of itself, its blocks and their events', async () => {
    const recording = await open(await aFile());
    expect(recording).toMatchObject({ info: anInfo, damage: null });
    expect(recording.blocks.map(({ firstSeq, count, firstAt, lastAt }) => [firstSeq, count, firstAt, lastAt])).toEqual([
      [0, 40, 0, 39_000],
      [40, 25, 40_000, 64_000],
      [65, 10, 65_000, 74_000],
    ]);
    const block = await blockIn(recording, 1);
    expect(block.keyframe?.rest).toEqual({ first: 40 });
    expect(block.eventAt(3)).toMatchObject({ kind: 'device.stateReported', seq: 43, at: 43_000 });
  });

  it('[REC7] is opened by its header and index alone, and a block by its own bytes', async () => {
    const more = await Promise.all(Array.from({ length: 40 }, (_, n) => frameOf(75 + n * 90, 90)));
    const source = sourceOf(recordingFile(anInfo, [...(await frames()), ...more], nodeCodec));
    const recording = await openRecording(source, nodeCodec);
    const indexBytes = source.readBytes();
    await blockIn(recording, 20);
    expect(source.readBytes() - indexBytes).toBe(recording.blocks[20]?.length);
  });

  it('[REC8] cut at any byte of its last block it gives the blocks before, and says so', async () => {
    const whole = await aFile();
    const last = (await open(whole)).blocks[2];
    const [lastAt, length] = [last?.offset ?? NaN, last?.length ?? NaN];
    expect(lastAt + length).toBeLessThan(whole.length);
    for (let end = lastAt; end < lastAt + length; end += 1) {
      const cut = await open(whole.slice(0, end));
      expect(cut.blocks).toHaveLength(2);
      expect(cut.damage).toBe('The end of the recording is missing or damaged; it shows what could be read.');
    }
  });

  it.each([
    ['an empty file', new Uint8Array()],
    ['a picture', nodeCodec.encode('\u0089PNG and so on, long enough to be read')],
    ['a header that ends too early', nodeCodec.encode('ORANGERY\u0001zzzz')],
  ])('[REC10] %s is refused with one line', async (_, bytes) => {
    expect(await readWhole(bytes)).toBeNull();
    await expect(open(bytes)).rejects.toThrow(DamagedRecording);
  });

  it('[REC10] a file of a newer version is refused by name, one without any block too', async () => {
    await expect(open(changed(await aFile(), 8, 2))).rejects.toThrow('This recording was made by a newer version of the console.');
    await expect(open(recordingFile(anInfo, [], nodeCodec))).rejects.toThrow('The recording holds no whole block.');
  });

  it('[REC10] an older version is upgraded, version by version; one without an upgrade is refused', () => {
    const { note, ...older } = anInfo;
    const upgrades = { 0: ({ remark, ...info }: Readonly<Record<string, unknown>>) => ({ ...info, note: remark }) };
    expect(readInfo({ ...older, remark: note }, 0, upgrades)).toEqual(anInfo);
    expect(() => readInfo({ ...older, remark: note }, 0)).toThrow('The header of the recording is damaged.');
  });

  it('[REC9] [REC13] 10,000 files with changed, lost and added bytes: refused, or what they give is what was recorded', async () => {
    const file = await aFile();
    const wanted = new Set(await readWhole(file));
    const edit = fc.oneof(
      fc.record({ at: fc.nat(file.length - 1), add: fc.integer({ min: 1, max: 255 }) }),
      fc.record({ at: fc.nat(file.length - 1), lost: fc.integer({ min: 1, max: 60 }) }),
      fc.record({ at: fc.nat(file.length - 1), more: fc.uint8Array({ minLength: 1, maxLength: 60 }) }),
    );
    const edited = (bytes: Uint8Array, one: { at: number; add?: number; lost?: number; more?: Uint8Array }) => {
      if (one.add !== undefined) return changed(bytes, one.at, ((bytes[one.at] ?? 0) + one.add) % 256);
      return Uint8Array.of(...bytes.slice(0, one.at), ...(one.more ?? []), ...bytes.slice(one.at + (one.lost ?? 0)));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
        const read = await readWhole(edits.reduce(edited, file));
        for (const event of read ?? []) expect(wanted).toContain(event);
      }),
      { numRuns: 10_000, seed: 7 },
    );
  });

  it('[REC13] 3,000 blocks of changed bytes under a right checksum are refused with one line, or give as many events as they say', async () => {
    const raw = writeBlock({ reports: [], rest: {} }, [], nodeCodec);
    const summary = { firstSeq: 0, count: 1, firstAt: 0, lastAt: 0 };
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), fc.nat(raw.length), async (bytes, at) => {
        const hostile = Uint8Array.of(...raw.slice(0, at), ...bytes);
        const read = await readWhole(recordingFile(anInfo, [await frameBlock(hostile, summary, nodeCodec)], nodeCodec));
        expect(read?.length ?? 1).toBe(1);
      }),
      { numRuns: 3_000, seed: 7 },
    );
  });

  it('[REC13] an index that lies about its blocks, and blocks without order, are refused', async () => {
    const [first, second] = [await frameOf(0, 40), await frameOf(40, 25)];
    await expect(open(recordingFile(anInfo, [second, first], nodeCodec))).rejects.toThrow('in no order of time');
    const summary = { firstSeq: 0, count: 40, firstAt: 0, lastAt: 39_500 };
    const lying = await frameBlock(writeBlock({ reports: [], rest: {} }, [], nodeCodec), summary, nodeCodec);
    const recording = await open(recordingFile(anInfo, [lying], nodeCodec));
    await expect(blockIn(recording, 0)).rejects.toThrow('A block of the recording is not what it says.');
  });
});
