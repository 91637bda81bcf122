/** Reads the bytes of a column frame into reports and other pushes; the steps of a row apply to the device's last row. */

import { furtherText, type ReportedState } from '#contract/fleet/reportedState';
import { setNumber, type OtherPush, type Reading, type Report } from '../columns.ts';
import { isFields } from '../parse/guard.ts';
import { masked } from '../parse/mask.ts';
import { DamagedRecording, MAX_BITS, nextFloat, nextSigned, nextVarint, type Cursor } from '../recording/bytes.ts';
import type { TextCodec } from '../recording/codec.ts';
import { MAX_DECIMALS, powerOf, stepOf } from '../recording/scaledNumber.ts';
import { shapeReader, type ReportShape } from './reportShape.ts';
import { FLOAT, FORMAT, JSON_TAG, MAX_DEVICES, nearestScaled, OTHER_DECIMALS, readText } from './rowFormat.ts';

/** A device with its newest report, to which the steps of its next row apply; updated in place. */
interface Device {
  readonly serial: string;
  readonly shape: ReportShape;
  at: number;
  state: ReportedState;
  /** For each number of the shape: the decimals of its steps and, in `scaled`, the scaled number to which the next step is added. */
  readonly decimals: Uint8Array;
  readonly scaled: Float64Array;
}

const damaged = (reason: string) => new DamagedRecording(reason);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw damaged('A push in a frame is not JSON.');
  }
}

/** Returns the text of fields that the contract does not define, with its secrets masked. */
function maskedFields(text: string): string {
  const further = readJson(text);
  if (!isFields(further)) throw damaged('Further fields of a frame are no object.');
  return furtherText(further, masked);
}

function checkedInstant(at: number): number {
  if (!Number.isSafeInteger(at)) throw damaged('An instant of a frame cannot be.');
  return at;
}

function checkedDecimals(decimals: number): number {
  if (decimals > MAX_DECIMALS) throw damaged('A number of a frame has too many decimals.');
  return decimals;
}

/** Reads a number whose decimals differ from those of the previous one, or that is written in eight bytes. */
function readOtherNumber(cursor: Cursor, { scaled, decimals }: Pick<Device, 'scaled' | 'decimals'>, column: number): number {
  const other = nextVarint(cursor);
  if (other !== FLOAT) {
    decimals[column] = checkedDecimals(other);
    scaled[column] = nextSigned(cursor);
    return scaled[column] / powerOf(other);
  }
  const value = nextFloat(cursor);
  if (!Number.isFinite(value)) throw damaged('A number of a frame is none.');
  scaled[column] = nearestScaled(value, decimals[column] ?? 0);
  return value;
}

/** Reads the next value of a number, and stores the base of the next step. */
function readNumber(cursor: Cursor, device: Pick<Device, 'scaled' | 'decimals'>, column: number): number {
  const code = nextVarint(cursor);
  if (code === OTHER_DECIMALS) return readOtherNumber(cursor, device, column);
  const { scaled, decimals } = device;
  const value = (scaled[column] ?? 0) + stepOf(code);
  scaled[column] = value;
  return value / powerOf(decimals[column] ?? 0);
}

/** The readers of the parts of a row. */
interface Parts {
  readonly codec: TextCodec;
  readonly shapeAt: (cursor: Cursor) => ReportShape;
}

function readWhole(cursor: Cursor, { codec, shapeAt }: Parts): Device {
  const serial = readText(cursor, codec);
  const shape = shapeAt(cursor);
  const device: Device = {
    serial,
    shape,
    at: checkedInstant(nextSigned(cursor)),
    state: { ...shape.template },
    decimals: new Uint8Array(shape.numbers.length),
    scaled: new Float64Array(shape.numbers.length),
  };
  const { state, decimals } = device;
  shape.numbers.forEach((name, index) => {
    decimals[index] = checkedDecimals(nextVarint(cursor));
    state[name] = readNumber(cursor, device, index);
  });
  for (const name of shape.texts) state[name] = name === 'other_fields' ? maskedFields(readText(cursor, codec)) : readText(cursor, codec);
  return device;
}

function readSteps(cursor: Cursor, device: Device, codec: TextCodec): void {
  const { numbers, texts, columns } = device.shape;
  const state = { ...device.state };
  device.at = checkedInstant(device.at + nextSigned(cursor));
  device.state = state;
  const moved = nextVarint(cursor);
  if (moved > MAX_BITS || moved >>> columns.length !== 0) throw damaged('A field of a frame moved that its device lacks.');
  for (let rest = moved; rest !== 0; rest &= rest - 1) {
    const column = 31 - Math.clz32(rest & -rest);
    // A negative index of `texts` would be looked up as a property name, which is slow.
    const number = column < numbers.length ? numbers[column] : undefined;
    const text = number === undefined ? texts[column - numbers.length] : undefined;
    if (number !== undefined) setNumber(state, number, readNumber(cursor, device, column));
    else if (text !== undefined) state[text] = text === 'other_fields' ? maskedFields(readText(cursor, codec)) : readText(cursor, codec);
  }
}

/** Checks whether a frame can be read without the frames before it. */
export const isFreshFrame = (bytes: Uint8Array): boolean => bytes[1] === 1;

/** A function that reads the column frames of one connection. */
export type FrameReader = (bytes: Uint8Array) => Reading;

/**
 * Creates the reader of one connection's column frames; it must read all of them, in order. The reader throws `DamagedRecording` for a frame that no writer
 * wrote, or that builds on a row which was not read, and then for every frame until a fresh one.
 */
export function frameReader(codec: TextCodec): FrameReader {
  let devices: (Device | undefined)[] = [];
  // A damaged frame leaves some devices half updated, so only a fresh frame may follow.
  let isDamaged = false;
  const parts: Parts = { codec, shapeAt: shapeReader() };
  const readRow = (cursor: Cursor, tag: number): Device => {
    const number = (tag - 1) >>> 1;
    if (number >= MAX_DEVICES) throw damaged('A device of a frame cannot be.');
    const device = tag % 2 === 0 ? readWhole(cursor, parts) : devices[number];
    if (device === undefined) throw damaged('A frame builds on a report that did not come.');
    if (tag % 2 === 1) readSteps(cursor, device, codec);
    else devices[number] = device;
    return device;
  };
  return (bytes) => {
    const isFresh = isFreshFrame(bytes);
    const hasBase = isFresh || !isDamaged;
    isDamaged = true;
    if (bytes[0] !== FORMAT) throw damaged('A frame of another format.');
    if (!hasBase) throw damaged('A frame builds on one that could not be read.');
    if (isFresh) devices = [];
    const cursor: Cursor = { bytes, at: 2 };
    const reports: Report[] = [];
    const others: OtherPush[] = [];
    while (cursor.at < bytes.length) {
      const tag = nextVarint(cursor);
      if (tag === JSON_TAG) others.push({ after: reports.length, push: readJson(readText(cursor, codec)) });
      else {
        const { serial, at, state } = readRow(cursor, tag);
        reports.push({ kind: 'device.stateReported', serial, reportedAt: at, state });
      }
    }
    isDamaged = false;
    return { reports, others };
  };
}
