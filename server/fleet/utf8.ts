import { Buffer } from 'node:buffer';
import type { TextCodec } from '#streams/recording/codec';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Texts as bytes of UTF-8. */
export const utf8: TextCodec = {
  encode: (text) => Buffer.from(text),
  decode: (bytes) => decoder.decode(bytes),
};
