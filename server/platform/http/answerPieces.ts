/** A value with at most so many members, at any depth, is formatted at once. */
const FEW = 500;
/** Length from which a piece is passed on, in characters. */
const PIECE_LENGTH = 65_536;

const membersOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? (Array.isArray(value) ? value : Object.values(value)) : [];

/** Counts the members of a value at any depth, up to a few more than `FEW`. */
function countMembers(value: unknown, left = FEW): number {
  let count = 0;
  for (const member of membersOf(value)) {
    count += 1 + (count > left ? 0 : countMembers(member, left - count));
    if (count > left) return count;
  }
  return count;
}

/** Whether an answer is small enough to be formatted at once. */
export const isFew = (answer: unknown): boolean => countMembers(answer) <= FEW;

const isPlain = (value: object) => !('toJSON' in value);

/** Yields the JSON text of a value in short parts: the same text as `JSON.stringify`. */
function* parts(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || isFew(value) || !isPlain(value)) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let mark = isList ? '[' : '{';
  for (const [name, member] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && (member === undefined || typeof member === 'function')) continue;
    yield isList ? mark : `${mark}${JSON.stringify(name)}:`;
    mark = ',';
    yield* parts(member);
  }
  if (mark !== ',') yield mark;
  yield isList ? ']' : '}';
}

/** Yields the JSON text of an answer in pieces of at most some `PIECE_LENGTH`, unless a few of its members are longer. */
export function* answerPieces(answer: unknown): Generator<string> {
  let piece = '';
  for (const part of parts(answer)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
