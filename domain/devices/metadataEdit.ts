import { fieldName, type MetadataField } from './metadataFields.ts';
import { nestedTextProblem, paragraphProblem } from '../text/fieldText.ts';
import { MASK } from '../text/secretMask.ts';

type Metadata = Readonly<Record<string, unknown>>;
/** The edited texts by field name; untouched fields are absent. */
export type MetadataDrafts = Readonly<Record<string, string>>;

const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null && !Array.isArray(value);

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** Returns the value of a field as text; '' when missing. */
export function metadataText(metadata: Metadata | null | undefined, { path, kind }: MetadataField): string {
  const value = valueAt(metadata ?? (path.length === 0 ? {} : undefined), path);
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

/** Validates the draft of a field; undefined when valid. Source: MGMT-021, NAME1. */
export function metadataProblem({ path, kind, label }: MetadataField, draft: string): string | undefined {
  const text = draft.trim();
  if (kind === 'number' && text !== '' && !Number.isFinite(Number(text))) return `${label} must be a number.`;
  if (kind !== 'json') return paragraphProblem(draft, label);
  if (text === '' && path.length > 0) return undefined;
  const value = parsed(text);
  if (value === undefined) return `${label} must be JSON.`;
  if (path.length === 0 && !isRecord(value)) return `${label} must be a JSON object.`;
  return nestedTextProblem(value, undefined, label);
}

/** Converts a draft to the stored value; undefined removes the field. */
function stored({ kind }: MetadataField, draft: string): unknown {
  if (kind === 'number') return draft.trim() === '' ? undefined : Number(draft);
  if (kind === 'json') return draft.trim() === '' ? undefined : parsed(draft);
  return draft;
}

function put(metadata: Metadata, path: readonly string[], value: unknown): Metadata {
  const [name, ...rest] = path;
  if (name === undefined) return isRecord(value) ? value : metadata;
  const inner = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const next = rest.length === 0 ? value : put(isRecord(inner) ? inner : {}, rest, value);
  const others = Object.entries(metadata).filter(([other]) => other !== name);
  return Object.fromEntries(next === undefined ? others : [...others, [name, next]]);
}

/** The newest metadata with masked secrets, and the metadata as displayed to this user, possibly with revealed secrets. */
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
    return draft === undefined || !isChanged(field, draft, known) ? [] : [{ path: field.path, value: stored(field, draft) }];
  });
  return changed.length === 0 ? null : changed.reduce((metadata, { path, value }) => put(metadata, path, value), known.masked);
}
