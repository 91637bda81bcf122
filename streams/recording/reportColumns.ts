import type { EventOf } from '../event.ts';
import {
  byteWriter,
  DamagedRecording,
  nextSigned,
  nextVarint,
  readColumn,
  writePart,
  type ByteReader,
  type ByteWriter,
  type Cursor,
} from './bytes.ts';
import { numberColumn, readNumberColumn, type NumberColumn } from './numberColumn.ts';
import { formOf, formText, isOfForm, MAX_FIELDS, readForm, type ReportForm } from './reportForm.ts';
import { textAt, type TextTable } from './texts.ts';

/** A state report of the log without its place there. */
export type RecordedReport = Omit<EventOf<'device.stateReported'>, 'seq' | 'at'>;

type Fields = Readonly<Record<string, unknown>>;

/** Integers, each written as the difference to the one before. */
interface DifferenceColumn {
  readonly push: (value: number) => void;
  readonly bytes: () => Uint8Array;
}

function differenceColumn(): DifferenceColumn {
  const into = byteWriter();
  let last = 0;
  return {
    push: (value) => {
      into.signed(value - last);
      last = value;
    },
    bytes: into.done,
  };
}

/** Texts per device: 0 where the text is the same as before, else its number + 1. */
interface TextColumn {
  readonly push: (device: number, text: string) => void;
  readonly bytes: () => Uint8Array;
}

const textColumnOf = (texts: TextTable) => (): TextColumn => {
  const into = byteWriter();
  const last: string[] = [];
  return {
    push: (device, text) => {
      if (last[device] === text) into.varint(0);
      else {
        into.varint(texts.numberOf(text) + 1);
        last[device] = text;
      }
    },
    bytes: into.done,
  };
};

/** A form with its text, and the column of each field: undefined for a field that is part of the form. */
interface ColumnForm extends ReportForm {
  readonly text: string;
  readonly numbers: readonly (NumberColumn | undefined)[];
  readonly words: readonly (TextColumn | undefined)[];
}

/** Collects reports. */
export interface ReportWriter {
  /** Takes a report; false, and nothing is taken, when columns cannot hold it: its text is stored instead. */
  readonly push: (report: RecordedReport) => boolean;
  readonly count: () => number;
  readonly write: (into: ByteWriter) => void;
}

/** Creates a writer of reports; `texts` is shared by everything in one block. */
export function reportWriter(texts: TextTable): ReportWriter {
  const textColumn = textColumnOf(texts);
  const [devices, forms, sources, instants] = [differenceColumn(), textColumn(), differenceColumn(), differenceColumn()];
  const numbers = new Map<string, NumberColumn>();
  const words = new Map<string, TextColumn>();
  const known = new Map<string, ColumnForm>();
  const formByDevice: (ColumnForm | undefined)[] = [];
  let newest: ColumnForm | undefined;
  let count = 0;
  const columnsOf = (form: ReportForm, text: string): ColumnForm => ({
    ...form,
    text,
    numbers: form.names.map((name, index) => (form.letters[index] === 'n' ? columnIn(numbers, name, numberColumn) : undefined)),
    words: form.names.map((name, index) => (form.letters[index] === 's' ? columnIn(words, name, textColumn) : undefined)),
  });
  const formFor = (device: number, state: Fields): ColumnForm | null => {
    // Devices of a type report in one form: most first reports of a block have that of another device.
    const last = formByDevice[device] ?? newest;
    if (last !== undefined && isOfForm(last, state)) return last;
    const form = formOf(state);
    if (form === null) return null;
    const text = formText(form);
    // More columns than are read: the report is stored as its text.
    if (!known.has(text) && numbers.size + words.size + form.names.length > MAX_FIELDS) return null;
    const columns = known.get(text) ?? columnsOf(form, text);
    known.set(text, columns);
    return columns;
  };
  const pushFields = (device: number, form: ColumnForm, state: Fields) => {
    for (let index = 0; index < form.names.length; index += 1) {
      const value = state[form.names[index] ?? ''];
      if (typeof value === 'number') form.numbers[index]?.push(device, value);
      else if (typeof value === 'string') form.words[index]?.push(device, value);
    }
  };
  return {
    count: () => count,
    push: ({ serial, reportedAt, source, state }) => {
      if (!Number.isSafeInteger(reportedAt) || Math.abs(reportedAt) > 2 ** 50) return false;
      const device = texts.numberOf(serial);
      const fields: Fields = state;
      const found = formFor(device, fields);
      if (found === null) return false;
      formByDevice[device] = newest = found;
      count += 1;
      devices.push(device);
      forms.push(device, found.text);
      sources.push(texts.numberOf(source));
      instants.push(reportedAt);
      pushFields(device, found, fields);
      return true;
    },
    write: (into) => {
      into.varint(count);
      for (const column of [devices, forms, sources, instants]) writePart(into, column.bytes());
      into.varint(numbers.size);
      for (const [name, column] of numbers) {
        into.varint(texts.numberOf(name));
        column.write(into);
      }
      into.varint(words.size);
      for (const [name, column] of words) {
        into.varint(texts.numberOf(name));
        writePart(into, column.bytes());
      }
    },
  };
}

function columnIn<Column>(columns: Map<string, Column>, name: string, create: () => Column): Column {
  const column = columns.get(name) ?? create();
  columns.set(name, column);
  return column;
}

/** Reports as columns: read without an object per report, so that a seek creates only the reports that it keeps. */
export interface ReportTable {
  readonly count: number;
  /** Per report: the number of its device's serial in the block's texts. */
  readonly devices: Int32Array;
  /** Per report: the number of its source. */
  readonly sources: Int32Array;
  /** One field of a report, without the others; undefined for a field that it does not have. */
  readonly fieldAt: (index: number, name: string) => unknown;
  /** The report at an index, as it was written. */
  readonly reportAt: (index: number) => RecordedReport;
}

function readDifferences<Values extends Int32Array | Float64Array>(from: Cursor, into: Values): Values {
  let value = 0;
  const { length } = into;
  for (let index = 0; index < length; index += 1) {
    value += nextSigned(from);
    into[index] = value;
  }
  return into;
}

function readTexts(from: Cursor, devices: Int32Array, textCount: number): Int32Array {
  const last = new Int32Array(textCount).fill(-1);
  const numbers = new Int32Array(devices.length);
  const { length } = devices;
  for (let report = 0; report < length; report += 1) {
    const device = devices[report] ?? -1;
    if (device < 0) continue;
    const code = nextVarint(from);
    if (code !== 0) last[device] = code - 1;
    numbers[report] = last[device] ?? -1;
  }
  return numbers;
}

/** Most values of all columns of a kind, with a place per text for each column: more would be a small file that fills the memory. */
const MAX_VALUES = 1 << 28;

function columnCount(from: ByteReader, textCount: number, reportCount: number): number {
  const count = from.varint();
  if (count > MAX_FIELDS || count * (textCount + reportCount) > MAX_VALUES)
    throw new DamagedRecording('A block of the recording is too large.');
  return count;
}

/** Reads what a `ReportWriter` wrote. `limit` is the most reports that the block can hold, by its number of events. */
export function readReports(from: ByteReader, texts: readonly string[], limit: number): ReportTable {
  const count = from.varint();
  if (count > limit) throw new DamagedRecording('The recording counts more reports than events.');
  const devices = readDifferences(readColumn(from), new Int32Array(count));
  for (let report = 0; report < count; report += 1)
    if (!((devices[report] ?? -1) >= 0 && (devices[report] ?? -1) < texts.length))
      throw new DamagedRecording('The recording names a device that it does not hold.');
  const formNumbers = readTexts(readColumn(from), devices, texts.length);
  const sources = readDifferences(readColumn(from), new Int32Array(count));
  const instants = readDifferences(readColumn(from), new Float64Array(count));
  const forms = new Map<number, ReportForm>();
  let lastForm = -1;
  for (let report = 0; report < count; report += 1) {
    const number = formNumbers[report] ?? -1;
    if (number !== lastForm && !forms.has(number)) forms.set(number, readForm(textAt(texts, number)));
    lastForm = number;
  }
  // The device of each report that has the field in a column, -1 for the others.
  const devicesWith = (name: string, letter: string): Int32Array => {
    const having = new Set([...forms].filter(([, form]) => form.letters[form.names.indexOf(name)] === letter).map(([number]) => number));
    return having.size === forms.size ? devices : devices.map((device, report) => (having.has(formNumbers[report] ?? -1) ? device : -1));
  };
  const numbers = new Map<string, Float64Array>();
  for (let left = columnCount(from, texts.length, count); left > 0; left -= 1) {
    const name = textAt(texts, from.varint());
    numbers.set(name, readNumberColumn(from, devicesWith(name, 'n'), texts.length));
  }
  const words = new Map<string, Int32Array>();
  for (let left = columnCount(from, texts.length, count); left > 0; left -= 1) {
    const name = textAt(texts, from.varint());
    words.set(name, readTexts(readColumn(from), devicesWith(name, 's'), texts.length));
  }
  const valueOf = (name: string, letter: string, index: number): unknown => {
    if (letter === 'n') return numbers.get(name)?.[index];
    if (letter === 's') return textAt(texts, words.get(name)?.[index] ?? -1);
    return letter === '0' ? null : letter === 't';
  };
  return {
    count,
    devices,
    sources,
    fieldAt: (index, name) => {
      const form = forms.get(formNumbers[index] ?? -1);
      const letter = form?.letters[form.names.indexOf(name)];
      return letter === undefined ? undefined : valueOf(name, letter, index);
    },
    reportAt: (index) => {
      const form = forms.get(formNumbers[index] ?? -1);
      const state: Record<string, unknown> = {};
      form?.names.forEach((name, field) => {
        state[name] = valueOf(name, form.letters[field] ?? '', index);
      });
      return {
        kind: 'device.stateReported',
        serial: textAt(texts, devices[index] ?? -1),
        reportedAt: instants[index] ?? NaN,
        // The state of a report that was accepted by the contract before it was recorded.
        state: state as RecordedReport['state'],
        source: textAt(texts, sources[index] ?? -1),
      };
    },
  };
}
