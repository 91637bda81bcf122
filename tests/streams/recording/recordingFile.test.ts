import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DamagedRecording } from '#streams/recording/bytes';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { openRecording, recordingFile, type ByteSource } from '#streams/recording/recordingFile';
import { eventsOf, reported, ticked } from '../../state/eventsOf.ts';
import { nodeCodec } from '../../support/recordingCodec.ts';

const info = { consoleVersion: '0.1.0', writtenAt: 1_790_000_000_000, note: 'the arm stood still' };

async function frameOf(first: number, count: number): Promise<Uint8Array> {
  const timed = Array.from({ length: count }, (_, index) => [first + index, index % 5 === 4 ? ticked : reported('LF-01', index)] as const);
  const events = eventsOf(...timed).map((event, index) => ({ ...event, seq: first + index }));
  const summary = { firstSeq: first, count, firstAt: first * 1_000, lastAt: (first + count - 1) * 1_000 };
  return frameBlock(writeBlock({ reports: [], rest: { first } }, events, nodeCodec), summary, nodeCodec);
}

const frames = () => Promise.all([frameOf(0, 40), frameOf(40, 25), frameOf(65, 10)]);
const sourceOf = (bytes: Uint8Array): ByteSource & { readonly readBytes: () => number } => {
  let sum = 0;
  return {
    length: bytes.length,
    readBytes: () => sum,
    read: async (from, to) => {
      sum += to - from;
      return bytes.slice(from, to);
    },
  };
};
const open = (bytes: Uint8Array) => openRecording(sourceOf(bytes), nodeCodec);
const changed = (bytes: Uint8Array, at: number, byte: number) => bytes.map((old, index) => (index === at ? byte : old));

describe('a recording as a file', () => {
  it('[REC6] gives back what it says of itself, its blocks and their events', async () => {
    const recording = await open(recordingFile(info, await frames(), nodeCodec));
    expect(recording).toMatchObject({ info, damage: null });
    expect(recording.blocks.map(({ firstSeq, count, firstAt, lastAt }) => [firstSeq, count, firstAt, lastAt])).toEqual([
      [0, 40, 0, 39_000],
      [40, 25, 40_000, 64_000],
      [65, 10, 65_000, 74_000],
    ]);
    const block = await recording.block(1);
    expect(block.keyframe?.rest).toEqual({ first: 40 });
    expect(block.eventAt(3)).toMatchObject({ kind: 'device.stateReported', seq: 43, at: 43_000 });
  });

  it('[REC7] is opened by its header and index alone, and a moment by one block', async () => {
    const file = recordingFile(
      info,
      [...(await frames()), ...(await Promise.all(Array.from({ length: 40 }, (_, n) => frameOf(75 + n * 90, 90))))],
      nodeCodec,
    );
    const source = sourceOf(file);
    const recording = await openRecording(source, nodeCodec);
    const indexBytes = source.readBytes();
    await recording.block(20);
    expect(source.readBytes() - indexBytes).toBe(recording.blocks[20]?.length);
  });

  it('[REC8] cut at any byte of its last block it gives the blocks before, and says so', async () => {
    const [first, second, third] = await frames();
    const [a, b, c] = [first ?? new Uint8Array(), second ?? new Uint8Array(), third ?? new Uint8Array()];
    const whole = recordingFile(info, [a, b, c], nodeCodec);
    const { blocks } = await open(whole);
    const lastAt = blocks[2]?.offset ?? NaN;
    expect(lastAt + c.length).toBeLessThan(whole.length);
    for (let end = lastAt; end < lastAt + c.length; end += 1) {
      const cut = await open(whole.slice(0, end));
      expect(cut.blocks).toHaveLength(2);
      expect(cut.damage).toMatch(/end of the recording/);
    }
  });

  it('[REC9] a changed byte is never read as events: the file or the block is refused, or the blocks around it are given', async () => {
    const file = recordingFile(info, await frames(), nodeCodec);
    const wanted = await Promise.all((await open(file)).blocks.map(async (_, index) => (await (await open(file)).block(index)).eventAt(0)));
    await fc.assert(
      fc.asyncProperty(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), async (at, add) => {
        const damaged = changed(file, at, ((file[at] ?? 0) + add) % 256);
        try {
          const recording = await open(damaged);
          for (const index of recording.blocks.keys()) {
            const event = (await recording.block(index)).eventAt(0);
            expect(wanted).toContainEqual(event);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(DamagedRecording);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['an empty file', new Uint8Array()],
    ['a picture', nodeCodec.encode('\u0089PNG and so on, long enough to be read')],
    ['a header that ends too early', nodeCodec.encode('ORANGERY\u0001zzzz')],
  ])('[REC10] %s is refused with one line', async (_, bytes) => {
    await expect(open(bytes)).rejects.toThrow(DamagedRecording);
    await expect(open(bytes)).rejects.toThrow(/^[^\n]{10,90}$/);
  });

  it('[REC10] a file of a newer version is refused by name, one without any block too', async () => {
    const file = recordingFile(info, await frames(), nodeCodec);
    await expect(open(changed(file, 8, 2))).rejects.toThrow('This recording was made by a newer version of the console.');
    await expect(open(recordingFile(info, [], nodeCodec))).rejects.toThrow('The recording holds no whole block.');
  });
});
