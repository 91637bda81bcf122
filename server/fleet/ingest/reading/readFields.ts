import type { NoticeField } from '#contract/fleet/notice';
import { z } from '#contract/schema';
import { standInText, unreadReason } from './faultTexts.ts';
import { meaningsOf, storableInstant, storableText, storableValue } from './looseValues.ts';

type AnySchema = z.core.$ZodType;

/** A value that was read, or the path of an unreadable value with the reason. */
type Read = { readonly value: unknown } | { readonly failed: NoticeField };

/** The required fields of a message, and the bounds of fields. */
export interface ReadingRules {
  /** Paths of fields without which the rest of the message is meaningless: `data.treatment_id`. */
  readonly needed: ReadonlySet<string>;
  /** Returns the bounds of a field in words if a value exceeds them; null if it is within them. */
  readonly exceeded: (path: string, value: unknown) => string | null;
  /** The ISO instant that replaces a required instant that is missing or unreadable. */
  readonly receivedAt: string;
}

interface Reading extends ReadingRules {
  readonly losses: NoticeField[];
  readonly remarks: NoticeField[];
}

/** The way in which a value is read: exactly by the schema, or loosely; and whether it is part of a list item, which has no defaults. */
interface Mode {
  readonly isExact: boolean;
  readonly isItem: boolean;
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const UNKNOWN = 'no such field is known';
const TOO_DEEP = 'nests deeper than 32 levels';
/** The reason for which a field of an open object is reported. */
export const KEPT = 'no such field is known; it is kept and shown as it is';

const at = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** Returns the default of a required field; undefined if there is none. */
function defaultOf(schema: AnySchema, { receivedAt }: ReadingRules): unknown {
  if (schema instanceof z.ZodMiniISODateTime) return receivedAt;
  if (schema instanceof z.ZodMiniBoolean) return false;
  if (schema instanceof z.ZodMiniNumber) return 0;
  return schema instanceof z.ZodMiniString ? '' : undefined;
}

/** Returns the schema inside a nullable or optional one. */
function peeled(schema: AnySchema): { readonly inner: AnySchema; readonly mayBeMissing: boolean; readonly mayBeNull: boolean } {
  if (schema instanceof z.ZodMiniOptional) return { ...peeled(schema.def.innerType), mayBeMissing: true };
  if (schema instanceof z.ZodMiniNullable) return { ...peeled(schema.def.innerType), mayBeNull: true };
  return { inner: schema, mayBeMissing: false, mayBeNull: false };
}

function readLeaf(schema: AnySchema, value: unknown, path: string, reading: Reading, { isExact }: Mode): Read {
  const clean = typeof value === 'string' ? storableText(value) : value;
  const candidates = isExact ? [clean] : [clean, ...meaningsOf(schema, clean)];
  let limit: string | null = null;
  for (const candidate of candidates) {
    if (candidate === null) return { value: null };
    if (!z.safeParse(schema, candidate).success) continue;
    limit = reading.exceeded(path, candidate);
    if (limit !== null) continue;
    return { value: schema instanceof z.ZodMiniISODateTime && typeof candidate === 'string' ? storableInstant(candidate) : candidate };
  }
  return { failed: { field: path, ...unreadReason(schema, value, limit) } };
}

function readList(schema: AnySchema, value: readonly unknown[], path: string, reading: Reading, mode: Mode): Read {
  const items = value.flatMap((item, index) => {
    const read = readValue(schema, item, `${path}[${index}]`, reading, { ...mode, isItem: true });
    if ('value' in read) return [read.value];
    reading.losses.push(read.failed);
    return [];
  });
  return { value: items };
}

function readEntries(schema: AnySchema, value: Readonly<Record<string, unknown>>, path: string, reading: Reading, mode: Mode): Read {
  const entries = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
    if (key === '__proto__') return [];
    const name = storableText(key);
    const read = readValue(schema, entry, at(path, name), reading, { ...mode, isItem: true });
    if ('value' in read) return [[name, read.value]];
    reading.losses.push(read.failed);
    return [];
  });
  return { value: Object.fromEntries(entries) };
}

function readObject(
  { shape, def: { catchall } }: z.ZodMiniObject,
  value: Readonly<Record<string, unknown>>,
  path: string,
  reading: Reading,
  mode: Mode,
): Read {
  const fields: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries<AnySchema>(shape)) {
    const place = at(path, key);
    const given = Object.hasOwn(value, key) ? value[key] : undefined;
    const read = readValue(schema, given, place, reading, mode);
    const isMissing = given === undefined || given === null;
    const isNeeded = reading.needed.has(place) || mode.isExact || (mode.isItem && !isMissing);
    const standIn = isNeeded ? undefined : defaultOf(schema, reading);
    if ('failed' in read && standIn === undefined) return read;
    if ('failed' in read && !isMissing) reading.losses.push(read.failed);
    if ('failed' in read && isMissing) reading.remarks.push({ field: place, why: standInText(standIn) });
    const result = 'value' in read ? read.value : standIn;
    if (result !== undefined) fields[key] = result;
  }
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key) && key !== '__proto__');
  for (const key of unknown) {
    const [name, field] = [storableText(key), at(path, storableText(key))];
    const kept = catchall === undefined ? undefined : storableValue(value[key]);
    if (kept !== undefined && !Object.hasOwn(shape, name)) fields[name] = kept;
    if (catchall !== undefined && kept === undefined) reading.losses.push({ field, why: TOO_DEEP });
    else reading.remarks.push({ field, why: kept === undefined ? UNKNOWN : KEPT });
  }
  return { value: fields };
}

/** Returns the options of a union, narrowest first (booleans, then others, then texts), because every number can also be read as text. */
function optionsOf(options: readonly AnySchema[]): readonly AnySchema[] {
  const rank = (option: AnySchema) => (option instanceof z.ZodMiniBoolean ? 0 : option instanceof z.ZodMiniString ? 2 : 1);
  return options.toSorted((one, other) => rank(one) - rank(other));
}

function readUnion(options: readonly AnySchema[], value: unknown, path: string, reading: Reading, mode: Mode): Read {
  for (const isExact of mode.isExact ? [true] : [true, false]) {
    for (const option of optionsOf(options)) {
      const [losses, remarks] = [reading.losses.length, reading.remarks.length];
      const read = readValue(option, value, path, reading, { ...mode, isExact });
      if ('value' in read) return read;
      reading.losses.length = losses;
      reading.remarks.length = remarks;
    }
  }
  return { failed: { field: path, ...unreadReason(null, value) } };
}

/** Reads a value by the option that matches its kind. */
function readKind(discriminator: string, options: readonly AnySchema[], value: unknown, path: string, reading: Reading, mode: Mode): Read {
  const place = at(path, discriminator);
  const kind = isFields(value) ? value[discriminator] : undefined;
  const kinds: AnySchema[] = [];
  for (const option of options) {
    if (!(option instanceof z.ZodMiniObject)) continue;
    const literal: AnySchema | undefined = option.shape[discriminator];
    if (literal !== undefined && 'value' in readLeaf(literal, kind, place, reading, mode))
      return readValue(option, value, path, reading, mode);
    if (literal !== undefined) kinds.push(literal);
  }
  return { failed: isFields(value) ? { field: place, ...unreadReason(kinds, kind) } : notFields(path, value) };
}

const notList = (path: string, value: unknown) => ({ field: path, ...unreadReason('a list', value) });
const notFields = (path: string, value: unknown) => ({ field: path === '' ? 'the message' : path, ...unreadReason('an object', value) });

function readInner(schema: AnySchema, value: unknown, path: string, reading: Reading, mode: Mode): Read {
  if (schema instanceof z.ZodMiniUnion || schema instanceof z.ZodMiniDiscriminatedUnion) {
    const { def } = schema;
    return 'discriminator' in def && typeof def.discriminator === 'string'
      ? readKind(def.discriminator, def.options, value, path, reading, mode)
      : readUnion(def.options, value, path, reading, mode);
  }
  if (schema instanceof z.ZodMiniArray)
    return Array.isArray(value) ? readList(schema.def.element, value, path, reading, mode) : { failed: notList(path, value) };
  if (schema instanceof z.ZodMiniRecord)
    return isFields(value) ? readEntries(schema.def.valueType, value, path, reading, mode) : { failed: notFields(path, value) };
  if (schema instanceof z.ZodMiniObject)
    return isFields(value) ? readObject(schema, value, path, reading, mode) : { failed: notFields(path, value) };
  if (!(schema instanceof z.ZodMiniUnknown)) return readLeaf(schema, value, path, reading, mode);
  const clean = storableValue(value);
  return clean === undefined ? { failed: { field: path, why: TOO_DEEP } } : { value: clean };
}

function readValue(schema: AnySchema, value: unknown, path: string, reading: Reading, mode: Mode): Read {
  const { inner, mayBeMissing, mayBeNull } = peeled(schema);
  const nothing = mayBeNull ? { value: null } : { value: undefined };
  if (value === undefined && mayBeMissing) return { value: undefined };
  if ((value === undefined || value === null) && !(inner instanceof z.ZodMiniUnknown))
    return mayBeMissing || mayBeNull ? nothing : { failed: { field: path, ...unreadReason(inner, value) } };
  const read = readInner(inner, value, path, reading, mode);
  if ('value' in read && read.value === null && !mayBeNull && !(inner instanceof z.ZodMiniUnknown))
    return mayBeMissing ? nothing : { failed: { field: path, ...unreadReason(inner, value) } };
  if ('value' in read || mode.isExact || reading.needed.has(path) || !(mayBeMissing || mayBeNull)) return read;
  reading.losses.push(read.failed);
  return nothing;
}

/**
 * The usable content of a message, and its unreadable parts; null when a required field is unreadable. Remarks name unknown fields, and the defaults of missing
 * ones.
 */
export interface FieldsRead<Message> {
  readonly message: Message | null;
  readonly losses: readonly NoticeField[];
  readonly remarks: readonly NoticeField[];
}

/**
 * Reads a value by a schema field by field. A value of another type is converted, an unreadable field is left out, and each item of a list or dictionary is
 * read by itself, so that the rest can be used.
 */
export function readFields<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  rules: ReadingRules,
): FieldsRead<z.output<Schema>> {
  const losses: NoticeField[] = [];
  const remarks: NoticeField[] = [];
  const read = readValue(schema, value, '', { ...rules, losses, remarks }, { isExact: false, isItem: false });
  const parsed = 'value' in read ? z.safeParse(schema, read.value) : null;
  if (parsed?.success === true) return { message: parsed.data, losses, remarks };
  const whole = { field: 'the message', why: 'it has another shape' };
  return { message: null, losses: ['failed' in read ? read.failed : whole], remarks: [] };
}
