/** Converts a block of the recording to bytes and back: keyframe, places (`seq`, `at`), and runs of reports and other events. */

import type { FleetEvent } from '../event.ts';
import {
  byteReader,
  byteWriter,
  DamagedRecording,
  nextSigned,
  readColumn,
  readPart,
  writePart,
  type ByteReader,
  type ByteWriter,
} from './bytes.ts';
import type { TextCodec } from './codec.ts';
import { otherWriter, readOthers } from './otherEvents.ts';
import { reportWriter, type RecordedReport } from './reportColumns.ts';
import { readReports, type ReportTable } from './reportTable.ts';
import { textTable, type TextTable } from './texts.ts';

/** The state of the console before the first event of a block: reports in columns, and the rest as a JSON value. */
export interface Keyframe {
  /** `at` is the instant at which the console received the report, in ms since epoch. */
  readonly reports: readonly (RecordedReport & { readonly at: number })[];
  readonly rest: unknown;
}

/** A fold of a log that begins with a keyframe and can write another keyframe after any event. */
export interface StateFold {
  readonly push: (events: readonly FleetEvent[]) => void;
  /** Returns the keyframe of the state after all pushed events. */
  readonly keyframe: () => Keyframe;
}

/** Maximum number of events in a block; a file that claims more is damaged. */
export const MAX_BLOCK_EVENTS = 4_000_000;

const REPORT_KIND = 'device.stateReported';
const REPORT_KEYS = ['kind', 'serial', 'reportedAt', 'state', 'seq', 'at', 'source'];

type Report = Extract<FleetEvent, { kind: 'device.stateReported' }>;

// An event with another field, or with its fields in another order, is stored as JSON.
function isPlainReport(event: FleetEvent): event is Report {
  if (event.kind !== REPORT_KIND) return false;
  let index = 0;
  for (const name in event) if (name !== REPORT_KEYS[index++]) return false;
  return index === REPORT_KEYS.length;
}

/** Writes the places of events in the log; `seq` counts without gaps, unless a part was cut out. */
function writePlaces(into: ByteWriter, events: readonly FleetEvent[]): void {
  const firstSeq = events[0]?.seq ?? 0;
  const isGapless = events.every(({ seq }, index) => seq === firstSeq + index);
  into.varint(isGapless ? 1 : 0);
  into.signed(firstSeq);
  const [seqs, ats] = [byteWriter(), byteWriter(events.length)];
  let [lastSeq, lastAt] = [firstSeq, 0];
  for (const { seq, at } of events) {
    if (!isGapless) seqs.signed(seq - lastSeq);
    ats.signed(at - lastAt);
    [lastSeq, lastAt] = [seq, at];
  }
  writePart(into, seqs.done());
  writePart(into, ats.done());
}

interface Places {
  readonly seqs: Float64Array;
  readonly ats: Float64Array;
}

function readPlaces(from: ByteReader, count: number): Places {
  const isGapless = from.varint() === 1;
  const firstSeq = from.signed();
  const [seqBytes, atBytes] = [readColumn(from), readColumn(from)];
  const [seqs, ats] = [new Float64Array(count), new Float64Array(count)];
  let [seq, at] = [firstSeq, 0];
  for (let index = 0; index < count; index += 1) {
    seq = isGapless ? firstSeq + index : seq + nextSigned(seqBytes);
    at += nextSigned(atBytes);
    seqs[index] = seq;
    ats[index] = at;
  }
  return { seqs, ats };
}

/** Writes the lengths of alternating runs, of which the first is of state reports: 3 reports, 1 other event, 24 reports … */
function writeRuns(into: ByteWriter, isReport: readonly boolean[]): void {
  const runs: number[] = [];
  let kind = true;
  let length = 0;
  for (const next of isReport) {
    if (next !== kind) {
      runs.push(length);
      [kind, length] = [next, 0];
    }
    length += 1;
  }
  runs.push(length);
  into.varint(runs.length);
  for (const run of runs) into.varint(run);
}

/** Returns the index of each event: its index among the reports, or -1 minus its index among the other events. */
function readRuns(from: ByteReader, count: number): Int32Array {
  const indexes = new Int32Array(count);
  let [event, report, other] = [0, 0, 0];
  let isReport = true;
  for (let left = from.varint(); left > 0; left -= 1) {
    const end = event + from.varint();
    if (end > count) throw new DamagedRecording('The recording counts its events wrongly.');
    for (; event < end; event += 1) indexes[event] = isReport ? report++ : -1 - other++;
    isReport = !isReport;
  }
  if (event !== count) throw new DamagedRecording('The recording counts its events wrongly.');
  return indexes;
}

function writeKeyframe(into: ByteWriter, { reports, rest }: Keyframe, texts: TextTable, codec: TextCodec): void {
  const [columns, ats] = [reportWriter(texts), byteWriter(reports.length)];
  let lastAt = 0;
  for (const report of reports) {
    if (!columns.push(report)) throw new Error('A state report of a keyframe must consist of numbers, texts and booleans.');
    ats.signed(report.at - lastAt);
    lastAt = report.at;
  }
  columns.write(into);
  writePart(into, ats.done());
  writePart(into, codec.encode(JSON.stringify(rest)));
}

interface ReadKeyframe {
  readonly keyframe: Keyframe;
  /** The device numbers of the reports in the keyframe. */
  readonly devices: readonly number[];
}

function readKeyframe(from: ByteReader, texts: readonly string[], codec: TextCodec): ReadKeyframe {
  const columns = readReports(from, texts, MAX_BLOCK_EVENTS);
  const ats = readPart(from);
  let at = 0;
  const reports = Array.from({ length: columns.count }, (_, index) => {
    at += ats.signed();
    return { ...columns.reportAt(index), at };
  });
  return { keyframe: { reports, rest: parsedJson(textOf(from.bytes(from.varint()), codec)) }, devices: [...columns.devices] };
}

/** Returns the device number of each event; -1 for an event that is not a state report. */
const devicesOf = (indexes: Int32Array, reports: ReportTable): Int32Array =>
  indexes.map((index) => (index < 0 ? -1 : (reports.devices[index] ?? -1)));

function textOf(bytes: Uint8Array, codec: TextCodec): string {
  try {
    return codec.decode(bytes);
  } catch {
    throw new DamagedRecording('A text of the recording cannot be read.');
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new DamagedRecording('The state at the begin of a block cannot be read.');
  }
}

/** A writer that adds a block event by event, for a caller that must not be blocked by writing a long block. */
export interface BlockWriter {
  /** Adds the next event. */
  readonly push: (event: FleetEvent) => void;
  /** Returns the bytes of the block, which `readBlock` reads. */
  readonly done: () => Uint8Array<ArrayBuffer>;
}

/** Creates a writer of one block, which begins with the keyframe, unless that is null. */
export function blockWriter(keyframe: Keyframe | null, codec: TextCodec): BlockWriter {
  const texts = textTable();
  const start = byteWriter(256);
  start.varint(keyframe === null ? 0 : 1);
  if (keyframe !== null) writeKeyframe(start, keyframe, texts, codec);
  const [reports, others] = [reportWriter(texts), otherWriter(texts, codec)];
  const [events, isReport] = [new Array<FleetEvent>(), new Array<boolean>()];
  return {
    push: (event) => {
      const isTaken = isPlainReport(event) && reports.push(event);
      if (!isTaken) others.push(event);
      events.push(event);
      isReport.push(isTaken);
    },
    done: () => {
      const body = byteWriter(events.length * 8 + 256);
      body.bytes(start.done());
      body.varint(events.length);
      writePlaces(body, events);
      writeRuns(body, isReport);
      reports.write(body);
      others.write(body);
      const block = byteWriter(body.length() + 1024);
      writePart(block, codec.encode(JSON.stringify(texts.texts)));
      block.bytes(body.done());
      return block.done();
    },
  };
}

/** Writes events, and the keyframe before them unless it is null, as bytes that can be read without any other block. Lossless for JSON values. */
export function writeBlock(keyframe: Keyframe | null, events: readonly FleetEvent[], codec: TextCodec): Uint8Array<ArrayBuffer> {
  const block = blockWriter(keyframe, codec);
  for (const event of events) block.push(event);
  return block.done();
}

/** The events of one block, and the keyframe of the state before them. */
export interface EventBlock {
  /** The state before the events; null for a piece of a block. */
  readonly keyframe: Keyframe | null;
  readonly count: number;
  readonly atOf: (index: number) => number;
  readonly kindOf: (index: number) => string;
  /** Returns the number of events with `at` ≤ this instant, in ms since epoch. */
  readonly countUntil: (at: number) => number;
  readonly eventAt: (index: number) => FleetEvent;
  /** The serials, sources and words of the state reports; device and source numbers are indices of this list. */
  readonly texts: readonly string[];
  /** Per event, the number of a state report's device; -1 for any other event. */
  readonly devices: Int32Array;
  /** Returns the number of the source of a state report. */
  readonly sourceOf: (index: number) => number;
  /** Returns one field of a state report, read from its column; undefined if the report does not have the field. */
  readonly fieldAt: (index: number, name: string) => unknown;
  /**
   * Returns the instant at which a late report arrived at the server, in ms since epoch, by device and report time; null for a report that was not late. Absent
   * if no report was late.
   */
  readonly receivedLateAt?: ((serial: string, reportedAt: number) => number | null) | undefined;
  /** The device numbers of the reports in the keyframe. */
  readonly knownDevices: readonly number[];
}

/** Reads a block. Throws `DamagedRecording` for bytes that `writeBlock` did not write; an event is parsed only when it is requested. */
export function readBlock(bytes: Uint8Array, codec: TextCodec): EventBlock {
  const from = byteReader(bytes);
  const texts = readTextTable(textOf(from.bytes(from.varint()), codec));
  const first = from.varint() === 1 ? readKeyframe(from, texts, codec) : null;
  const count = from.varint();
  if (count > MAX_BLOCK_EVENTS) throw new DamagedRecording('A block of the recording counts too many events.');
  const { seqs, ats } = readPlaces(from, count);
  const indexes = readRuns(from, count);
  const reports = readReports(from, texts, count);
  const others = readOthers(from, texts, codec, count);
  const indexOf = (index: number) => indexes[index] ?? 0;
  const kindOf = (index: number) => (indexOf(index) < 0 ? others.kindAt(-1 - indexOf(index)) : REPORT_KIND);
  const eventAt = (index: number): FleetEvent => {
    const [inTable, seq, at] = [indexOf(index), seqs[index] ?? NaN, ats[index] ?? NaN];
    if (inTable < 0) return others.eventAt(-1 - inTable, seq, at);
    const { kind, serial, reportedAt, state, source } = reports.reportAt(inTable);
    return { kind, serial, reportedAt, state, seq, at, source };
  };
  return {
    keyframe: first?.keyframe ?? null,
    count,
    kindOf,
    eventAt,
    atOf: (index) => ats[index] ?? NaN,
    countUntil: (at) => firstAfter(ats, at),
    texts,
    devices: devicesOf(indexes, reports),
    sourceOf: (index) => reports.sources[indexOf(index)] ?? -1,
    fieldAt: (index, name) => reports.fieldAt(indexOf(index), name),
    knownDevices: first?.devices ?? [],
  };
}

function readTextTable(json: string): readonly string[] {
  const texts = parsedJson(json);
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return texts;
  throw new DamagedRecording('The texts of a block cannot be read.');
}

/** Returns the first index with an instant after `at`; the instants never decrease. */
export function firstAfter(ats: Float64Array, at: number): number {
  let [low, high] = [0, ats.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ats[middle] ?? Infinity) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
