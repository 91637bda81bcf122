/** Writes the state reports of a block as columns. */

import type { EventOf } from '../event.ts';
import { byteWriter, writePart, type ByteWriter } from './bytes.ts';
import { numberColumn, type NumberColumn } from './numberColumn.ts';
import { formOf, formText, isOfForm, MAX_FIELDS, type ReportForm } from './reportForm.ts';
import type { TextTable } from './texts.ts';

/** A state report of the log, without its place in the log. */
export type RecordedReport = Omit<EventOf<'device.stateReported'>, 'seq' | 'at'>;

type Fields = Readonly<Record<string, unknown>>;

/** A column of integers, each written as the difference from the previous one. */
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

/** A column of texts, written per device: 0 if the text is the same as before, otherwise its number + 1. */
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

/** A form with its text, and the column of each field; undefined for a field that is part of the form. */
interface ColumnForm extends ReportForm {
  readonly text: string;
  readonly numbers: readonly (NumberColumn | undefined)[];
  readonly words: readonly (TextColumn | undefined)[];
}

/** A report with any fields, because the history of a server also keeps fields that the contract does not define. */
export interface ColumnReport extends Pick<RecordedReport, 'serial' | 'reportedAt' | 'source'> {
  readonly state: Fields;
}

/** A writer that collects reports in columns. */
export interface ReportWriter {
  /** Adds a report; returns false, without adding it, if columns cannot represent it. Its text is then stored instead. */
  readonly push: (report: ColumnReport) => boolean;
  readonly count: () => number;
  readonly write: (into: ByteWriter) => void;
}

/** Creates a writer of reports; all parts of a block share `texts`. */
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
    // Devices of a type report in one form, so the first report of a device usually has the form of the device before it.
    const last = formByDevice[device] ?? newest;
    if (last !== undefined && isOfForm(last, state)) return last;
    const form = formOf(state);
    if (form === null) return null;
    const text = formText(form);
    // With more columns than the reader accepts, the report is stored as its text.
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
      const found = formFor(device, state);
      if (found === null) return false;
      formByDevice[device] = newest = found;
      count += 1;
      devices.push(device);
      forms.push(device, found.text);
      sources.push(texts.numberOf(source));
      instants.push(reportedAt);
      pushFields(device, found, state);
      return true;
    },
    write: (into) => {
      into.varint(count);
      for (const column of [devices, forms, sources, instants]) writePart(into, column.bytes());
      writeNamed(into, texts, numbers, (column) => column.write(into));
      writeNamed(into, texts, words, (column) => writePart(into, column.bytes()));
    },
  };
}

/** Writes the number of columns, then each column with the number of its name. */
function writeNamed<Column>(
  into: ByteWriter,
  texts: TextTable,
  columns: ReadonlyMap<string, Column>,
  write: (column: Column) => void,
): void {
  into.varint(columns.size);
  for (const [name, column] of columns) {
    into.varint(texts.numberOf(name));
    write(column);
  }
}

function columnIn<Column>(columns: Map<string, Column>, name: string, create: () => Column): Column {
  const column = columns.get(name) ?? create();
  columns.set(name, column);
  return column;
}
