/** Stores the newest numbers of all devices of a writer; writes the next number of a column as a step from the newest one. */

import { numberFields } from '../columns.ts';
import type { ByteWriter } from '../recording/bytes.ts';
import { codeOfStep, decimalsFrom, powerOf, scaledOf } from '../recording/scaledNumber.ts';
import { FLOAT, nearestScaled, OTHER_DECIMALS } from './rowFormat.ts';

/**
 * The numbers of all devices in one array, a cell for each. An array per device would be spread over the memory, and reading it would take longer than
 * writing the row.
 *
 *     cell: the number │ the number times 10 ** decimals, the base of the next step │ 10 ** decimals │ decimals
 */
export interface NewestNumbers {
  cells: Float64Array;
}

/** Number of entries of a cell. */
export const CELL = 4;
const [SCALED, POWER, DECIMALS] = [1, 2, 3];
/** Number of entries of a device. */
const ROW = numberFields.length * CELL;
/** Number of devices for which memory is allocated initially. */
const DEVICES = 16;

export const createNewestNumbers = (): NewestNumbers => ({ cells: new Float64Array(DEVICES * ROW) });

/** Returns the index of the first cell of a device. */
export const cellsOf = (device: number): number => device * ROW;

/** Sets the numbers of a device, which are the bases of the next steps. */
export function setNumbers(newest: NewestNumbers, device: number, numbers: readonly number[]): void {
  const start = cellsOf(device);
  if (start + ROW > newest.cells.length) {
    const larger = new Float64Array(Math.max(newest.cells.length * 2, start + ROW));
    larger.set(newest.cells);
    newest.cells = larger;
  }
  numbers.forEach((value, column) => {
    const decimals = decimalsFrom(value, 0) || 0;
    newest.cells.set([value, nearestScaled(value, decimals), powerOf(decimals), decimals], start + column * CELL);
  });
}

/** Writes a number as a step from the number in a cell, and stores it in the cell. */
export function writeNumber(into: ByteWriter, cells: Float64Array, cell: number, value: number): void {
  cells[cell] = value;
  const scaled = scaledOf(value, cells[cell + POWER] ?? 1);
  if (!Number.isNaN(scaled)) {
    into.varint(codeOfStep(scaled - (cells[cell + SCALED] ?? 0)));
    cells[cell + SCALED] = scaled;
    return;
  }
  writeOtherwise(into, cells, cell, value);
}

/** Writes a number that the decimals of its cell cannot represent: with other decimals, or in eight bytes. */
function writeOtherwise(into: ByteWriter, cells: Float64Array, cell: number, value: number): void {
  const former = cells[cell + DECIMALS] ?? 0;
  const decimals = decimalsFrom(value, former);
  into.varint(OTHER_DECIMALS);
  if (Number.isNaN(decimals)) {
    into.varint(FLOAT);
    into.float(value);
    cells[cell + SCALED] = nearestScaled(value, former);
    return;
  }
  const scaled = scaledOf(value, powerOf(decimals));
  into.varint(decimals);
  into.signed(scaled);
  cells[cell + SCALED] = scaled;
  cells[cell + POWER] = powerOf(decimals);
  cells[cell + DECIMALS] = decimals;
}

/** Writes the number of a cell for a reader without a previous one: its decimals, and the step from 0. */
export function writeNumberAnew(into: ByteWriter, cells: Float64Array, cell: number): void {
  const copy = cells.slice(cell, cell + CELL);
  copy[SCALED] = 0;
  into.varint(copy[DECIMALS] ?? 0);
  writeNumber(into, copy, 0, copy[0] ?? 0);
}
