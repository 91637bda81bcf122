import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { RecordingCodec } from '#streams/recording/codec';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The codec for recordings, based on Node's compression. */
export const nodeCodec: RecordingCodec = {
  encode: (text) => new TextEncoder().encode(text),
  decode: (bytes) => decoder.decode(bytes),
  compress: (bytes) => Promise.resolve(new Uint8Array(deflateRawSync(bytes))),
  decompress: async (bytes, maxLength) => new Uint8Array(inflateRawSync(bytes, { maxOutputLength: Math.max(1, maxLength) })),
};
