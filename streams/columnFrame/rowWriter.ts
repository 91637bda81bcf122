/** Reports → rows of a column frame: the whole row, and the steps from the row before it. */

import { keptState, type KeptState } from '#contract/fleet/reportedState';
import { letterOf } from '../columns.ts';
import { isFields, isStateEnvelope, isWireState } from '../parse/guard.ts';
import { parseInstantMs } from '../parse/instantMs.ts';
import { byteWriter, type ByteWriter } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { codeOfStep, decimalsFrom, powerOf, scaledOf } from '../recording/scaledNumber.ts';
import { shapeBytes, shapeOf, type ReportShape } from './reportShape.ts';
import { FLOAT, nearestScaled, OTHER_DECIMALS, tagOf, writeText } from './rowFormat.ts';

/** The newest row of a device. */
export interface ReportRow {
  readonly device: number;
  /** Counts the rows of the device: who has the row before this one can read its steps. */
  readonly version: number;
  /** What differs from the row before it; null where only the whole row says it. */
  readonly steps: Uint8Array | null;
  /** Returns the row as it is read without any row before it; to be called before the device has its next row. */
  readonly whole: () => Uint8Array;
}

/** A device with its newest report, which is changed in place. */
interface Device {
  readonly serial: string;
  readonly number: number;
  version: number;
  at: number;
  shape: ReportShape;
  /** The values of the fields, in the order of the shape. */
  values: unknown[];
  /** Per column of a number, the decimals of its steps, and the scaled number from which the next one counts. */
  decimals: number[];
  scaled: number[];
  row: ReportRow;
}

/** Makes the rows of reports. */
export interface RowWriter {
  /** Returns the row of a push; null for one that is no plain state report, which is sent as JSON. */
  readonly row: (push: unknown) => ReportRow | null;
  /** Returns the newest row of a device. */
  readonly newest: (serial: string) => ReportRow | undefined;
}

const unmasked = (json: unknown) => json;
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

function writeWhole(into: ByteWriter, { serial, number, at, shape, values, decimals }: Device, codec: TextCodec): void {
  into.varint(tagOf(number, true));
  writeText(into, serial, codec);
  into.bytes(shapeBytes(shape));
  into.signed(at);
  // From 0, in the decimals of the steps that follow.
  const start = { decimals: [...decimals], scaled: [] };
  shape.columns.forEach((place, column) => {
    const value = values[place];
    if (typeof value !== 'number') return writeText(into, String(value), codec);
    into.varint(decimals[column] ?? 0);
    return writeNumber(into, value, start, column);
  });
}

/** A value as JSON holds it: zero without a sign. */
const wireValue = (value: unknown): unknown => (value === 0 ? 0 : value);

/** The state has another shape than the last one. */
const OTHER_SHAPE = -1;
/** The state has a text that rows cannot hold. */
const NOT_WRITABLE = -2;

/** Returns the set of columns in which a state differs from the last one, and collects its values in `next`; negative where it cannot. */
function movedColumns(state: Readonly<Record<string, unknown>>, { shape, values }: Device, next: unknown[]): number {
  const { names, letters, columnAt } = shape;
  let moved = 0;
  let place = 0;
  for (const name in state) {
    const value = state[name];
    if (names[place] !== name) return OTHER_SHAPE;
    if (value !== values[place]) {
      const column = columnAt[place];
      if (column === undefined || letterOf(value) !== letters[place]) return OTHER_SHAPE;
      if (typeof value === 'string' && HALF_CHARACTER.test(value)) return NOT_WRITABLE;
      moved |= 1 << column;
    }
    next[place] = value;
    place += 1;
  }
  return place === names.length ? moved : OTHER_SHAPE;
}

/** A report whose shape is not that of the device's last one. */
interface OtherReport {
  readonly at: number;
  readonly state: KeptState;
  readonly shape: ReportShape;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Creates a writer. A row is made once and is the same for everybody who gets it; what a reader has decides whether it is sent the steps or the whole row:
 *
 *     report 1 ──► version 1: whole row                    reader that has version 1: steps of version 2
 *     report 2 ──► version 2: steps from version 1         any other reader:          version 2 whole
 */
export function rowWriter(codec: TextCodec): RowWriter {
  const devices = new Map<string, Device>();
  const shapes = new Map<string, ReportShape>();
  const into = byteWriter(256);
  const bytesOf = (write: () => void): Uint8Array => {
    into.clear();
    write();
    return into.done();
  };
  const shared = (shape: ReportShape): ReportShape => {
    const key = shapeBytes(shape).join();
    const known = shapes.get(key) ?? shape;
    shapes.set(key, known);
    return known;
  };
  const rowOf = (device: Device, steps: Uint8Array | null): ReportRow => {
    let whole: Uint8Array | undefined;
    device.version += 1;
    device.row = {
      device: device.number,
      version: device.version,
      steps,
      whole: () => (whole ??= bytesOf(() => writeWhole(into, device, codec))),
    };
    return device.row;
  };
  const next: unknown[] = [];
  const stepsRow = (device: Device, at: number, moved: number): ReportRow => {
    const { shape, values } = device;
    into.clear();
    into.varint(tagOf(device.number, false));
    into.signed(at - device.at);
    into.varint(moved);
    for (let rest = moved; rest !== 0; rest &= rest - 1) {
      const column = 31 - Math.clz32(rest & -rest);
      const place = shape.columns[column] ?? 0;
      const value = wireValue(next[place]);
      if (typeof value === 'number') writeNumber(into, value, device, column);
      else writeText(into, String(value), codec);
      values[place] = value;
    }
    device.at = at;
    return rowOf(device, into.done());
  };
  const wholeRow = (serial: string, { at, state, shape }: OtherReport): ReportRow | null => {
    const kept: Readonly<Record<string, unknown>> = state;
    const values = shape.names.map((name) => wireValue(kept[name]));
    if ([serial, ...values.filter(isText)].some((text) => HALF_CHARACTER.test(text))) return null;
    const numbers = shape.numbers.map((_, column) => Number(values[shape.columns[column] ?? 0]));
    const decimals = numbers.map((value) => decimalsFrom(value, 0) || 0);
    const scaled = numbers.map((value, column) => nearestScaled(value, decimals[column] ?? 0));
    const known = devices.get(serial);
    if (known !== undefined) {
      Object.assign(known, { at, shape, values, decimals, scaled });
      return rowOf(known, null);
    }
    const row: ReportRow = { device: devices.size, version: 0, steps: null, whole: () => new Uint8Array() };
    const device: Device = { serial, number: devices.size, version: 0, at, shape, values, decimals, scaled, row };
    devices.set(serial, device);
    return rowOf(device, null);
  };
  const row = (push: unknown): ReportRow | null => {
    if (!isStateEnvelope(push)) return null;
    const device = devices.get(push.serial);
    const at = parseInstantMs(push.timestamp);
    // A state of the shape of the last one, which the guard took, is taken, too.
    if (device?.shape.hasFurther === false && isFields(push.state)) {
      const moved = movedColumns(push.state, device, next);
      if (moved >= 0) return stepsRow(device, at, moved);
    }
    if (!isWireState(push.state)) return null;
    const state = keptState(push.state, unmasked);
    const moved = device === undefined ? OTHER_SHAPE : movedColumns(state, device, next);
    if (device !== undefined && moved >= 0) return stepsRow(device, at, moved);
    return moved === NOT_WRITABLE ? null : wholeRow(push.serial, { at, state, shape: shared(shapeOf(state)) });
  };
  return { row, newest: (serial) => devices.get(serial)?.row };
}
