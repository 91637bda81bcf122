/** One column of numbers, written and read as differences. */

import { byteWriter, nextVarint, readColumn, readPart, writePart, type ByteReader, type ByteWriter } from './bytes.ts';
import { codeOfStep, decimalsFrom, powerOf, scaledOf, stepOf } from './scaledNumber.ts';

/** The code of an unscaled number. */
const UNSCALED = 0;

/** A column with the values of one field, each with the index of its device. */
export interface NumberColumn {
  readonly push: (device: number, value: number) => void;
  /** Writes the number of decimals, then, per value, the difference from the same device's previous value, as an integer. */
  readonly write: (into: ByteWriter) => void;
}

/** Returns the smallest number of decimals that scales every value to an integer; values with more than `MAX_DECIMALS` are ignored. */
function decimalsOf(values: readonly number[]): number {
  let decimals = 0;
  for (const value of values) {
    const wanted = decimalsFrom(value, decimals);
    if (wanted > decimals) decimals = wanted;
  }
  return decimals;
}

/**
 * Creates a column for numbers of sensors, which have few decimals and are near the previous value. Any double is stored exactly, except -0, which becomes 0.
 */
export function numberColumn(): NumberColumn {
  const values: number[] = [];
  const devices: number[] = [];
  return {
    push: (device, value) => {
      // JSON has no negative zero: -0 + 0 is 0.
      values.push(value + 0);
      devices.push(device);
    },
    write: (into) => {
      const codes = byteWriter(values.length * 2 + 16);
      const unscaled = byteWriter();
      const decimals = decimalsOf(values);
      const power = powerOf(decimals);
      const last: number[] = [];
      for (let index = 0; index < values.length; index += 1) {
        const value = values[index] ?? 0;
        const scaled = scaledOf(value, power);
        if (Number.isNaN(scaled)) {
          codes.varint(UNSCALED);
          unscaled.float(value);
          continue;
        }
        const device = devices[index] ?? 0;
        const difference = scaled - (last[device] ?? 0);
        codes.varint(codeOfStep(difference));
        last[device] = scaled;
      }
      into.varint(decimals);
      writePart(into, codes.done());
      writePart(into, unscaled.done());
    },
  };
}

/** Reads a column and returns a value per report. `devices` holds the device of each report, -1 for a report without this field. */
export function readNumberColumn(from: ByteReader, devices: Int32Array, deviceCount: number): Float64Array {
  const power = powerOf(from.varint());
  const codes = readColumn(from);
  const unscaled = readPart(from);
  const values = new Float64Array(devices.length);
  const last = new Float64Array(deviceCount);
  const { length } = devices;
  for (let report = 0; report < length; report += 1) {
    const device = devices[report] ?? -1;
    if (device < 0) continue;
    const code = nextVarint(codes);
    if (code === UNSCALED) {
      values[report] = unscaled.float();
      continue;
    }
    const scaled = (last[device] ?? 0) + stepOf(code);
    last[device] = scaled;
    values[report] = scaled / power;
  }
  return values;
}
