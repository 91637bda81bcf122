/** The editor of a parameter: the conversion between draft and value, why it cannot be edited, and the body of a change. */

import type { BodyOf } from '#contract/call';
import { configTypes, configValue, type ConfigModel, type ConfigValue, type postConfig } from '#contract/devices/configuration';
import { problemTexts } from '../commands/commandRows.ts';
import type { DeviceStatus } from '../devices/online.ts';
import { isAllowed } from './configRights.ts';
import { isSameValue, isStructured, notFiniteWord, typeOfParameter } from './structuredValue.ts';
import { MISSING } from '../text/numbers.ts';
import { hasMask } from '../text/secretMask.ts';

/** The unsaved value of an editor: the state of a checkbox, or the text as typed. */
export type ConfigDraft = boolean | string;
/** The request body that changes one parameter. */
export type ConfigChangeBody = BodyOf<typeof postConfig>;
/** The initial draft, the current draft, and the device's value as loaded by the editor, all of the type `type`. */
interface EditedValue {
  readonly type: string;
  readonly begun: ConfigDraft;
  readonly draft: ConfigDraft;
  readonly seen: unknown;
}
/** The type and bounds that a value must satisfy. */
type Bounded = Pick<ConfigModel, 'type' | 'min' | 'max' | 'items'>;

/**
 * Returns why a parameter cannot be edited, verbatim from the specification; null when it can. A missing right takes precedence over offline, because going
 * online would not grant it. Source: DEV-099, DEV-100, MSG-048, MSG-049.
 */
export function editRefusal(rights: readonly string[], modelGroup: string, status: DeviceStatus): string | null {
  if (!isAllowed(rights, modelGroup, 'configure')) return 'Not allowed to edit';
  return status === 'online' ? null : problemTexts[status];
}

/** The support of the server for lists and maps. */
interface Taking {
  readonly takesStructures: boolean;
}

/**
 * Returns why a value cannot be edited at all: a list or map that the server does not accept, a value with a masked secret, which would be written
 * back as its mask, or a value of an unknown type. Null when it can be edited. Source: CONFV3.
 */
export function valueRefusal({ model, value }: { readonly model: ConfigModel; readonly value?: unknown }, { takesStructures }: Taking) {
  const type = typeOfParameter(model, value);
  if (!configTypes.some((known) => known === type)) return 'Not editable: unknown type';
  if (!isStructured(value) && type !== 'list' && type !== 'map') return null;
  if (!takesStructures) return 'Not editable here';
  return hasMask(value) ? 'Not editable: it holds a secret' : null;
}

/** Formats a wire value without rounding: strings unchanged, other values as JSON; `-` when missing. */
export function configValueText(value: unknown): string {
  if (value == null) return MISSING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a stored flag as a boolean, also one stored as a number or text; '' for any other value, until the user chooses. */
function flagOf(value: unknown): boolean | '' {
  const text = String(value).trim().toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : '';
}

/** Returns the initial draft of an editor; '' for a missing value, including a flag that was never set. Source: DEV-093..096, EDIT6. */
export function draftOf(type: string, value: unknown): ConfigDraft {
  if (type === 'bool' && value != null) return flagOf(value);
  if (isStructured(value)) return JSON.stringify(value, null, Array.isArray(value) && !value.some(isStructured) ? 0 : 2);
  return value == null ? '' : configValueText(value);
}

function numberProblem({ type, min, max }: Bounded, value: ConfigValue): string | null {
  // A robot may report infinity or NaN for a parameter whose model has no bounds.
  if (type === 'float' && min == null && max == null && notFiniteWord(value) !== null) return null;
  if (typeof value !== 'number' || Number.isNaN(value))
    return type === 'int' ? 'Enter a whole number.' : 'Enter a number, for example 0.5.';
  if (type === 'int' && Number.isFinite(value) && !Number.isInteger(value)) return 'Enter a whole number.';
  if (min != null && value < min) return `The least is ${min}.`;
  if (max != null && value > max) return `The most is ${max}.`;
  const isTooLarge = type === 'int' ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return isTooLarge ? 'This number is too large.' : null;
}

function listProblem(items: string | null | undefined, value: ConfigValue): string | null {
  if (!Array.isArray(value)) return 'Enter a list, for example [1, 2, 3].';
  const isOff = (item: unknown) => {
    const read = configValue.safeParse(item);
    return !read.success || configProblem({ type: items ?? '' }, read.data) !== null;
  };
  return items != null && value.some(isOff) ? `Each item is to be of type ${items}.` : null;
}

/**
 * Returns why a value is invalid for this parameter, as a sentence; null when valid. A value of an unknown type is valid. Source: DEV-093..096,
 * CONST-067, CONFV3, CONFV4.
 */
export function configProblem(model: Bounded, value: ConfigValue): string | null {
  if (model.type === 'bool') return typeof value === 'boolean' ? null : 'Choose yes or no.';
  if (model.type === 'string') return typeof value === 'string' ? null : 'Enter a text.';
  if (model.type === 'list') return listProblem(model.items, value);
  if (model.type === 'map') return isStructured(value) && !Array.isArray(value) ? null : 'Enter a map, for example {"a": 1}.';
  return model.type === 'float' || model.type === 'int' ? numberProblem(model, value) : null;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function readJson(text: string): ConfigValue {
  try {
    const read = configValue.safeParse(JSON.parse(text));
    return read.success ? read.data : text;
  } catch {
    return text;
  }
}

/**
 * Parses a draft to a value; a text that is not a number becomes NaN, and a text that is not valid JSON for a list or map stays a text. `configProblem` rejects
 * both.
 */
export function readDraft(type: string, draft: ConfigDraft): ConfigValue {
  if (type === 'list' || type === 'map') return readJson(String(draft));
  if (type !== 'float' && type !== 'int') return draft;
  const text = String(draft).trim();
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/**
 * Returns the request body of a change; null when draft or value are unchanged or the file name is unknown. A draft can be unchanged although its value differs
 * from `seen`, for example for a flag stored as text. `seen` becomes the precondition `old_value`, which the server compares with the device's value. Source:
 * DEV-097, DEV-098, CALL-002, EDIT6.
 */
export function changeBody(
  at: { readonly file: string; readonly name: string },
  { type, begun, draft, seen }: EditedValue,
): ConfigChangeBody | null {
  const value = readDraft(type, draft);
  if (at.file === '' || draft === begun || isSameValue(value, seen)) return null;
  const precondition = configValue.safeParse(seen);
  const change = { file_name: at.file, config_name: at.name, new_value: value };
  return precondition.success ? { ...change, old_value: precondition.data } : change;
}
