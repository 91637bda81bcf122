import { MAX_NESTING } from '#domain/text/nesting';
import { MASK, SECRET_NAME } from '#domain/text/secretMask';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The context of a value: a secret, in which every text and number is replaced; the description of fields, or of a secret field; a dictionary by
 * codes; or none of these.
 */
type Place = 'secret' | 'description' | 'secretDescription' | 'codes' | 'other';

/** Fields that describe other fields: under the name of a secret, they contain an object about a field, not its value. */
const DESCRIPTION = /schema$|^model$/i;
/** Keywords of a description that hold a value. Source: JSON Schema. */
const DESCRIBED_VALUE = /^(value|default|const|enum|examples?)$/i;
/** Dictionaries whose keys are codes, not names. */
const BY_CODE = /^(per_)?error_codes?$/;
/** Fields that name the owner of adjacent values. Source: CALL-022, CALL-024. */
const NAMING: readonly string[] = ['config_name', 'key_value'];

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The instant of a secret, for example when a token expires, is not secret. */
const isInstant = (name: string, value: unknown) =>
  name.endsWith('_at') && typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);

const isSecretText = (value: unknown) => typeof value === 'string' && SECRET_NAME.test(value);
const namesSecret = (fields: Fields) => NAMING.some((name) => isSecretText(fields[name]));

function placeInDescription(name: string, value: unknown, within: Place): Place {
  if (isRecord(value)) return SECRET_NAME.test(name) ? 'secretDescription' : within;
  const isSecret = SECRET_NAME.test(name) || (within === 'secretDescription' && DESCRIBED_VALUE.test(name));
  return isSecret ? 'secret' : within;
}

function placeOf(name: string, value: unknown, within: Place, isNamedBeside: boolean): Place {
  if (isRecord(value) && DESCRIPTION.test(name)) return within === 'secret' ? 'secretDescription' : 'description';
  if (within === 'description' || within === 'secretDescription') return placeInDescription(name, value, within);
  if (within === 'codes') return 'other';
  if (within === 'secret' || (SECRET_NAME.test(name) && !isInstant(name, value))) return 'secret';
  if (isNamedBeside && name.includes('value') && !NAMING.includes(name)) return 'secret';
  return isRecord(value) && BY_CODE.test(name) ? 'codes' : 'other';
}

const maskLeaf = (value: unknown): unknown => (typeof value === 'number' || (typeof value === 'string' && value !== '') ? MASK : value);

function maskedIn(value: unknown, place: Place, levels: number): unknown {
  if (levels === 0 && typeof value === 'object' && value !== null) return MASK;
  if (Array.isArray(value)) {
    const items = value.map((item) => maskedIn(item, place, levels - 1));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  if (!isRecord(value)) return place === 'secret' ? maskLeaf(value) : value;
  const isNamedBeside = namesSecret(value);
  const fields = Object.entries(value).map(
    ([name, field]) => [name, maskedIn(field, placeOf(name, field, place, isNamedBeside), levels - 1)] as const,
  );
  return fields.every(([name, field]) => field === value[name]) ? value : Object.fromEntries(fields);
}

/**
 * Returns JSON with its secrets masked: every text and number whose name suggests a password, secret, private key or token, or that lies
 * inside such a field; the same object when nothing was replaced. Everything below `MAX_NESTING` is replaced too: a mask that is written
 * back leaves the stored value unchanged. Source: NESTED2.
 */
export const masked = (json: unknown): unknown => maskedIn(json, 'other', MAX_NESTING);
