/** The edited metadata of a device: drafts as text, the problem of each draft, and the changed metadata to save. */

import { fieldName, isRecord, type MetadataField, valueAt, withValue, withoutPaths } from './metadataField.ts';
import { nestedTextProblem, paragraphProblem } from '../text/fieldText.ts';
import { MASK } from '../text/secretMask.ts';

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

/** Validates the draft of a field; undefined when valid. Source: MGMT-021, NAME1, FORM2. */
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

/** Converts a draft to the stored value; undefined removes the field. */
function stored({ kind, choices = [], bounds, isRequired }: MetadataField, draft: string): unknown {
  const isEmpty = draft.trim() === '';
  if (kind === 'json') return isEmpty ? undefined : parsed(draft);
  const chosen = kind === 'choice' ? choices.find(({ value }) => value === draft) : undefined;
  if (chosen !== undefined) return chosen.stored === undefined ? draft : chosen.stored;
  if (kind === 'number' || bounds?.number !== undefined) return isEmpty ? undefined : numberOf(draft);
  return draft === '' && isRequired !== undefined ? undefined : draft;
}

/**
 * Returns metadata with a typed value of a field. A value typed into the field for all other metadata replaces the remaining fields, but none that has its own
 * editor.
 */
function put(metadata: Metadata, { path, others }: MetadataField, value: unknown): Metadata {
  if (others === undefined || !isRecord(value)) return withValue(metadata, path, value);
  const known = others.map((other) => [other, valueAt(metadata, other)] as const).filter(([, one]) => one !== undefined);
  return known.reduce((all, [other, one]) => withValue(all, other, one), value);
}

/** The newest metadata with masked secrets, and the metadata as shown to this user, possibly with revealed secrets. */
interface Known {
  readonly masked: Metadata;
  readonly shown: Metadata;
}

const isChanged = (field: MetadataField, draft: string, { masked, shown }: Known): boolean =>
  draft !== metadataText(shown, field) && !(field.kind === 'secret' && draft === MASK && metadataText(masked, field) === MASK);

/**
 * Returns the metadata to save: the newest masked metadata with the changed fields replaced; untouched secrets stay masked. Null when nothing
 * changed. Source: MGMT-023.
 */
export function changedMetadata(fields: readonly MetadataField[], drafts: MetadataDrafts, known: Known): Metadata | null {
  const changed = fields.flatMap((field) => {
    const draft = drafts[fieldName(field)];
    return draft === undefined || !isChanged(field, draft, known) ? [] : [{ field, value: stored(field, draft) }];
  });
  return changed.length === 0 ? null : changed.reduce((metadata, { field, value }) => put(metadata, field, value), known.masked);
}
