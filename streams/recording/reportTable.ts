/** The state reports of a block, read from its columns. */

import { DamagedRecording, nextSigned, nextVarint, readColumn, type ByteReader, type Cursor } from './bytes.ts';
import { readNumberColumn } from './numberColumn.ts';
import type { RecordedReport } from './reportColumns.ts';
import { MAX_FIELDS, readForm, type ReportForm } from './reportForm.ts';
import { textAt } from './texts.ts';

/** Reports in columns, which are read without creating an object per report, so that a seek creates only the reports that it needs. */
export interface ReportTable {
  readonly count: number;
  /** Per report: the number of its device's serial in the block's texts. */
  readonly devices: Int32Array;
  /** Per report: the number of its source. */
  readonly sources: Int32Array;
  /** Returns one field of a report without reading the others; undefined if the report does not have the field. */
  readonly fieldAt: (index: number, name: string) => unknown;
  /** Returns the report at an index, as it was written. */
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

/** Maximum number of values in all columns of a kind, including one entry per text in each column; without this limit, a small file could fill the memory. */
const MAX_VALUES = 1 << 28;

function columnCount(from: ByteReader, textCount: number, reportCount: number): number {
  const count = from.varint();
  if (count > MAX_FIELDS || count * (textCount + reportCount) > MAX_VALUES)
    throw new DamagedRecording('A block of the recording is too large.');
  return count;
}

/** The data before the columns of fields: device, form, source and instant of each report, and each form by its number. */
interface ReportHeads {
  readonly count: number;
  readonly devices: Int32Array;
  readonly formNumbers: Int32Array;
  readonly sources: Int32Array;
  readonly instants: Float64Array;
  readonly forms: ReadonlyMap<number, ReportForm>;
}

function readHeads(from: ByteReader, texts: readonly string[], limit: number): ReportHeads {
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
  return { count, devices, formNumbers, sources, instants, forms };
}

/** The columns of fields, by name: numbers, and words by the numbers of their texts. */
interface FieldColumns {
  readonly numbers: ReadonlyMap<string, Float64Array>;
  readonly words: ReadonlyMap<string, Int32Array>;
}

function readFields(from: ByteReader, texts: readonly string[], { count, devices, formNumbers, forms }: ReportHeads): FieldColumns {
  // Returns, per report, its device if it has the field in a column, otherwise -1.
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
  return { numbers, words };
}

/** Reads the bytes of a `ReportWriter`. `limit` is the maximum number of reports in the block: its number of events. */
export function readReports(from: ByteReader, texts: readonly string[], limit: number): ReportTable {
  const heads = readHeads(from, texts, limit);
  const { count, devices, formNumbers, sources, instants, forms } = heads;
  const { numbers, words } = readFields(from, texts, heads);
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
        // The contract accepted the state of the report before it was recorded.
        state: state as RecordedReport['state'],
        source: textAt(texts, sources[index] ?? -1),
      };
    },
  };
}
