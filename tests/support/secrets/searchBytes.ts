import { inflateRawSync, inflateSync, constants } from 'node:zlib';

const latin = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** A mark in base64, for each of the three places where it may begin in a group of three bytes; without the digits it shares with its neighbours. */
function inBase64(mark: string): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.from(`${'\0'.repeat(before)}${mark}`)
      .toString('base64')
      .replaceAll('=', '');
    const tail = (before + mark.length) % 3 === 0 ? whole.length : whole.length - 1;
    const own = whole.slice(before === 0 ? 0 : before + 1, tail);
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const formsOf = (mark: string): readonly string[] => {
  const hex = Buffer.from(mark).toString('hex');
  const escapedTwice = encodeURIComponent(encodeURIComponent(mark));
  return [mark, hex, hex.toUpperCase(), encodeURIComponent(mark), escapedTwice, JSON.stringify(mark).slice(1, -1), ...inBase64(mark)];
};

/** At most this much is read of one compressed part, in bytes. */
const options = { maxOutputLength: 1 << 26, finishFlush: constants.Z_SYNC_FLUSH };
const inflated = (read: () => Uint8Array): readonly Uint8Array[] => {
  try {
    return [read()];
  } catch {
    return [];
  }
};

/** The length of the header of a block of a recording, behind which it is compressed (streams/recording/blockFrame.ts), in bytes. */
const FRAME_HEADER = 44;

/** The same of gzip without a name (RFC 1952). */
const GZIP_HEADER = 10;

/** Returns the compressed contents inside some bytes, at any place: gzip, zlib, and the raw deflate of zip files and of recorded blocks. */
function compressedIn(bytes: Uint8Array): readonly Uint8Array[] {
  const text = latin(bytes);
  const placesOf = (magic: string | RegExp) => [...text.matchAll(new RegExp(magic, 'g'))].map(({ index }) => index);
  return [
    // Of gzip only the part after its header: bytes after its end would be an error otherwise.
    ...placesOf('\\x1f\\x8b\\x08').flatMap((at) => inflated(() => inflateRawSync(bytes.subarray(at + GZIP_HEADER), options))),
    ...placesOf('\\x78[\\x01\\x5e\\x9c\\xda]').flatMap((at) => inflated(() => inflateSync(bytes.subarray(at), options))),
    ...placesOf('BLOC').flatMap((at) => inflated(() => inflateRawSync(bytes.subarray(at + FRAME_HEADER), options))),
    ...placesOf('PK\\x03\\x04').flatMap((at) => {
      const header = Buffer.from(bytes.subarray(at, at + 30));
      const from = at + 30 + (header.length < 30 ? 0 : header.readUInt16LE(26) + header.readUInt16LE(28));
      return inflated(() => inflateRawSync(bytes.subarray(from), options));
    }),
  ];
}

/** Compressed parts inside compressed parts are opened this deep. */
const DEPTH = 3;

/**
 * Returns the places of a mark in some bytes, each with its surroundings: plain, in base64, in hexadecimal, escaped for an address, and each of
 * these inside compressed contents.
 */
export function foundIn(bytes: Uint8Array, mark: string, depth = DEPTH): readonly string[] {
  const text = latin(bytes);
  const found = formsOf(mark).flatMap((form) => {
    const at = text.indexOf(form);
    return at < 0 ? [] : [`${form}: ${text.slice(Math.max(0, at - 60), at + form.length + 20)}`];
  });
  return depth === 0 ? found : [...found, ...compressedIn(bytes).flatMap((part) => foundIn(part, mark, depth - 1))];
}
