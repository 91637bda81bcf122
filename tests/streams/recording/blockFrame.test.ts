import * as fc from 'fast-check';
import { crc32 as zipChecksum } from 'node:zlib';
import { expect, it } from 'vitest';
import { DamagedRecording } from '#streams/recording/bytes';
import { crc32, frameBlock, unframeBlock } from '#streams/recording/blockFrame';
import { nodeCodec } from '#session/nodeCodec';

const raw = Uint8Array.from({ length: 400 }, (_, index) => (index * index) % 251);
const summary = { firstSeq: 3, count: 2, firstAt: 1_790_000_000_000, lastAt: 1_790_000_000_500 };
const framed = () => frameBlock(raw, summary, nodeCodec);

it('[REC9] a framed block gives its bytes back', async () => {
  expect(await unframeBlock(await framed(), nodeCodec)).toEqual(raw);
});

it('[REC9] the checksum is that of zip for every length', () => {
  for (let length = 0; length <= 40; length += 1) expect(crc32(raw.subarray(0, length))).toBe(zipChecksum(raw.subarray(0, length)));
});

it('[REC9] a frame with one changed byte, and one that is cut anywhere, is refused', async () => {
  const frame = await framed();
  await fc.assert(
    fc.asyncProperty(fc.nat(frame.length - 1), fc.integer({ min: 1, max: 255 }), async (at, add) => {
      const damaged = frame.map((byte, index) => (index === at ? (byte + add) % 256 : byte));
      await expect(unframeBlock(damaged, nodeCodec)).rejects.toThrow(DamagedRecording);
    }),
    { numRuns: 300 },
  );
  for (let end = 0; end < frame.length; end += 7)
    await expect(unframeBlock(frame.slice(0, end), nodeCodec)).rejects.toThrow(DamagedRecording);
});
