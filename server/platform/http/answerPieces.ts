/** Maximum number of members, at any depth, of a value that is formatted at once. */
const FEW = 500;
/** A text is counted as one additional member per this many characters. */
const TEXT_LENGTH = 256;
/** Minimum length of a piece that is emitted before the end, in characters. */
const PIECE_LENGTH = 65_536;

const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? (Array.isArray(value) ? value : Object.values(value)) : [];

const lengthOf = (value: unknown) => (typeof value === 'string' ? Math.floor(value.length / TEXT_LENGTH) : 0);

/** Counts the members of a value at any depth, up to a few more than `FEW`. */
function countMembers(value: unknown, left = FEW): number {
  let count = 0;
  for (const member of membersOf(value)) {
    count += 1 + lengthOf(member) + (count > left ? 0 : countMembers(member, left - count));
    if (count > left) return count;
  }
  return count;
}

/** Returns whether a response is small enough to be formatted at once. */
export const isFew = (answer: unknown): boolean => countMembers(answer) <= FEW;

const isPlain = (value: object) => !('toJSON' in value);

/**
 * Yields the JSON text of a value in short parts: the same text as `JSON.stringify`, on one line if `line` is empty, otherwise indented by two spaces, each
 * line beginning with `line`.
 */
function* parts(value: unknown, line: string): Generator<string> {
  if (typeof value !== 'object' || value === null || isFew(value) || !isPlain(value)) {
    // A line break within a text is written as an escape, so unescaped ones belong to the format.
    yield (JSON.stringify(value, null, line === '' ? 0 : 2) ?? 'null').replaceAll('\n', line);
    return;
  }
  const isList = Array.isArray(value);
  const inner = line === '' ? '' : `${line}  `;
  const colon = line === '' ? ':' : ': ';
  let mark = isList ? '[' : '{';
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && (member === undefined || typeof member === 'function')) continue;
    yield isList ? `${mark}${inner}` : `${mark}${inner}${JSON.stringify(name)}${colon}`;
    mark = ',';
    yield* parts(member, inner);
  }
  if (mark !== ',') yield mark;
  else yield line;
  yield isList ? ']' : '}';
}

/** Yields the JSON text of an answer in pieces of about `PIECE_LENGTH`, longer only if a few of its members are; indented for a file that people read. */
export function* answerPieces(answer: unknown, format: 'short' | 'indented' = 'short'): Generator<string> {
  let piece = '';
  for (const part of parts(answer, format === 'short' ? '' : '\n')) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
