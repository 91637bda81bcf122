/** The columns of sealed reports, and a report as cells and back: what a column cannot hold exactly is in `other_fields`, `fields` names all. */

import { isStateField, stateFieldNames, stateFields, type StateFieldType } from '#contract/fleet/stateFields';
import type { KeptReport } from '../../fleet/history/keptReport.ts';
import { type Cell, type Column, type ColumnType, ofThousandths, thousandthsOf } from '../parquet/columns.ts';

const types: Readonly<Record<StateFieldType, ColumnType>> = { number: 'thousandths', text: 'text', flag: 'flag', textOrFlag: 'text' };

/** The columns before those of the fields. */
const head = [
  { name: 'serial', type: 'text', isSearched: true },
  { name: 'organisation', type: 'text' },
  { name: 'received_at', type: 'instant', isSearched: true },
  { name: 'device_time', type: 'instant' },
  { name: 'sequence', type: 'count' },
] as const satisfies readonly Column[];

/** The columns behind those of the fields: the names of the fields in their order, and the fields that no column holds exactly, both as JSON. */
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

/** Returns whether UTF-8 holds a text: half of a surrogate pair is no character. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const isWhole = (value: number) => Number.isSafeInteger(value);

/** The cell of a value, and whether it is the whole value. */
interface FieldCell {
  readonly cell: Cell;
  readonly isExact: boolean;
}

/** Returns what a column holds of a value: a number is rounded, a flag in a column of texts is its word. */
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

/** Collects the reports of one device as columns. */
export interface ReportCells {
  readonly push: (report: KeptReport, organisation: string | null) => void;
  /** The cells of each column, in the order of `reportColumns`. */
  readonly cells: readonly (readonly Cell[])[];
}

/** Creates an empty collection. */
export function reportCells(): ReportCells {
  const cells = reportColumns.map((): Cell[] => []);
  const names = new Map<string, string>();
  /** One text for equal lists of names, of which a device has few. */
  const namesOf = (fields: readonly string[]) => {
    const text = JSON.stringify(fields);
    const known = names.get(text) ?? text;
    names.set(known, known);
    return known;
  };
  return {
    cells,
    push: ({ serial, receivedAt, deviceTime, sequence, state }, organisation) => {
      const others: [string, unknown][] = [];
      let at = 0;
      const add = (cell: Cell) => cells[at++]?.push(cell);
      for (const cell of [serial, organisation]) add(cell);
      for (const number of [receivedAt, deviceTime, sequence]) add(isWhole(number) ? number : null);
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

/** Parses JSON once for equal texts beside each other. */
function parsedOnce<Parsed>(read: (value: unknown) => Parsed): (text: Cell) => Parsed {
  let [last, parsed]: [Cell | undefined, Parsed | undefined] = [undefined, undefined];
  return (text) => {
    if (parsed === undefined || text !== last) parsed = read(typeof text === 'string' ? JSON.parse(text) : null);
    last = text;
    return parsed;
  };
}

const fieldNames = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
const otherFields = (value: unknown): Readonly<Record<string, unknown>> => (isObject(value) ? value : {});

/**
 * Returns the function that reads a row of these columns as a report; `wanted` fields alone, or all. `cellAt` returns the cell of a column, numbers as they are,
 * and null for a column that the file does not have: that is decided by the file, not by the contract of today.
 */
export function reportReader(wanted: ReadonlySet<string> | null): (cellAt: (column: string) => Cell) => KeptReport {
  const [namesIn, othersIn] = [parsedOnce(fieldNames), parsedOnce(otherFields)];
  return (cellAt) => {
    const others = othersIn(cellAt('other_fields'));
    const names = namesIn(cellAt('fields'));
    const kept = wanted === null ? names : names.filter((name) => wanted.has(name));
    const fields = kept.map((name): [string, unknown] => {
      if (Object.hasOwn(others, name)) return [name, others[name]];
      return [name, cellAt(name)];
    });
    const number = (column: string) => Number(cellAt(column) ?? NaN);
    return {
      serial: String(cellAt('serial')),
      receivedAt: number('received_at'),
      deviceTime: number('device_time'),
      sequence: number('sequence'),
      state: Object.fromEntries(fields),
    };
  };
}

const ownColumns: ReadonlySet<string> = new Set([...head, ...tail].map(({ name }) => name));

/** Returns those columns of a file that a reader of these fields needs. */
export const columnsFor = (wanted: ReadonlySet<string> | null, columns: readonly string[]): readonly string[] =>
  columns.filter((name) => wanted === null || wanted.has(name) || (ownColumns.has(name) && name !== 'organisation'));
