/**
 * The format of a column frame: a version byte, a byte that tells whether earlier rows are invalid, then items, each after its tag.
 *
 *     JSON push      0, length, UTF-8
 *     whole row      tag, serial, shape, instant; per number its decimals and its value; the texts
 *     steps          tag, ms since the device's last row, set of moved columns; per moved number its step, per moved text the text
 *
 * The columns of a device are its numbers, then its texts. A step is the difference to the last number, both times 10 ** decimals. Code 0 says that
 * other decimals follow, and the number itself, or eight bytes for a number that has too many.
 */

import { DamagedRecording, nextBytes, nextVarint, SHORT_TEXT, writePart, type ByteWriter, type Cursor } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { MAX_SCALED, powerOf } from '../recording/scaledNumber.ts';

/** The version of the format. */
export const FORMAT = 1;

/** The tag of a push that is sent as JSON. */
export const JSON_TAG = 0;
/** The code of a number that is written with other decimals. */
export const OTHER_DECIMALS = 0;
/** The code in place of decimals for a number that follows in eight bytes. */
export const FLOAT = 7;
/** Maximum number of devices of one writer. */
export const MAX_DEVICES = 2 ** 24;

/** Returns the tag of a whole row, or of the steps of a row. */
export const tagOf = (device: number, isWhole: boolean): number => 1 + device * 2 + (isWhole ? 1 : 0);

/**
 * Returns the scaled number to which the step after an unscaled number is added; 0 for a number that is too large. Writer and reader compute the same value.
 */
export function nearestScaled(value: number, decimals: number): number {
  const scaled = Math.round(value * powerOf(decimals));
  return Math.abs(scaled) < MAX_SCALED ? scaled : 0;
}

/** Writes the length of a text, then its bytes in UTF-8. */
export function writeText(into: ByteWriter, text: string, codec: TextCodec): void {
  if (!into.shortAscii(text)) writePart(into, codec.encode(text));
}

/** Reads a short ASCII text from the next bytes without creating a view of them; returns null and reads nothing if the text is longer or not ASCII. */
function nextShortAscii(cursor: Cursor, length: number): string | null {
  const { bytes, at } = cursor;
  if (length > SHORT_TEXT || at + length > bytes.length) return null;
  let text = '';
  for (let index = at; index < at + length; index += 1) {
    const code = bytes[index] ?? 0;
    if (code > 127) return null;
    text += String.fromCharCode(code);
  }
  cursor.at = at + length;
  return text;
}

/** Reads a text written by `writeText`. Throws `DamagedRecording`. */
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
