/** Writes and reads all events of a block except state reports: kind and source in columns, the payload as JSON. */

import type { FleetEvent } from '../event.ts';
import { byteWriter, DamagedRecording, readPart, writePart, type ByteReader, type ByteWriter } from './bytes.ts';
import type { TextCodec } from './codec.ts';
import { textAt, type TextTable } from './texts.ts';

/** A writer of all events except state reports: kind and source in columns, the payload as JSON. */
export interface OtherWriter {
  readonly push: (event: FleetEvent) => void;
  readonly write: (into: ByteWriter) => void;
}

/** The source number of an event with an unusual order of fields, which is stored whole. */
const WHOLE = 0;

/** Returns the fields between the kind, which is first, and `seq`, `at` and `source`, which are last; null for another order. */
function payloadOf(event: FleetEvent): unknown {
  const names = Object.keys(event);
  if (names[0] !== 'kind' || names.slice(-3).join() !== 'seq,at,source') return null;
  const { kind: _kind, seq: _seq, at: _at, source: _source, ...payload } = event;
  return payload;
}

/** Creates a writer; all parts of a block share `texts`. */
export function otherWriter(texts: TextTable, codec: TextCodec): OtherWriter {
  const [kinds, sources, lengths, payloads] = [byteWriter(), byteWriter(), byteWriter(), byteWriter()];
  let count = 0;
  return {
    push: (event) => {
      const payload = payloadOf(event);
      kinds.varint(texts.numberOf(event.kind));
      sources.varint(payload === null ? WHOLE : texts.numberOf(event.source) + 1);
      const json = codec.encode(JSON.stringify(payload ?? event));
      lengths.varint(json.length);
      payloads.bytes(json);
      count += 1;
    },
    write: (into) => {
      into.varint(count);
      for (const part of [kinds, sources, lengths, payloads]) writePart(into, part.done());
    },
  };
}

/** The events of a block except state reports; a payload is parsed when it is requested. */
export interface OtherTable {
  readonly kindAt: (index: number) => string;
  /** Returns the event at an index, with its place in the log. Throws `DamagedRecording` for a payload that is not a JSON object. */
  readonly eventAt: (index: number, seq: number, at: number) => FleetEvent;
}

// The fields of a kind are not checked, because they are as the log recorded them.
function isEvent(value: object): value is FleetEvent {
  const { kind, seq, at, source }: { kind?: unknown; seq?: unknown; at?: unknown; source?: unknown } = value;
  return typeof kind === 'string' && typeof seq === 'number' && typeof at === 'number' && typeof source === 'string';
}

function numbersIn(from: ByteReader, count: number): Float64Array {
  const numbers = new Float64Array(count);
  for (let index = 0; index < count; index += 1) numbers[index] = from.varint();
  return numbers;
}

function parsedObject(bytes: Uint8Array, codec: TextCodec): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(codec.decode(bytes));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  } catch {
    // The error is thrown below, as for all other values that are not objects.
  }
  throw new DamagedRecording('An event of the recording cannot be read.');
}

/** Reads the bytes of an `OtherWriter`. */
export function readOthers(from: ByteReader, texts: readonly string[], codec: TextCodec, limit: number): OtherTable {
  const count = from.varint();
  if (count > limit) throw new DamagedRecording('The recording counts more payloads than events.');
  const [kinds, sources, lengths] = [numbersIn(readPart(from), count), numbersIn(readPart(from), count), numbersIn(readPart(from), count)];
  const payloads = from.bytes(from.varint());
  const ends = new Float64Array(count + 1);
  lengths.forEach((length, index) => {
    ends[index + 1] = (ends[index] ?? 0) + length;
  });
  if ((ends[count] ?? 0) > payloads.length) throw new DamagedRecording('An event of the recording is cut off.');
  const kindAt = (index: number) => textAt(texts, kinds[index] ?? -1);
  return {
    kindAt,
    eventAt: (index, seq, at) => {
      const payload = parsedObject(payloads.subarray(ends[index], ends[index + 1]), codec);
      const source = sources[index] ?? WHOLE;
      const event = source === WHOLE ? payload : { kind: kindAt(index), ...payload, seq, at, source: textAt(texts, source - 1) };
      if (!isEvent(event)) throw new DamagedRecording('An event of the recording has no kind, place or source.');
      return event;
    },
  };
}
