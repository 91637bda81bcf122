/**
 * The format of a column frame: a byte with its version, a byte that says whether earlier rows are void, then items, each with a tag before it.
 *
 *     JSON push      0, length, UTF-8
 *     whole row      tag, serial, shape, instant; per number its decimals and its value; the texts
 *     steps          tag, ms since the device's last row, set of moved columns; per moved number its step, per moved text the text
 *
 * The columns of a device are its numbers, then its texts. A step is the difference to the last number, both times 10 ** decimals. Code 0 says that other decimals
 * follow, and the number itself, or eight bytes for a number that has too many.
 */

import { DamagedRecording, nextBytes, nextVarint, writePart, type ByteWriter, type Cursor } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { MAX_SCALED, powerOf } from '../recording/scaledNumber.ts';

/** The version of the format. */
export const FORMAT = 1;

/** The tag of a push that is sent as JSON. */
export const JSON_TAG = 0;
/** The code of a number that is written with other decimals. */
export const OTHER_DECIMALS = 0;
/** Written in place of decimals: the number follows in eight bytes. */
export const FLOAT = 7;
/** Devices of one writer. */
export const MAX_DEVICES = 2 ** 24;

/** The tag of a row. */
export const tagOf = (device: number, isWhole: boolean): number => 1 + device * 2 + (isWhole ? 1 : 0);

/** The scaled number from which the step after a number counts that has more decimals. Equal at both ends; 0 for one that is too large. */
export function nearestScaled(value: number, decimals: number): number {
  const scaled = Math.round(value * powerOf(decimals));
  return Math.abs(scaled) < MAX_SCALED ? scaled : 0;
}

/** Texts up to this length are written and read here, if they are ASCII: calls of the platform take five times as long for a few characters. */
const SHORT = 32;

const isShortAscii = (text: string): boolean => {
  if (text.length > SHORT) return false;
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
};

/** Writes the length of a text and its UTF-8. */
export function writeText(into: ByteWriter, text: string, codec: TextCodec): void {
  if (!isShortAscii(text)) return writePart(into, codec.encode(text));
  into.varint(text.length);
  // As a varint, a code below 128 is one byte: its UTF-8.
  for (let index = 0; index < text.length; index += 1) into.varint(text.charCodeAt(index));
  return undefined;
}

/** Reads a short ASCII text from the next bytes, without a view on them; null for another one, of which nothing is read. */
function nextShortAscii(cursor: Cursor, length: number): string | null {
  const { bytes, at } = cursor;
  if (length > SHORT || at + length > bytes.length) return null;
  let text = '';
  for (let index = at; index < at + length; index += 1) {
    const code = bytes[index] ?? 0;
    if (code > 127) return null;
    text += String.fromCharCode(code);
  }
  cursor.at = at + length;
  return text;
}

/** Reads what `writeText` wrote. Throws `DamagedRecording`. */
export function readText(cursor: Cursor, codec: TextCodec): string {
  const length = nextVarint(cursor);
  const short = nextShortAscii(cursor, length);
  if (short !== null) return short;
  const bytes = nextBytes(cursor, length);
  try {
    return codec.decode(bytes);
  } catch {
    throw new DamagedRecording('A text of a frame cannot be read.');
  }
}
