import { MAX_NESTING } from '#domain/text/nesting';
import { MASK, SECRET_NAME } from '#domain/text/secretMask';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The context of a value: a secret, in which every text and number is replaced; the description of fields, or of a secret field; a dictionary whose keys are
 * codes or ids; a map in such a dictionary; or none of these.
 */
type Place = 'secret' | 'description' | 'secretDescription' | Dictionary | 'map' | 'other';
type Dictionary =
  | 'error_codes'
  | 'per_error_code'
  | 'incidents_per_error_code'
  | 'incidents_per_lane'
  | 'lanes'
  | 'available_maps'
  | 'errors'
  | 'changelog'
  | 'parts';

/** Names of fields that describe other fields: under the name of a secret, such a field contains an object about a field, not the secret itself. */
const DESCRIPTION = /schema$|^model$/i;
/** Keywords of a description that hold a value. Source: JSON Schema. */
const DESCRIBED_VALUE = /^(value|default|const|enum|examples?)$/i;
/** Returns whether a field holds the maps, by id, of a push. */
const isMapPush = (fields: Fields, name: string) => name === 'data' && fields['data_group'] === 'map_data';
/** Fields that contain the name of the setting to which adjacent values belong. Source: CALL-022, CALL-024. */
const NAMING: readonly string[] = ['config_name', 'key_value'];

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);

const has = (field: string) => (value: unknown) => isRecord(value) && Object.hasOwn(value, field);
const eachHas = (field: string) => (value: unknown) => Array.isArray(value) && value.every(has(field));
const isNumber = (value: unknown) => typeof value === 'number';

/**
 * Dictionaries whose keys are codes of errors, or ids of lanes, maps, layers or records, instead of names, each with a check of the values that its contract
 * defines. Any other value belongs to a different object of that name, whose secrets are masked. An error of a record must be a sentence, because a single word
 * may be a secret.
 */
const ENTRIES: Readonly<Record<Dictionary, (value: unknown) => boolean>> = {
  error_codes: has('description'),
  per_error_code: Array.isArray,
  incidents_per_error_code: isNumber,
  incidents_per_lane: isNumber,
  lanes: eachHas('incident_id'),
  available_maps: has('version'),
  errors: (value) => typeof value === 'string' && /\s/.test(value.trim()),
  changelog: eachHas('version'),
  parts: has('features'),
};
const isDictionary = (place: string): place is Dictionary => Object.hasOwn(ENTRIES, place);

/** Returns the dictionary of a name. `errors` is a dictionary only within a map. */
function dictionaryOf(name: string, within: Place): Place {
  return isDictionary(name) && (name !== 'errors' || within === 'map') ? name : 'other';
}

/** Returns whether a value is an instant of a secret, such as the expiry of a token, which is not secret. */
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
  if (isDictionary(within) && ENTRIES[within](value)) return within === 'available_maps' ? 'map' : 'other';
  if (within === 'secret' || (SECRET_NAME.test(name) && !isInstant(name, value))) return 'secret';
  if (isNamedBeside && name.includes('value') && !NAMING.includes(name)) return 'secret';
  return isRecord(value) ? dictionaryOf(name, within) : 'other';
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
  const fieldPlace = (name: string, field: unknown): Place =>
    place === 'other' && isRecord(field) && isMapPush(value, name) ? 'available_maps' : placeOf(name, field, place, isNamedBeside);
  const fields = Object.entries(value).map(([name, field]) => [name, maskedIn(field, fieldPlace(name, field), levels - 1)] as const);
  return fields.every(([name, field]) => field === value[name]) ? value : Object.fromEntries(fields);
}

/**
 * Returns JSON with its secrets masked: every text and number whose name suggests a password, secret, private key or token, or that is inside such a field; the
 * same object if nothing was replaced. All values below `MAX_NESTING` are replaced too: a mask that is written back leaves the stored value unchanged. Source:
 * NESTED2, MASK1.
 */
export const masked = (json: unknown): unknown => maskedIn(json, 'other', MAX_NESTING);
