/** One form field of metadata (`MetadataField`: path, label, kind, bounds), and reading, setting or removing the value at its path. */

/** The editor of a metadata field; `json` for values without a specific editor. */
export type MetadataKind = 'text' | 'secret' | 'number' | 'choice' | 'json';

/** An option: its text, which is also the stored value unless that is not a string, and its label. */
interface Choice {
  readonly value: string;
  readonly label: string;
  readonly stored?: number | boolean | null;
}

/** The constraints of a schema on a value, besides its kind. */
export interface FieldBounds {
  /** Bounds of a number, or of the length of a text. */
  readonly min?: number;
  readonly max?: number;
  /** Set when the value is a number, even a secret one; `integer` for a whole number. */
  readonly number?: 'number' | 'integer';
}

/** One editable field of a device's metadata. */
export interface MetadataField {
  /** The path of wire names, outermost first; empty for the whole metadata. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: MetadataKind;
  readonly choices?: readonly Choice[];
  /** For a field from a schema, whether it is required. An emptied optional field is removed. */
  readonly isRequired?: boolean;
  /** A sentence about the field. */
  readonly hint?: string;
  readonly bounds?: FieldBounds;
  /** The paths of all other fields, for the field that holds the rest of the metadata. */
  readonly others?: readonly (readonly string[])[];
}

/** Returns the unique name of a field: its path joined by dots. */
export const fieldName = ({ path }: Pick<MetadataField, 'path'>): string =>
  path.map((name) => name.replaceAll('\\', '\\\\').replaceAll('.', '\\.')).join('.');

/** The single JSON field for metadata without known fields or schema. */
export const RAW: readonly MetadataField[] = [{ path: [], label: 'Metadata', kind: 'json' }];

type Metadata = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object. */
export const isRecord = (value: unknown): value is Metadata => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value at a path; undefined when there is none. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return isRecord(value) && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** Returns metadata with another value at a path; undefined removes the value and any groups that become empty. */
export function withValue(metadata: Metadata, path: readonly string[], value: unknown): Metadata {
  const [name, ...rest] = path;
  if (name === undefined) return isRecord(value) ? value : metadata;
  const known = Object.hasOwn(metadata, name) ? metadata[name] : undefined;
  const inner = isRecord(known) ? known : {};
  const group = rest.length === 0 ? value : withValue(inner, rest, value);
  const isGone = group === undefined || (value === undefined && isRecord(group) && Object.keys(group).length === 0);
  if (isGone) return Object.fromEntries(Object.entries(metadata).filter(([other]) => other !== name));
  return Object.hasOwn(metadata, name)
    ? Object.fromEntries(Object.entries(metadata).map(([other, one]) => [other, other === name ? group : one]))
    : { ...metadata, ...Object.fromEntries([[name, group]]) };
}

/** Returns metadata without the values at the given paths. */
export const withoutPaths = (metadata: Metadata, paths: readonly (readonly string[])[]): Metadata =>
  paths.reduce((left, path) => (valueAt(left, path) === undefined ? left : withValue(left, path, undefined)), metadata);
