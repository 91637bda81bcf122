import { keptState } from '#contract/fleet/reportedState';
import type { WireState } from '#contract/fleet/state';
import { fields, letterOf, wireFields, type Columns, type OtherPush, type TextKind } from '../columns.ts';
import { isDeviceState, isFields, isStateFrame } from '../parse/guard.ts';
import { parseInstantMs } from '../parse/instantMs.ts';
import { masked } from '../parse/mask.ts';

// This file runs in a worker, so it does not import the schema library.

/** Maximum number of values of a report: form, serial and instant, then at most every field. */
const MOST_VALUES = 3 + fields.length;
/** Maximum number of texts that are numbered before the numbering restarts. */
const MOST_TEXTS = 100_000;
/** Maximum number of characters of these texts: worker, page and recorder each keep the texts, and a device may report texts of 64 kB one after another. */
const MOST_CHARACTERS = 4_194_304;

/** A report as received. */
interface ReceivedReport {
  readonly serial: string;
  readonly timestamp: string;
  readonly state: WireState;
}
interface Content {
  readonly reports: readonly ReceivedReport[];
  readonly others: readonly OtherPush[];
}

function frameContent(json: unknown): Content {
  const reports: ReceivedReport[] = [];
  const others: OtherPush[] = [];
  for (const push of Array.isArray(json) ? json : [json]) {
    if (isStateFrame(push)) reports.push(push);
    else others.push({ after: reports.length, push });
  }
  return { reports, others };
}

// If the guard rejects one entry, the schema parses all of them on the page.
function machinesContent(json: unknown): Content | null {
  if (!isFields(json) || !isFields(json.result)) return null;
  const reports: ReceivedReport[] = [];
  for (const [serial, entry] of Object.entries(json.result)) {
    if (!isDeviceState(entry)) return null;
    reports.push({ serial, timestamp: entry.timestamp, state: entry.state });
  }
  return { reports, others: [] };
}

function contentOf(kind: TextKind, text: string): Content | null {
  try {
    const json: unknown = JSON.parse(text);
    return kind === 'frame' ? frameContent(json) : machinesContent(json);
  } catch {
    return null;
  }
}

function fieldCount(state: object): number {
  let count = 0;
  for (const _ in state) count += 1;
  return count;
}

/**
 * Creates the function that writes texts of the socket as columns, in the worker; it returns null for a text that the page must parse itself: not JSON, or of
 * another shape.
 */
export function columnWriter(): (kind: TextKind, text: string) => Columns | null {
  let numbers = new Map<string, number>();
  let characters = 0;
  let texts: string[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    texts.push(text);
    characters += text.length;
    numbers.set(text, numbers.size);
    return numbers.size - 1;
  };
  const valuesOf = (reports: readonly ReceivedReport[]): Float64Array<ArrayBuffer> => {
    const values = new Float64Array(reports.length * MOST_VALUES);
    let at = 0;
    for (const { serial, timestamp, state } of reports) {
      let form = '';
      let known = 0;
      for (const field of wireFields) {
        const letter = letterOf(state[field]);
        if (letter !== '-') known += 1;
        form += letter;
      }
      // Most reports have no further field, which the number of fields shows.
      const others = known === fieldCount(state) ? null : (keptState(state, masked).other_fields ?? null);
      values[at] = numberOf(form + (others === null ? '-' : 's'));
      values[at + 1] = numberOf(serial);
      values[at + 2] = parseInstantMs(timestamp);
      at += 3;
      for (const field of wireFields) {
        const value = state[field];
        if (typeof value === 'number') values[at++] = value;
        else if (typeof value === 'string') values[at++] = numberOf(value);
      }
      if (others !== null) values[at++] = numberOf(others);
    }
    return values.slice(0, at);
  };
  return (kind, text) => {
    const content = contentOf(kind, text);
    if (content === null) return null;
    const isFresh = numbers.size === 0 || numbers.size > MOST_TEXTS || characters > MOST_CHARACTERS;
    if (isFresh) [numbers, characters] = [new Map(), 0];
    texts = [];
    const values = valuesOf(content.reports);
    return { isFresh, texts, values, others: content.others };
  };
}
