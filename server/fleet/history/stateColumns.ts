/** The states of a history block: in the columns of recordings, or as JSON if columns cannot hold them. */

import { letterOf } from '#streams/columns';
import { isFields } from '#streams/parse/guard';
import {
  byteWriter,
  DamagedRecording,
  nextVarint,
  readColumn,
  writePart,
  type ByteReader,
  type ByteWriter,
} from '#streams/recording/bytes';
import { reportWriter } from '#streams/recording/reportColumns';
import { readReports } from '#streams/recording/reportTable';
import { textAt, type TextTable } from '#streams/recording/texts';
import { utf8 } from '../utf8.ts';
import type { KeptReport } from './keptReport.ts';

type StateEntry = Pick<KeptReport, 'serial' | 'state'>;

/** The whole state is in columns. */
const PLAIN = 0;
/** The whole state is JSON. */
const WHOLE = 1;
/**
 * Codes from here on: the state is in columns, some of its fields as JSON; the code is this number plus the number of the text with the names of these fields.
 */
const MIXED = 2;

/** Maximum number of texts in a block; further states are stored as JSON: columns whose texts all differ would take more memory than a reader grants. */
const MAX_TEXTS = 1 << 17;

interface MixedState {
  readonly state: KeptReport['state'];
  /** The fields that are JSON. */
  readonly names: readonly string[];
}

/** Returns a state with its lists and objects as JSON. NaN becomes null and a field without a value is left out, as in JSON. */
function mixedState(state: KeptReport['state']): MixedState {
  const names: string[] = [];
  const fields: [string, unknown][] = [];
  for (const [name, value] of Object.entries(state)) {
    const isPlain = letterOf(value) !== '-';
    const json = isPlain ? value : JSON.stringify(value);
    if (json === undefined) continue;
    fields.push([name, json]);
    if (!isPlain) names.push(name);
  }
  return { names, state: Object.fromEntries(fields) };
}

/** Collector of states, one device after another. */
export interface StateWriter {
  readonly push: (state: StateEntry) => void;
  readonly write: (into: ByteWriter) => void;
}

/** Creates a writer; `texts` is shared by everything in one block. */
export function stateWriter(texts: TextTable): StateWriter {
  const [columns, kinds] = [reportWriter(texts), byteWriter()];
  const whole: StateEntry[] = [];
  // A device whose last state had a list usually has one again.
  let isMixed = false;
  const isPushed = (serial: string, state: KeptReport['state']) =>
    texts.texts.length < MAX_TEXTS && columns.push({ serial, reportedAt: 0, source: '', state });
  return {
    push: ({ serial, state }) => {
      if (!isMixed && isPushed(serial, state)) {
        kinds.varint(PLAIN);
        return;
      }
      const mixed = mixedState(state);
      isMixed = mixed.names.length > 0;
      if (isPushed(serial, mixed.state)) {
        kinds.varint(isMixed ? MIXED + texts.numberOf(JSON.stringify(mixed.names)) : PLAIN);
        return;
      }
      kinds.varint(WHOLE);
      whole.push({ serial, state });
    },
    write: (into) => {
      writePart(into, kinds.done());
      columns.write(into);
      writePart(into, utf8.encode(JSON.stringify(whole)));
    },
  };
}

const isStateEntry = (value: unknown): value is StateEntry =>
  isFields(value) && typeof value['serial'] === 'string' && isFields(value['state']);

function readWhole(json: string): readonly StateEntry[] {
  const states: unknown = JSON.parse(json);
  if (Array.isArray(states) && states.every(isStateEntry)) return states;
  throw new DamagedRecording('A state of the block is no object.');
}

/** Reads a list of texts. */
export function parsedTexts(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json);
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return texts;
  throw new DamagedRecording('The texts of a block are no list.');
}

/** Reads the output of a `StateWriter`; null for states of devices that are not wanted, for which no object is created. */
export function readStates(
  from: ByteReader,
  texts: readonly string[],
  count: number,
  isWanted: (serial: string) => boolean,
): readonly (StateEntry | null)[] {
  const kinds = readColumn(from);
  const table = readReports(from, texts, count);
  const whole = readWhole(utf8.decode(from.bytes(from.varint())));
  // The states of a device follow one another.
  let known = { device: -1, isWanted: false };
  const isWantedAt = (place: number) => {
    const device = table.devices[place] ?? -1;
    if (device !== known.device) known = { device, isWanted: isWanted(textAt(texts, device)) };
    return known.isWanted;
  };
  let [row, other] = [0, 0];
  return Array.from({ length: count }, () => {
    const kind = nextVarint(kinds);
    if (kind === WHOLE) {
      const next = whole[other++];
      if (next === undefined) throw new DamagedRecording('The block lacks a state.');
      return isWanted(next.serial) ? next : null;
    }
    const place = row++;
    if (place < table.count && !isWantedAt(place)) return null;
    const { serial, state: columns } = table.reportAt(place);
    if (kind === PLAIN) return { serial, state: columns };
    const state: Record<string, unknown> = { ...columns };
    for (const name of parsedTexts(textAt(texts, kind - MIXED))) state[name] = JSON.parse(String(state[name]));
    return { serial, state };
  });
}
