import { configValue, type ConfigModel, type ConfigType, type ConfigValue } from '#contract/devices/configuration';
import type { NoticeField } from '#contract/fleet/notice';
import { groupOf } from '#domain/configuration/configRights';
import { configProblem } from '#domain/configuration/configEdit';
import { MAX_TEXT } from '#domain/configuration/configValue';
import { depthOf, isStructured, MAX_DEPTH, notFiniteWord } from '#domain/configuration/structuredValue';
import { mapInTurns } from '../../platform/mapInTurns.ts';
import { storableText } from '../../fleet/ingest/reading/looseValues.ts';

/** A parameter in a device's report. */
export interface ReportedParameter {
  readonly config_name: string;
  readonly value: ConfigValue;
  readonly model: ConfigModel;
}

/** The parameters of a reported file, and the parts that cannot be used as reported. */
export interface ReadParameters {
  readonly parameters: readonly ReportedParameter[];
  /** Names of unreadable parameters, whose known values are kept. */
  readonly unread: readonly string[];
  /** The unreadable parts. */
  readonly losses: readonly NoticeField[];
  /** Names of parameters whose value their own model does not allow; they are stored unchanged. */
  readonly outside: readonly string[];
}

/** Names that other libraries use for the types. */
const types: Readonly<Record<string, ConfigType>> = {
  bool: 'bool',
  boolean: 'bool',
  string: 'string',
  str: 'string',
  text: 'string',
  float: 'float',
  double: 'float',
  number: 'float',
  float32: 'float',
  float64: 'float',
  int: 'int',
  integer: 'int',
  int32: 'int',
  int64: 'int',
  uint: 'int',
  list: 'list',
  array: 'list',
  sequence: 'list',
  vector: 'list',
  map: 'map',
  dict: 'map',
  object: 'map',
};
/** Type names of lists that include the type of their items: `double_array`, `string[]`, `list<int>`. */
const LIST_OF =
  /^(?:std_)?(?:(?:list|array|vector|sequence)\s*(?:of\s+|<)\s*(\w+?)s?>?|(\w+?)(?:\[\]|[_ ](?:array|list|vector|sequence)))$/;

interface Typed {
  readonly type: ConfigType | undefined;
  readonly items?: ConfigType;
}

function typeOfWord(given: string): Typed {
  const word = given.trim().toLowerCase();
  if (Object.hasOwn(types, word)) return { type: types[word] };
  const [isList, before, behind] = LIST_OF.exec(word) ?? [];
  const item = before ?? behind ?? '';
  if (isList === undefined) return { type: undefined };
  return Object.hasOwn(types, item) && types[item] !== undefined ? { type: 'list', items: types[item] } : { type: 'list' };
}

/** Maximum lengths: of a name, as in the call that sets a value, and of a word of the model. */
const MAX_NAME = 200;
const MAX_WORD = 100;
const UNFIT = /\p{Cc}/u;

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_WORD ? storableText(value) : fallback;

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\s*[-+]?[\d.]/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

const flags: Readonly<Record<string, boolean>> = { true: true, false: false, '1': true, '0': false };

/** Returns a list or map with all texts in a storable form; undefined if it is too large or too deep. */
function structureOf(given: unknown): ConfigValue | undefined {
  if (depthOf(given) > MAX_DEPTH) return undefined;
  const text = JSON.stringify(given, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
  return text.length > MAX_TEXT ? undefined : configValue.parse(JSON.parse(text));
}

/**
 * Returns a value converted to its type: a number in quotes is accepted; a value that cannot be converted is kept; undefined for anything that is not a value.
 */
function valueOf(type: string, given: unknown): ConfigValue | undefined {
  if (given === null) return null;
  if (isStructured(given)) return structureOf(given);
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') return undefined;
  if (typeof given === 'number' && !Number.isFinite(given)) return undefined;
  if (typeof given === 'string' && given.length > MAX_TEXT) return undefined;
  const clean = typeof given === 'string' ? storableText(given) : given;
  if (type === 'string') return typeof clean === 'string' ? clean : String(clean);
  if (type === 'bool') return Object.hasOwn(flags, String(clean).toLowerCase()) ? flags[String(clean).toLowerCase()] : clean;
  if (typeof clean === 'boolean') return clean;
  return type === 'float' || type === 'int' ? (numberOf(clean) ?? notFiniteWord(clean) ?? clean) : clean;
}

const typeOfScalar = (value: unknown): ConfigType => (typeof value === 'boolean' ? 'bool' : typeof value === 'number' ? 'float' : 'string');
const typeOfValue = (value: unknown): ConfigType => (Array.isArray(value) ? 'list' : isFields(value) ? 'map' : typeOfScalar(value));

/** Function that records an unreadable part of a parameter, with the reason. */
type Loss = (what: string, why: string) => void;

function boundOf(model: Readonly<Record<string, unknown>>, name: 'min' | 'max', lose: Loss): Partial<ConfigModel> {
  const given = model[name];
  if (given === undefined || given === null) return {};
  const bound = numberOf(given);
  if (bound === null) lose(`model.${name}`, 'a number is wanted');
  return bound === null ? {} : { [name]: bound };
}

function modelOf(config_name: string, model: Readonly<Record<string, unknown>>, value: unknown, lose: Loss): ConfigModel {
  const { type: known, items } = typeOfWord(typeof model['type'] === 'string' ? model['type'] : '');
  if (known === undefined) lose('model.type', 'one of bool, string, float, int, list, map is wanted');
  const group = textOf(model['group'], '');
  if (groupOf(group).colour === null)
    lose(
      'model.group',
      'Name-Colour is wanted, the colour GREEN, YELLOW, ORANGE or RED; until then only administrators and the provider see the parameter',
    );
  const unit = textOf(model['unit'], '');
  return {
    command_name: textOf(model['command_name'], `set_${config_name}`),
    group,
    // A list is kept as a list, whatever the model says, because only then can it be shown and edited.
    type: known === undefined || isStructured(value) ? typeOfValue(value) : known,
    ...(items !== undefined && (Array.isArray(value) || !isStructured(value)) ? { items } : {}),
    ...boundOf(model, 'min', lose),
    ...boundOf(model, 'max', lose),
    ...(unit === '' ? {} : { unit }),
  };
}

interface ReadOne {
  readonly parameter: ReportedParameter | null;
  readonly name: string;
  readonly losses: readonly NoticeField[];
}

/** Returns the fault of a parameter that occurs twice in a file. */
export const twiceFault = (name: string): NoticeField => ({ field: `config.${name}`, why: 'it is there twice, the later one counts' });

function readOne([given, entry]: readonly [string, unknown]): ReadOne {
  const name = storableText(given);
  const losses: NoticeField[] = [];
  const lose: Loss = (what, why) => void losses.push({ field: what === '' ? `config.${name}` : `config.${name}.${what}`, why });
  if (name === '' || name.length > MAX_NAME || name === '__proto__' || UNFIT.test(name) || !isFields(entry)) {
    lose(
      '',
      isFields(entry) ? 'a name of 1 to 200 characters without control characters is wanted' : 'an object with value and model is wanted',
    );
    return { parameter: null, name, losses };
  }
  const { value: raw, model: fields } = entry;
  if (!isFields(fields)) lose('model', 'an object is wanted');
  const model = isFields(fields) ? modelOf(name, fields, raw, lose) : { command_name: `set_${name}`, group: '', type: typeOfValue(raw) };
  const value = raw === undefined ? undefined : valueOf(model.type, raw);
  if (value !== undefined) return { parameter: { config_name: name, value, model }, name, losses };
  lose('value', raw === undefined ? `a ${model.type} is wanted` : `a ${model.type} of at most 10,000 characters and 8 levels is wanted`);
  return { parameter: null, name, losses };
}

/**
 * Reads the parameters of a reported file one by one, in turns of the event loop: unreadable ones are left out and named. Of two parameters with the
 * same name, the later one is used. Source: REPORTED2.
 */
export async function readParameters(config: ReadonlyArray<readonly [string, unknown]>): Promise<ReadParameters> {
  const read = await mapInTurns(config, readOne);
  const byName = new Map<string, ReportedParameter>();
  const losses: NoticeField[] = [];
  for (const { parameter, losses: own } of read) {
    losses.push(...own);
    if (parameter === null) continue;
    if (byName.has(parameter.config_name)) losses.push(twiceFault(parameter.config_name));
    byName.set(parameter.config_name, parameter);
  }
  const parameters = [...byName.values()];
  return {
    parameters,
    unread: read.filter(({ parameter, name }) => parameter === null && !byName.has(name)).map(({ name }) => name),
    losses,
    outside: parameters
      .filter(({ model, value }) => value !== null && configProblem(model, value) !== null)
      .map(({ config_name }) => config_name),
  };
}
