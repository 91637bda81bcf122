/** Reports → rows of a column frame: the whole row, and the steps from the row before it. */

import { keptState, type KeptState } from '#contract/fleet/reportedState';
import { fields, letterOf } from '../columns.ts';
import { isFields, isWireState } from '../parse/guard.ts';
import { byteWriter, type ByteWriter } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { codeOfStep, decimalsFrom, powerOf, scaledOf } from '../recording/scaledNumber.ts';
import { shapeFinder, type ReportShape } from './reportShape.ts';
import { FLOAT, nearestScaled, OTHER_DECIMALS, tagOf, writeText } from './rowFormat.ts';

/** The newest row of a device. The next row of the device takes its place. */
export interface ReportRow {
  /** The number of the device. */
  readonly number: number;
  /** Counts the rows of the device: who has the row before this one can read its steps. */
  readonly version: number;
}

/** A device with its newest report and row; changed in place, since thousands come each second. */
interface Device {
  readonly serial: string;
  readonly number: number;
  version: number;
  push: unknown;
  at: number;
  shape: ReportShape;
  /** The newest values by column. Numbers are unboxed: a list of numbers would keep an object for each, and many of them are moved by garbage collection. */
  numbers: Float64Array;
  texts: string[];
  /** Per column of a number, the decimals of its steps, and the scaled number from which the next one counts. */
  decimals: Uint8Array;
  scaled: Float64Array;
  /** The difference from the previous row, in shared memory, since a view per row would cost as much as writing it. Empty if only the whole row is written. */
  memory: Uint8Array;
  start: number;
  end: number;
  /** The whole row, once somebody needed it. */
  whole: Uint8Array | null;
}

/** Makes the rows of reports. */
export interface RowWriter {
  /**
   * Returns the row of a push that was received at an instant, ms since epoch, which its timestamp says, too; the newest row for the push that it is made of.
   * Null for a push that is no plain state report, which is sent as JSON.
   */
  readonly row: (push: unknown, at: number) => ReportRow | null;
  /** Returns the newest row of a device. */
  readonly newest: (serial: string) => ReportRow | undefined;
  /** Adds the newest row of a device to a frame: its steps where the frame's readers have the row before it, otherwise the whole row. */
  readonly add: (frame: ByteWriter, row: ReportRow, hasFormer: boolean) => void;
}

const unmasked = (json: unknown) => json;
/** Bytes of memory for rows that are taken at once. */
const CHUNK = 65_536;
/** Bytes of a whole row, about. */
const ROW = 256;
const NO_BYTES = new Uint8Array();
/** UTF-8 has no place for half of a character, which JSON has. */
const HALF_CHARACTER = /\p{Cs}/u;

/** Writes a number as a step from the last one of its column, and keeps what the next step counts from. */
function writeNumber(into: ByteWriter, value: number, { decimals, scaled }: Pick<Device, 'decimals' | 'scaled'>, column: number): void {
  const before = decimals[column] ?? 0;
  const whole = scaledOf(value, powerOf(before));
  if (!Number.isNaN(whole)) {
    const step = whole - (scaled[column] ?? 0);
    into.varint(codeOfStep(step));
    scaled[column] = whole;
    return;
  }
  into.varint(OTHER_DECIMALS);
  const wanted = decimalsFrom(value, before);
  if (Number.isNaN(wanted)) {
    into.varint(FLOAT);
    into.float(value);
    scaled[column] = nearestScaled(value, before);
  } else {
    decimals[column] = wanted;
    scaled[column] = scaledOf(value, powerOf(wanted));
    into.varint(wanted);
    into.signed(scaled[column]);
  }
}

function writeWhole(into: ByteWriter, { serial, number, at, shape, numbers, texts, decimals }: Device, codec: TextCodec): void {
  into.varint(tagOf(number, true));
  writeText(into, serial, codec);
  into.bytes(shape.bytes);
  into.signed(at);
  // From 0, in the decimals of the steps that follow.
  const start = { decimals: decimals.slice(), scaled: new Float64Array(decimals.length) };
  numbers.forEach((value, column) => {
    into.varint(decimals[column] ?? 0);
    writeNumber(into, value, start, column);
  });
  for (const text of texts) writeText(into, text, codec);
}

function wholeBytes(into: ByteWriter, device: Device, codec: TextCodec): Uint8Array {
  into.clear();
  writeWhole(into, device, codec);
  return into.done();
}

/** The state has another shape than the last one. */
const OTHER_SHAPE = -1;
/** The state has a text that rows cannot hold. */
const NOT_WRITABLE = -2;

/** The values of a report that is being written, by column. */
interface Next {
  readonly numbers: Float64Array;
  readonly texts: string[];
}

/** Returns the set of columns in which a state differs from the last one, and collects its values in `next`; negative where it cannot. */
function movedColumns(state: Readonly<Record<string, unknown>>, { shape, numbers, texts }: Device, next: Next): number {
  const { names, letters, columnAt } = shape;
  let moved = 0;
  let place = 0;
  for (const name in state) {
    const value = state[name];
    if (names[place] !== name) return OTHER_SHAPE;
    const column = columnAt[place] ?? 0;
    const letter = letters[place];
    if (typeof value === 'number' && letter === 'n') {
      // JSON writes zero without a sign.
      next.numbers[column] = value === 0 ? 0 : value;
      if (value !== numbers[column]) {
        if (!Number.isFinite(value)) return OTHER_SHAPE;
        moved |= 1 << column;
      }
    } else if (typeof value === 'string' && letter === 's') {
      const text = column - numbers.length;
      next.texts[text] = value;
      if (value !== texts[text]) {
        if (HALF_CHARACTER.test(value)) return NOT_WRITABLE;
        moved |= 1 << column;
      }
    } else if (letterOf(value) !== letter) return OTHER_SHAPE;
    place += 1;
  }
  return place === names.length ? moved : OTHER_SHAPE;
}

/** The difference from the last report of a device: its instant, the set of changed columns, and the values of all columns. */
interface Steps {
  readonly at: number;
  readonly moved: number;
  readonly next: Next;
}

/** Writes the steps of a device, notes where they are, and keeps the values as its newest. */
function writeSteps(into: ByteWriter, device: Device, { at, moved, next }: Steps, codec: TextCodec): void {
  const { numbers, texts } = device;
  into.begin();
  into.varint(tagOf(device.number, false));
  into.signed(at - device.at);
  into.varint(moved);
  for (let rest = moved; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    if (column < numbers.length) {
      const value = next.numbers[column] ?? 0;
      writeNumber(into, value, device, column);
      numbers[column] = value;
    } else {
      const value = next.texts[column - numbers.length] ?? '';
      writeText(into, value, codec);
      texts[column - numbers.length] = value;
    }
  }
  into.piece(device);
}

/** A report whose shape is not that of the device's last one. */
interface OtherReport {
  readonly push: unknown;
  readonly at: number;
  readonly state: KeptState;
  readonly shape: ReportShape;
}

/**
 * Creates a writer. A row is made once and is the same for everybody who gets it; what a reader has decides whether it is sent the steps or the whole row:
 *
 *     report 1 ──► version 1: whole row                    reader that has version 1: steps of version 2
 *     report 2 ──► version 2: steps from version 1         any other reader:          version 2 whole
 */
export function rowWriter(codec: TextCodec): RowWriter {
  const devices = new Map<string, Device>();
  const byNumber: Device[] = [];
  const shapeOf = shapeFinder();
  const into = byteWriter(CHUNK);
  const whole = byteWriter(ROW);
  const next: Next = { numbers: new Float64Array(fields.length), texts: [] };
  const stepsRow = (device: Device, push: unknown, at: number, moved: number): ReportRow => {
    writeSteps(into, device, { at, moved, next }, codec);
    device.at = at;
    device.push = push;
    device.version += 1;
    device.whole = null;
    return device;
  };
  const wholeRow = (serial: string, { push, at, state, shape }: OtherReport): ReportRow | null => {
    const numbers = Float64Array.from(shape.numbers, (name) => Number(state[name]) || 0);
    const texts = shape.texts.map((name) => String(state[name]));
    if ([serial, ...texts].some((text) => HALF_CHARACTER.test(text))) return null;
    const decimals = Uint8Array.from(numbers, (value) => decimalsFrom(value, 0) || 0);
    const scaled = numbers.map((value, column) => nearestScaled(value, decimals[column] ?? 0));
    const { number, version } = devices.get(serial) ?? { number: devices.size, version: 0 };
    const content = { push, at, shape, numbers, texts, decimals, scaled };
    const device: Device = { serial, number, version: version + 1, ...content, memory: NO_BYTES, start: 0, end: 0, whole: null };
    devices.set(serial, device);
    byNumber[number] = device;
    return device;
  };
  const row = (push: unknown, at: number): ReportRow | null => {
    if (!isFields(push) || push.type !== 'state' || typeof push.serial !== 'string' || !Number.isSafeInteger(at)) return null;
    const device = devices.get(push.serial);
    if (device?.push === push) return device;
    // A state of the shape of the last one, which the guard took, is taken, too.
    if (device?.shape.hasFurther === false && isFields(push.state)) {
      const moved = movedColumns(push.state, device, next);
      if (moved >= 0) return stepsRow(device, push, at, moved);
    }
    if (!isWireState(push.state)) return null;
    const state = keptState(push.state, unmasked);
    const moved = device === undefined ? OTHER_SHAPE : movedColumns(state, device, next);
    if (device !== undefined && moved >= 0) return stepsRow(device, push, at, moved);
    return moved === NOT_WRITABLE ? null : wholeRow(push.serial, { push, at, state, shape: shapeOf(state) });
  };
  return {
    row,
    newest: (serial) => devices.get(serial),
    add: (frame, { number }, hasFormer) => {
      const device = byNumber[number];
      if (device === undefined) throw new RangeError('a row of another writer');
      if (hasFormer && device.start < device.end) frame.copy(device);
      else frame.bytes((device.whole ??= wholeBytes(whole, device, codec)));
    },
  };
}
