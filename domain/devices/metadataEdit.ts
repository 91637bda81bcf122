/** The edited metadata of a device: drafts as text, the problem of each draft, and the changed metadata to save. */

import { fieldName, isRecord, type MetadataField, valueAt, withValue, withoutPaths } from './metadataField.ts';
import { nestedTextProblem, paragraphProblem } from '../text/fieldText.ts';
import { isDeeper } from '../text/nesting.ts';
import { hasMask, MASK } from '../text/secretMask.ts';

type Metadata = Readonly<Record<string, unknown>>;
/** The edited texts by field name; untouched fields are absent. */
export type MetadataDrafts = Readonly<Record<string, string>>;

/** Returns the value of a field as text; '' when missing. */
export function metadataText(metadata: Metadata | null | undefined, { path, kind, others }: MetadataField): string {
  const whole = metadata ?? (path.length === 0 ? {} : undefined);
  const value = others === undefined || whole === undefined ? valueAt(whole, path) : withoutPaths(whole, others);
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a number with a decimal point or comma; NaN for any other text. */
const numberOf = (text: string): number => Number(/^[^.,]*,[^.,]*$/.test(text) ? text.replace(',', '.') : text);

function boundsProblem({ label, bounds = {} }: MetadataField, text: string): string | undefined {
  const { number, min, max } = bounds;
  if (number !== undefined && !Number.isFinite(numberOf(text))) return `${label} must be a number.`;
  if (number === 'integer' && !Number.isInteger(numberOf(text))) return `${label} must be a whole number.`;
  const [size, unit] = number === undefined ? [Array.from(text).length, ' characters'] : [numberOf(text), ''];
  const verb = number === undefined ? 'have' : 'be';
  if (min !== undefined && size < min) return `${label} must ${verb} at least ${min}${unit}.`;
  return max !== undefined && size > max ? `${label} must ${verb} at most ${max}${unit}.` : undefined;
}

/** Returns why the draft of a field is invalid; undefined if it is valid. Source: MGMT-021, NAME1, FORM2. */
export function metadataProblem(field: MetadataField, draft: string): string | undefined {
  const { path, kind, label, isRequired } = field;
  const text = draft.trim();
  if (text === '' && isRequired === true && (kind !== 'choice' || !isChoice(field, draft))) return `${label} cannot be empty.`;
  if (kind === 'json') {
    if (text === '' && path.length > 0) return undefined;
    const value = parsed(text);
    if (value === undefined) return `${label} must be JSON.`;
    if (path.length === 0 && !isRecord(value)) return `${label} must be a JSON object.`;
    return nestedTextProblem(value, undefined, label);
  }
  if (text === '' || draft === MASK) return undefined;
  return paragraphProblem(draft, label) ?? (kind === 'choice' ? undefined : boundsProblem(field, field.bounds?.number ? text : draft));
}

const isChoice = ({ choices = [] }: MetadataField, draft: string) => choices.some(({ value }) => value === draft);

/** Returns the draft parsed to the type of the previous value, e.g. a number; the draft itself if it is not of that type. Source: META7. */
function sameKind(draft: string, before: unknown): unknown {
  if (typeof before === 'string' || before === undefined || before === null) return draft;
  const value = parsed(draft);
  const isSame = value !== null && typeof value === typeof before && Array.isArray(value) === Array.isArray(before);
  // An integer outside the safe range would lose its last digits.
  return isSame && (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) ? value : draft;
}

/** Converts a draft to the stored value; undefined removes the field. */
function stored({ kind, choices = [], bounds, isRequired }: MetadataField, draft: string, before: unknown): unknown {
  const isEmpty = draft.trim() === '';
  if (kind === 'json') return isEmpty ? undefined : parsed(draft);
  const chosen = kind === 'choice' ? choices.find(({ value }) => value === draft) : undefined;
  if (chosen !== undefined) return chosen.stored === undefined ? draft : chosen.stored;
  if (kind === 'number' || bounds?.number !== undefined) return isEmpty ? undefined : numberOf(draft);
  // A field without a schema keeps the type of its previous value.
  if (isRequired === undefined) return sameKind(draft, before);
  return draft === '' ? undefined : draft;
}

/**
 * Returns metadata with a typed value of a field. A value typed into the field for all other metadata replaces the remaining fields, but not the fields that
 * have their own editors.
 */
function put(metadata: Metadata, { path, others }: MetadataField, value: unknown): Metadata {
  if (others === undefined || !isRecord(value)) return withValue(metadata, path, value);
  const known = others.map((other) => [other, valueAt(metadata, other)] as const).filter(([, one]) => one !== undefined);
  return known.reduce((all, [other, one]) => withValue(all, other, one), value);
}

const fieldOf = (value: unknown, name: string): unknown => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined);
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns edited metadata completed with the values that the console's copy lacks: each mask, and each value that is missing or null in both the copy and the
 * edited value, is replaced by the readable value in its place. A mask without a known readable value stays. List items, which have no names, correspond only
 * if both lists have the same length. Source: META4, META5.
 */
export function completed(edited: unknown, copy: unknown, readable: unknown): unknown {
  if (isDeeper(edited)) return edited;
  if (edited === MASK) return hasMask(readable) ? edited : (readable ?? edited);
  const isUnknown = (edited === undefined || edited === null) && edited === copy;
  if (isUnknown) return readable ?? edited;
  if (Array.isArray(edited)) {
    const isInPlace = itemsOf(readable).length === edited.length;
    return edited.map((item, index) => completed(item, itemsOf(copy)[index], isInPlace ? itemsOf(readable)[index] : undefined));
  }
  // A group whose visible values were all removed keeps the values that the copy does not hold.
  const group = edited === undefined && isRecord(copy) ? {} : edited;
  if (!isRecord(group)) return edited;
  const names = new Set([...Object.keys(group), ...(isRecord(readable) ? Object.keys(readable) : [])]);
  const fields = [...names].map((name): [string, unknown] => [
    name,
    completed(fieldOf(group, name), fieldOf(copy, name), fieldOf(readable, name)),
  ]);
  const held = fields.filter(([, value]) => value !== undefined);
  return edited === undefined && held.length === 0 ? undefined : Object.fromEntries(held);
}

/** The newest metadata with masked secrets, and the metadata as shown to this user, possibly with revealed secrets. */
interface Known {
  readonly masked: Metadata;
  readonly shown: Metadata;
}

const isChanged = (field: MetadataField, draft: string, { masked, shown }: Known): boolean =>
  draft !== metadataText(shown, field) && !(field.kind === 'secret' && draft === MASK && metadataText(masked, field) === MASK);

/** Returns the value of a field; for the field that holds all other metadata, the metadata without the values that have their own editors. */
const valueOf = (metadata: Metadata, { path, others }: MetadataField): unknown =>
  others === undefined ? valueAt(metadata, path) : withoutPaths(metadata, others);

/**
 * Returns the metadata to save: the newest masked metadata with the changed fields replaced; untouched secrets stay masked. If the stored `readable` metadata
 * is known, it supplies every value that the masked metadata lacks. Null when nothing changed. Source: MGMT-023, META4, META5.
 */
export function changedMetadata(
  fields: readonly MetadataField[],
  drafts: MetadataDrafts,
  known: Known,
  readable?: Metadata,
): Metadata | null {
  const changed = fields.flatMap((field) => {
    const draft = drafts[fieldName(field)];
    if (draft === undefined || !isChanged(field, draft, known)) return [];
    const value = stored(field, draft, valueOf(readable ?? known.shown, field));
    if (readable === undefined) return [{ field, value }];
    // Emptying a field removes its value; editing a JSON text does not remove a value that the text never held.
    const copy = field.kind === 'json' ? valueOf(known.masked, field) : undefined;
    return [{ field, value: value === undefined ? undefined : completed(value, copy, valueOf(readable, field)) }];
  });
  if (changed.length === 0) return null;
  const whole = completed(known.masked, known.masked, readable);
  return changed.reduce((metadata, { field, value }) => put(metadata, field, value), isRecord(whole) ? whole : known.masked);
}
