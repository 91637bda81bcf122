/**
 * The columns of sealed reports, and the conversion of a report to cells and back. Values that a column cannot hold exactly are in `other_fields`; `fields`
 * lists the names of all fields.
 */

import { isStateField, stateFieldNames, stateFields, type StateFieldType } from '#contract/fleet/stateFields';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import { type Cell, type Column, type ColumnType, ofThousandths, thousandthsOf } from '../parquet/columns.ts';

const types: Readonly<Record<StateFieldType, ColumnType>> = { number: 'thousandths', text: 'text', flag: 'flag', textOrFlag: 'text' };

/** The columns before the columns of fields. */
const head = [
  { name: 'serial', type: 'text', isSearched: true },
  { name: 'organisation', type: 'text' },
  { name: 'received_at', type: 'instant', isSearched: true },
  { name: 'device_time', type: 'instant' },
  { name: 'sequence', type: 'count' },
  { name: 'arrived_at', type: 'instant' },
] as const satisfies readonly Column[];

/** The columns after the columns of fields: the ordered names of the fields, and the fields that no column holds exactly, both as JSON. */
const tail = [
  { name: 'fields', type: 'text' },
  { name: 'other_fields', type: 'text' },
] as const satisfies readonly Column[];

/** All columns in their order. */
export const reportColumns: readonly Column[] = [
  ...head,
  ...stateFieldNames.map((name): Column => ({ name, type: types[stateFields[name]] })),
  ...tail,
];

/** Returns whether UTF-8 can encode a text: half of a surrogate pair is not a character. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isWhole = (value: number) => Number.isSafeInteger(value);

/** The cell of a value, and whether it holds the value exactly. */
interface FieldCell {
  readonly cell: Cell;
  readonly isExact: boolean;
}

/** Returns the cell of a value: a number is rounded, and a flag in a text column is written as a word. */
function cellOf(type: StateFieldType, value: unknown): FieldCell {
  if (value === null) return { cell: null, isExact: true };
  if (type === 'number') {
    const cell = typeof value === 'number' ? thousandthsOf(value) : null;
    return { cell, isExact: cell !== null && ofThousandths(cell) === value };
  }
  if (type === 'flag') return typeof value === 'boolean' ? { cell: value, isExact: true } : { cell: null, isExact: false };
  if (typeof value === 'string' && isWellFormed(value)) return { cell: value, isExact: true };
  return { cell: type === 'textOrFlag' && typeof value === 'boolean' ? String(value) : null, isExact: false };
}

/** A collection of the reports of one device, as columns. */
export interface ReportCells {
  readonly push: (report: KeptReport, organisation: string | null) => void;
  /** The cells of each column, in the order of `reportColumns`. */
  readonly cells: readonly (readonly Cell[])[];
}

/** Creates an empty collection of reports. */
export function reportCells(): ReportCells {
  const cells = reportColumns.map((): Cell[] => []);
  const names = new Map<string, string>();
  /** Equal lists of names share one text; a device has few different ones. */
  const namesOf = (fields: readonly string[]) => {
    const text = JSON.stringify(fields);
    const known = names.get(text) ?? text;
    names.set(known, known);
    return known;
  };
  return {
    cells,
    push: ({ serial, receivedAt, arrivedAt = NaN, deviceTime, sequence, state }, organisation) => {
      const others: [string, unknown][] = [];
      let at = 0;
      const add = (cell: Cell) => cells[at++]?.push(cell);
      for (const cell of [serial, organisation]) add(cell);
      for (const number of [receivedAt, deviceTime, sequence, arrivedAt]) add(isWhole(number) ? number : null);
      for (const name of stateFieldNames) {
        if (!Object.hasOwn(state, name)) {
          add(null);
          continue;
        }
        const { cell, isExact } = cellOf(stateFields[name], state[name]);
        add(cell);
        if (!isExact) others.push([name, state[name]]);
      }
      const fields = Object.keys(state);
      for (const name of fields) if (!isStateField(name)) others.push([name, state[name]]);
      add(namesOf(fields));
      add(others.length === 0 ? null : JSON.stringify(Object.fromEntries(others)));
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns a function that calls `read` once for a run of equal cells. */
function onceEach<Result>(read: (cell: Cell) => Result): (cell: Cell) => Result {
  let last: { readonly cell: Cell; readonly result: Result } | null = null;
  return (cell) => {
    if (last?.cell !== cell) last = { cell, result: read(cell) };
    return last.result;
  };
}

const none: Readonly<Record<string, unknown>> = {};

const parsed = (cell: Cell): unknown => (typeof cell === 'string' ? JSON.parse(cell) : null);

/** A function that returns the cells of some rows by column; undefined for a column that the file does not have. */
type CellsOf = (column: string) => readonly Cell[] | undefined;

/** Creates the function that reads a row as a report. The columns of the fields are determined by the file, not by the current contract. */
export function reportReader(cellsOf: CellsOf): (row: number) => KeptReport {
  const [serials, receivedAts, deviceTimes, sequences] = ['serial', 'received_at', 'device_time', 'sequence'].map(cellsOf);
  // Files of earlier versions have no column for the arrival.
  const arrivals = cellsOf('arrived_at');
  const [fields, others] = [cellsOf('fields'), cellsOf('other_fields')];
  // The result is cached, because a device sends the same fields for a long time.
  const columnsIn = onceEach((cell) => {
    const names = parsed(cell);
    return Array.isArray(names) ? names.map(String).map((name) => ({ name, cells: cellsOf(name) })) : [];
  });
  const othersIn = onceEach((cell) => {
    const values = parsed(cell);
    return isObject(values) ? values : none;
  });
  return (row) => {
    const further = othersIn(others?.[row] ?? null);
    const state: Record<string, unknown> = {};
    for (const { name, cells } of columnsIn(fields?.[row] ?? null)) {
      const value = further !== none && Object.hasOwn(further, name) ? further[name] : (cells?.[row] ?? null);
      // Assigning this name would set the prototype; defining each field would take three times as long.
      if (name === '__proto__') Object.defineProperty(state, name, { value, enumerable: true, configurable: true, writable: true });
      else state[name] = value;
    }
    const arrivedAt = arrivals?.[row];
    return {
      serial: String(serials?.[row]),
      receivedAt: Number(receivedAts?.[row] ?? NaN),
      ...(arrivedAt == null ? {} : { arrivedAt: Number(arrivedAt) }),
      deviceTime: Number(deviceTimes?.[row] ?? NaN),
      sequence: Number(sequences?.[row] ?? NaN),
      state,
    };
  };
}
