/** Writes reports as rows of a column frame: the whole row, and the steps from the previous row. */

import { keptState, type KeptState } from '#contract/fleet/reportedState';
import { fields, letterOf } from '../columns.ts';
import { isFields, isWireState } from '../parse/guard.ts';
import { byteWriter, type ByteWriter, type Piece } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { CELL, cellsOf, createNewestNumbers, setNumbers, writeNumber, writeNumberAnew, type NewestNumbers } from './newestNumbers.ts';
import { NO_COLUMN, shapeFinder, type ReportShape } from './reportShape.ts';
import { tagOf, writeText } from './rowFormat.ts';

/** The newest row of a device; the device's next row replaces it. */
export interface ReportRow {
  /** The number of the device. */
  readonly number: number;
  /** Number of the row among the rows of the device: a reader that has the previous row can read the steps. */
  readonly version: number;
}

/**
 * A device with its newest row, except for the numbers. As a piece, it holds the steps of the row; the piece is empty if the row is only written whole. Updated
 * in place, since thousands of reports arrive each second.
 */
interface Device extends Piece {
  readonly serial: string;
  readonly number: number;
  version: number;
  at: number;
  shape: ReportShape;
  /** The newest texts, by column index minus the number of number columns. */
  texts: string[];
  /** The bytes of the whole row; null until a reader needs them. */
  whole: Uint8Array | null;
}

/** The writer of the rows of reports. */
export interface RowWriter {
  /**
   * Returns the row of a push that was received at an instant, in ms since epoch, which is also its timestamp; the same newest row for a push with the same
   * instant and content. Null for a push that is not a plain state report, which is sent as JSON.
   */
  readonly row: (push: unknown, at: number) => ReportRow | null;
  /** Returns the newest row of a device; undefined if it has none. */
  readonly newest: (serial: string) => ReportRow | undefined;
  /** Adds the newest row of a device to a frame: its steps if the frame's readers have the previous row, otherwise the whole row. */
  readonly add: (frame: ByteWriter, row: ReportRow, hasFormer: boolean) => void;
}

const unmasked = (json: unknown) => json;
/** Size of a chunk of memory for rows, in bytes. */
const CHUNK = 65_536;
/** Approximate size of a whole row, in bytes. */
const ROW = 256;
const NO_BYTES = new Uint8Array();
/** Half of a surrogate pair, which JSON can represent but UTF-8 cannot. */
const HALF_CHARACTER = /\p{Cs}/u;
/** The piece of a row without steps, which is only written whole. */
const NO_STEPS = { memory: NO_BYTES, start: 0, end: 0, chunk: 0, whole: null };

function writeWhole(into: ByteWriter, { serial, number, at, shape, texts }: Device, { cells }: NewestNumbers, codec: TextCodec): void {
  into.varint(tagOf(number, true));
  writeText(into, serial, codec);
  into.bytes(shape.bytes);
  into.signed(at);
  for (let column = 0; column < shape.numbers.length; column += 1) writeNumberAnew(into, cells, cellsOf(number) + column * CELL);
  for (const text of texts) writeText(into, text, codec);
}

/** Result for a state whose shape differs from that of the last one. */
const OTHER_SHAPE = -1;
/** Result for a state with a text that rows cannot represent. */
const NOT_WRITABLE = -2;

/** The values of a report that is being written, by column: numbers, then texts. */
interface Next {
  readonly numbers: Float64Array;
  readonly texts: string[];
}

/**
 * Returns the set of columns in which a state differs from the newest one, and collects their values in `next`; a negative result if the state has another
 * shape or cannot be written.
 */
function movedColumns(state: Readonly<Record<string, unknown>>, device: Device, { cells }: NewestNumbers, next: Next): number {
  const { number, texts } = device;
  const { names, letters, columnAt, numbers } = device.shape;
  const start = cellsOf(number);
  const count = numbers.length;
  let moved = 0;
  let place = 0;
  for (const name in state) {
    if (names[place] !== name) return OTHER_SHAPE;
    const value = state[name];
    const column = columnAt[place] ?? NO_COLUMN;
    if (column === NO_COLUMN) {
      if (letterOf(value) !== letters[place]) return OTHER_SHAPE;
    } else if (column < count) {
      if (typeof value !== 'number') return OTHER_SHAPE;
      if (value !== cells[start + column * CELL]) {
        if (!Number.isFinite(value)) return OTHER_SHAPE;
        // JSON writes zero without a sign, so -0 becomes 0.
        next.numbers[column] = value === 0 ? 0 : value;
        moved |= 1 << column;
      }
    } else {
      if (typeof value !== 'string') return OTHER_SHAPE;
      if (value !== texts[column - count]) {
        if (HALF_CHARACTER.test(value)) return NOT_WRITABLE;
        next.texts[column] = value;
        moved |= 1 << column;
      }
    }
    place += 1;
  }
  return place === names.length ? moved : OTHER_SHAPE;
}

/** The difference from the newest row of a device: its instant, the set of changed columns, and their values. */
interface Steps {
  readonly at: number;
  readonly moved: number;
  readonly next: Next;
}

/** Writes the steps of a device, records where they are, and stores the values as the device's newest. */
function writeSteps(into: ByteWriter, device: Device, { cells }: NewestNumbers, { at, moved, next }: Steps, codec: TextCodec): void {
  const { texts } = device;
  const numbers = device.shape.numbers.length;
  const start = cellsOf(device.number);
  into.begin();
  into.varint(tagOf(device.number, false));
  into.signed(at - device.at);
  into.varint(moved);
  for (let rest = moved; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (column < numbers) writeNumber(into, cells, start + column * CELL, next.numbers[column] ?? 0);
    else {
      const value = next.texts[column] ?? '';
      writeText(into, value, codec);
      texts[column - numbers] = value;
    }
  }
  into.piece(device);
}

/** A report whose shape differs from the device's last one. */
interface OtherReport {
  readonly at: number;
  readonly state: KeptState;
  readonly shape: ReportShape;
}

/**
 * Creates a writer. A row is built once and shared by all readers; the rows that a reader already has determine whether it is sent the steps or the
 * whole row:
 *
 *     report 1 ──► version 1: whole row                    reader that has version 1: steps of version 2
 *     report 2 ──► version 2: steps from version 1         any other reader:          version 2 whole
 */
export function rowWriter(codec: TextCodec): RowWriter {
  const devices = new Map<string, Device>();
  const byNumber: Device[] = [];
  const shapeOf = shapeFinder();
  const newest = createNewestNumbers();
  const into = byteWriter(CHUNK);
  const whole = byteWriter(ROW);
  const wholeBytes = (device: Device): Uint8Array => {
    whole.clear();
    writeWhole(whole, device, newest, codec);
    return whole.done();
  };
  const next: Next = { numbers: new Float64Array(fields.length), texts: [] };
  const stepsRow = (device: Device, at: number, moved: number): ReportRow => {
    if (moved === 0 && at === device.at) return device;
    writeSteps(into, device, newest, { at, moved, next }, codec);
    device.at = at;
    device.version += 1;
    device.whole = null;
    return device;
  };
  const wholeRow = (serial: string, { at, state, shape }: OtherReport): ReportRow | null => {
    const texts = shape.texts.map((name) => String(state[name]));
    if ([serial, ...texts].some((text) => HALF_CHARACTER.test(text))) return null;
    const { number, version } = devices.get(serial) ?? { number: devices.size, version: 0 };
    const device: Device = { serial, number, version: version + 1, at, shape, texts, ...NO_STEPS };
    const numbers = shape.numbers.map((name) => Number(state[name]) || 0);
    setNumbers(newest, number, numbers);
    devices.set(serial, device);
    byNumber[number] = device;
    return device;
  };
  const row = (push: unknown, at: number): ReportRow | null => {
    if (!isFields(push) || push.type !== 'state' || typeof push.serial !== 'string' || !Number.isSafeInteger(at)) return null;
    const device = devices.get(push.serial);
    // The guard has already accepted a state of this shape, so another state of the shape is not checked again.
    if (device?.shape.hasFurther === false && isFields(push.state)) {
      const moved = movedColumns(push.state, device, newest, next);
      if (moved >= 0) return stepsRow(device, at, moved);
    }
    if (!isWireState(push.state)) return null;
    const state = keptState(push.state, unmasked);
    const moved = device === undefined ? OTHER_SHAPE : movedColumns(state, device, newest, next);
    if (device !== undefined && moved >= 0) return stepsRow(device, at, moved);
    return moved === NOT_WRITABLE ? null : wholeRow(push.serial, { at, state, shape: shapeOf(state) });
  };
  return {
    row,
    newest: (serial) => devices.get(serial),
    add: (frame, { number }, hasFormer) => {
      const device = byNumber[number];
      if (device === undefined) throw new RangeError('a row of another writer');
      if (hasFormer && device.start < device.end && into.holds(device)) frame.copy(device);
      else frame.bytes((device.whole ??= wholeBytes(device)));
    },
  };
}
