/** A received message line by line, with how each field was read, and a short summary of how the message was read. */

import type { ReceivedMessage } from '#contract/devices/deviceConnection';

const fieldsText = (count: number) => (count === 1 ? '1 field' : `${count} fields`);

/** Returns a short summary of how a message was read. Source: CONN4. */
export function messageText({
  outcome,
  reason,
  losses,
  remarks,
}: Pick<ReceivedMessage, 'outcome' | 'reason' | 'losses' | 'remarks'>): string {
  const [first] = losses;
  if (reason != null && reason !== '') return `Not taken: ${reason}`;
  if (outcome === 'dropped') return first === undefined ? 'Not read' : `Not read: ${first.field}, ${first.why}`;
  if (outcome === 'partly') return `Read but for ${fieldsText(losses.length)}: ${losses.map(({ field }) => field).join(', ')}`;
  if (outcome !== 'read') return outcome;
  return remarks.length === 0 ? 'Read' : `Read; ${fieldsText(remarks.length)} not known or missing`;
}

/** A line of a payload, and how its field was read. */
export interface PayloadLine {
  readonly text: string;
  readonly is: 'read' | 'lost' | 'noted';
  /** The reason why the field was ignored, or the note on it; null if the field was read as it is. */
  readonly note: string | null;
}

type Judged = Pick<ReceivedMessage, 'payload' | 'losses' | 'remarks'>;

const INDENT = '  ';

function* linesOf(value: unknown, path: string, indent: string, head: string, tail: string): Generator<{ text: string; path: string }> {
  const isList = Array.isArray(value);
  if (typeof value !== 'object' || value === null) {
    yield { text: `${indent}${head}${JSON.stringify(value)}${tail}`, path };
    return;
  }
  const entries = Object.entries(value);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    yield { text: `${indent}${head}${open}${close}${tail}`, path };
    return;
  }
  yield { text: `${indent}${head}${open}`, path };
  for (const [index, [name, part]] of entries.entries()) {
    const inner = path === '' ? name : `${path}.${name}`;
    const label = isList ? '' : `${JSON.stringify(name)}: `;
    yield* linesOf(part, inner, `${indent}${INDENT}`, label, index < entries.length - 1 ? ',' : '');
  }
  yield { text: `${indent}${close}${tail}`, path: '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const noteText = ({ why, limit }: Judged['losses'][number]) => (limit == null ? why : `${why}: ${limit}`);

/**
 * Returns a payload line by line, stating for each field how it was read, and the notes on fields without a line: missing ones, and all fields of a payload
 * that is not JSON or was truncated. Source: CONN7.
 */
export function payloadLines({ payload, losses, remarks }: Judged): {
  readonly lines: readonly PayloadLine[];
  readonly others: readonly { readonly field: string; readonly note: string }[];
} {
  const value = parsed(payload);
  const raw = value === undefined ? payload.split('\n').map((text) => ({ text, path: '' })) : [...linesOf(value, '', '', '', '')];
  const known = new Set(raw.map(({ path }) => path).filter((path) => path !== ''));
  const lines = raw.map(({ text, path }): PayloadLine => {
    const lost = path === '' ? undefined : losses.find(({ field }) => field === path);
    const noted = path === '' ? undefined : remarks.find(({ field }) => field === path);
    const found = lost ?? noted;
    return {
      text,
      is: lost !== undefined ? 'lost' : noted === undefined ? 'read' : 'noted',
      note: found === undefined ? null : noteText(found),
    };
  });
  const others = [...losses, ...remarks].filter(({ field }) => !known.has(field)).map((one) => ({ field: one.field, note: noteText(one) }));
  return { lines, others };
}
