/** One column of numbers as differences, written and read. */

import { byteWriter, MAX_BITS, nextVarint, readColumn, readPart, writePart, type ByteReader, type ByteWriter } from './bytes.ts';

/** Maximum decimals of a scaled number; a number with more is stored unscaled, in eight bytes. */
const MAX_DECIMALS = 6;
/** Scaled numbers stay below this, so that their differences are exact. */
const MAX_SCALED = 2 ** 50;
/** The code of an unscaled number. */
const UNSCALED = 0;

const powers = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);
const powerOf = (decimals: number): number => powers[decimals] ?? NaN;

/** Returns the integer that represents `value` with these decimals; NaN when dividing it would not restore the same bits. */
function scaledOf(value: number, power: number): number {
  const scaled = Math.round(value * power);
  return scaled / power === value && Math.abs(scaled) < MAX_SCALED && !Object.is(value, -0) ? scaled : NaN;
}

/** Collects the values of one field, each with the index of its device. */
export interface NumberColumn {
  readonly push: (device: number, value: number) => void;
  /** Writes the number of decimals, then, per value, the difference from the same device's previous value, as an integer. */
  readonly write: (into: ByteWriter) => void;
}

/** Returns the smallest number of decimals that scales every value to an integer; ignores values with more than `MAX_DECIMALS`. */
function decimalsOf(values: readonly number[]): number {
  let decimals = 0;
  for (const value of values) {
    if (!Number.isNaN(scaledOf(value, powerOf(decimals)))) continue;
    let wanted = decimals + 1;
    while (wanted <= MAX_DECIMALS && Number.isNaN(scaledOf(value, powerOf(wanted)))) wanted += 1;
    if (wanted <= MAX_DECIMALS) decimals = wanted;
  }
  return decimals;
}

/** Creates a column for numbers as sensors report them: few decimals, near the previous value. Any double is kept exactly. */
export function numberColumn(): NumberColumn {
  const values: number[] = [];
  const devices: number[] = [];
  return {
    push: (device, value) => {
      values.push(value);
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
        codes.varint(difference < 0 ? -2 * difference : 2 * difference + 1);
        last[device] = scaled;
      }
      into.varint(decimals);
      writePart(into, codes.done());
      writePart(into, unscaled.done());
    },
  };
}

// Bit operations take a third of the time but are limited to 32 bits.
function differenceOf(code: number): number {
  if (code <= MAX_BITS) return (code & 1) === 1 ? code >>> 1 : -(code >>> 1);
  return code % 2 === 1 ? (code - 1) / 2 : -code / 2;
}

/** Reads a column. `devices` holds the device of each report, -1 for a report without this field; the result has a value per report. */
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
    const scaled = (last[device] ?? 0) + differenceOf(code);
    last[device] = scaled;
    values[report] = scaled / power;
  }
  return values;
}
