/** The shape of a report (fields, order, kinds) for column frames: its bytes and state template, cached by key. */

import { compactState, tagState, type KeptState, type ReportedState } from '#contract/fleet/reportedState';
import { fields, flagFields, letterOf, numberFields, textFields, type Letter } from '../columns.ts';
import { DamagedRecording, nextBytes, nextVarint, type Cursor } from '../recording/bytes.ts';

type ColumnField = (typeof fields)[number];
type NumberField = (typeof numberFields)[number];
type TextField = (typeof textFields)[number];
type FlagField = (typeof flagFields)[number];

/** Column index of a field without a column; its value belongs to the shape. */
export const NO_COLUMN = -1;

/** The fields of a report, in their order, with the kind of each: reports of one shape differ only in their numbers and texts. */
export interface ReportShape {
  readonly names: readonly ColumnField[];
  readonly letters: readonly Letter[];
  /** The shape as bytes: the number of its fields, then a byte for each. */
  readonly bytes: Uint8Array;
  /** The columns: the field index of each number, then of each text. */
  readonly columns: readonly number[];
  /** The column of each field; `NO_COLUMN` for a flag and for null, which belong to the shape. */
  readonly columnAt: readonly number[];
  /** The fields of the first columns, whose values are numbers. */
  readonly numbers: readonly NumberField[];
  /** The fields of the other columns, whose values are texts. */
  readonly texts: readonly TextField[];
  /** Whether the report has `other_fields`, a text of the fields that the contract does not define. */
  readonly hasFurther: boolean;
  /** A state of this shape: its flags and nulls are common to all reports of the shape, its numbers are 0 and its texts empty. */
  readonly template: ReportedState;
}

const areIn = <Field extends ColumnField>(list: readonly Field[]) => {
  const names: ReadonlySet<string> = new Set(list);
  return (name: ColumnField): name is Field => names.has(name);
};
const fieldNames: ReadonlySet<string> = new Set(fields);
const isField = (name: string): name is ColumnField => fieldNames.has(name);
const isNumber = areIn<NumberField>(numberFields);
const isText = areIn<TextField>(textFields);
const isFlag = areIn<FlagField>(flagFields);

/** Adds a field to a template; returns false if the field cannot have this kind. */
function addField(template: KeptState, name: ColumnField, letter: Letter | undefined): boolean {
  if (letter === '0') template[name] = null;
  else if (letter === 'n' && isNumber(name)) template[name] = 0;
  else if (letter === 's' && isText(name)) template[name] = '';
  else if ((letter === 't' || letter === 'f') && isFlag(name)) template[name] = letter === 't';
  else return false;
  return true;
}

/** The kinds that a field of a shape can have; the index is the code of the kind. */
const LETTERS: readonly Letter[] = ['n', 's', 't', 'f', '0'];
/** Number of bits of the code of a kind. */
const LETTER_BITS = 3;

const bytesOf = (names: readonly ColumnField[], letters: readonly Letter[]): Uint8Array =>
  Uint8Array.of(
    names.length,
    ...names.map((name, index) => (fields.indexOf(name) << LETTER_BITS) | LETTERS.indexOf(letters[index] ?? '-')),
  );

function shapeOfFields(names: readonly ColumnField[], letters: readonly (Letter | undefined)[]): ReportShape {
  const template: KeptState = {};
  const having = (letter: Letter) => names.filter((_, index) => letters[index] === letter);
  if (new Set(names).size < names.length || !names.every((name, index) => addField(template, name, letters[index])))
    throw new DamagedRecording('A frame describes a report that cannot be.');
  const places = (letter: Letter) => names.flatMap((_, place) => (letters[place] === letter ? [place] : []));
  const columns = [...places('n'), ...places('s')];
  const kinds = letters.filter((letter) => letter !== undefined);
  return {
    names,
    bytes: bytesOf(names, kinds),
    columns,
    columnAt: names.map((_, place) => columns.indexOf(place)),
    hasFurther: having('s').includes('other_fields'),
    letters: kinds,
    numbers: having('n').filter(isNumber),
    texts: having('s').filter(isText),
    template: compactState(tagState(template)),
  };
}

/** Maximum number of cached shapes; limited because a device could report its fields in ever new orders. */
const MOST_SHAPES = 1_000;

/** Creates the cache of shapes by key; it is emptied when it is full. */
function createShapes(): (key: string, create: () => ReportShape) => ReportShape {
  const known = new Map<string, ReportShape>();
  return (key, create) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const shape = create();
    if (known.size >= MOST_SHAPES) known.clear();
    known.set(key, shape);
    return shape;
  };
}

/**
 * Creates a function that returns the shape of a state that the contract accepts; equal shapes are the same object while they are cached. Undefined fields do
 * not count, as in JSON.
 */
export function shapeFinder(): (state: KeptState) => ReportShape {
  const shapes = createShapes();
  return (state) => {
    const names = Object.keys(state)
      .filter(isField)
      .filter((name) => state[name] !== undefined);
    const letters = names.map((name) => letterOf(state[name]));
    return shapes(`${names.join()} ${letters.join('')}`, () => shapeOfFields(names, letters));
  };
}

/** Creates a reader of the bytes of shapes, which throws `DamagedRecording` for a shape that no state of the contract has. */
export function shapeReader(): (cursor: Cursor) => ReportShape {
  const shapes = createShapes();
  return (cursor) => {
    const bytes = nextBytes(cursor, nextVarint(cursor));
    const key = bytes.join();
    const names = [...bytes].map((byte) => fields[byte >>> LETTER_BITS]).filter((name) => name !== undefined);
    if (names.length !== bytes.length) throw new DamagedRecording('A frame has a field that is not known.');
    const letters = [...bytes].map((byte) => LETTERS[byte & ((1 << LETTER_BITS) - 1)]);
    return shapes(key, () => shapeOfFields(names, letters));
  };
}
