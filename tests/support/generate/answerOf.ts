import { z } from '#contract/schema';
import { extremeNumbers, extremeTimes, hostileTexts, looseValues } from './hostile.ts';
import { entryNameAt, sizeOf, textsAt, turned, type Place, type Style } from './style.ts';

type Schema = z.core.$ZodType;

const TOP: Place = { field: '', index: 0, depth: 0, isInUnion: false };
/** Largest minimum length of a list in the contract. */
const LEAST = 2;
const ABSENT = Symbol('absent');
/** Unreadable list items; the first one that the item schema rejects is used. */
const SPOILS: readonly unknown[] = [17, 'unreadable', {}];

const takes = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;
const isStrict = (schema: z.ZodMiniObject): boolean => schema.def.catchall instanceof z.ZodMiniNever;

/** Returns the first value that a schema accepts. */
function fitting<Value>(schema: Schema, values: readonly Value[], { field }: Place): Value {
  const found = values.find((value) => takes(schema, value));
  if (found === undefined) throw new Error(`No value is known for the field ${field}.`);
  return found;
}

/** Returns one of the values that a schema accepts, varied by place. */
function inTurn<Value>(schema: Schema, values: readonly Value[], place: Place): Value | undefined {
  return turned(
    values.filter((value) => takes(schema, value)),
    place,
  );
}

// After all extreme values were used once, each item has a unique time.
function timeOf(schema: Schema, place: Place): string | undefined {
  const extremes = extremeTimes.filter((value) => takes(schema, value));
  const own = new Date(Date.UTC(2026, 2, 5) + place.index * 1_000).toISOString();
  return place.index < extremes.length ? turned(extremes, place) : [own, own.slice(0, 19)].find((value) => takes(schema, value));
}

function textOf(schema: Schema, style: Style, place: Place): string {
  const wanted = textsAt(style, place);
  if (takes(schema, wanted[0])) return wanted[0] ?? '';
  const hostile = style.text === 'hostile' ? timeOf(schema, place) : undefined;
  return hostile ?? fitting(schema, [...wanted, ...extremeTimes, ...hostileTexts], place);
}

function numberOf(schema: Schema, style: Style, place: Place): number {
  // `total` is documented as the number of rows.
  if (place.field === 'total') return style.items;
  return style.text === 'empty' ? fitting(schema, [0, 1], place) : (inTurn(schema, extremeNumbers, place) ?? 0);
}

function spoilOf(element: Schema, { isSpoiled }: Style, { isInUnion }: Place): readonly unknown[] {
  const spoil = isSpoiled && !isInUnion ? SPOILS.find((value) => !takes(element, value)) : undefined;
  return spoil === undefined ? [] : [spoil];
}

// Indices are counted through the enclosing lists, so that the ids within one response differ.
const itemAt = (place: Place, index: number, size: number): Place => ({
  ...place,
  index: place.depth === 0 ? index : place.index * size + index,
  depth: place.depth + 1,
});

function listOf(schema: z.ZodMiniArray, style: Style, place: Place): readonly unknown[] {
  const itemsOf = (length: number) =>
    Array.from({ length }, (_, index) => valueOf(schema.def.element, style, itemAt(place, index, length)));
  const wanted = itemsOf(sizeOf(style, place));
  // A position has at least two numbers.
  const items = wanted.length < LEAST && !takes(schema, wanted) && takes(schema, itemsOf(LEAST)) ? itemsOf(LEAST) : wanted;
  return [...spoilOf(schema.def.element, style, place), ...items];
}

function dictionaryOf(schema: z.ZodMiniRecord, style: Style, place: Place): unknown {
  const size = sizeOf(style, place);
  const names = Array.from({ length: size }, (_, index) => entryNameAt(style, index));
  const entries = names.map((name, index) => [name, valueOf(schema.def.valueType, style, itemAt(place, index, size))]);
  const spoils = spoilOf(schema.def.valueType, style, place).map((spoil) => ['spoiled', spoil]);
  return Object.fromEntries([...spoils, ...entries]);
}

function recordOf(schema: z.ZodMiniObject, style: Style, place: Place): unknown {
  const entries = Object.entries(schema.shape).map(([field, of]) => [field, valueOf(of, style, { ...place, field })] as const);
  const undocumented = style.optional === 'given' && !isStrict(schema) ? [['not_documented', looseValues] as const] : [];
  return Object.fromEntries([...entries, ...undocumented].filter(([, value]) => value !== ABSENT));
}

function optionalOf(inner: Schema, style: Style, place: Place): unknown {
  if (style.optional === 'given') return valueOf(inner, style, place);
  return style.optional === 'null' && takes(inner, null) ? null : ABSENT;
}

function valueOf(schema: Schema, style: Style, place: Place): unknown {
  if (schema instanceof z.ZodMiniOptional) return optionalOf(schema.def.innerType, style, place);
  if (schema instanceof z.ZodMiniNullable) return style.optional === 'given' ? valueOf(schema.def.innerType, style, place) : null;
  if (schema instanceof z.ZodMiniPipe) return valueOf(schema.def.in, style, place);
  if (schema instanceof z.ZodMiniObject) return recordOf(schema, style, place);
  if (schema instanceof z.ZodMiniArray) return listOf(schema, style, place);
  if (schema instanceof z.ZodMiniRecord) return dictionaryOf(schema, style, place);
  if (schema instanceof z.ZodMiniUnion) {
    const option = style.text === 'empty' ? schema.def.options[0] : schema.def.options[place.index % schema.def.options.length];
    return option === undefined ? ABSENT : valueOf(option, style, { ...place, isInUnion: true });
  }
  if (schema instanceof z.ZodMiniLiteral) return turned([...schema.def.values], place);
  if (schema instanceof z.ZodMiniEnum) return schema.options[place.index % schema.options.length];
  if (schema instanceof z.ZodMiniBoolean) return style.text === 'hostile' && place.index % 2 === 0;
  if (schema instanceof z.ZodMiniNumber) return numberOf(schema, style, place);
  if (schema instanceof z.ZodMiniUnknown) return style.optional === 'given' ? turned(looseValues, place) : optionalOf(schema, style, place);
  return textOf(schema, style, place);
}

/** Returns the response of a style by the schema of a call, as its server would serialise it. */
export const answerOf = (schema: Schema, style: Style): unknown => JSON.parse(JSON.stringify(valueOf(schema, style, TOP)));
