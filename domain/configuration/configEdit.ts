import type { BodyOf } from '#contract/call';
import { configValue, type ConfigModel, type ConfigType, type ConfigValue, type postConfig } from '#contract/devices/configuration';
import { problemTexts } from '../commands/commandRows.ts';
import type { DeviceStatus } from '../devices/online.ts';
import { isAllowed } from './configRights.ts';
import { MISSING } from '../text/numbers.ts';

/** The unsaved value of an editor: the state of a checkbox, or the text as typed. */
export type ConfigDraft = boolean | string;
/** The request body that changes one parameter. */
export type ConfigChangeBody = BodyOf<typeof postConfig>;
/** The type and bounds that a value must satisfy. */
type Bounded = Pick<ConfigModel, 'type' | 'min' | 'max'>;

/**
 * Returns why a parameter cannot be edited, verbatim from the specification; null when it can. A missing right takes precedence over offline,
 * because going online would not give the right. Source: DEV-099, DEV-100, MSG-048, MSG-049.
 */
export function editRefusal(rights: readonly string[], modelGroup: string, status: DeviceStatus): string | null {
  if (!isAllowed(rights, modelGroup, 'configure')) return 'Not allowed to edit';
  return status === 'online' ? null : problemTexts[status];
}

/** Formats a wire value without rounding: strings unchanged, other values as JSON; `-` when missing. */
export function configValueText(value: unknown): string {
  if (value == null) return MISSING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the initial draft of an editor; '' or false for a missing value. Source: DEV-093..096. */
export function draftOf(type: ConfigType, value: unknown): ConfigDraft {
  if (type === 'bool') return value === true;
  return value == null ? '' : configValueText(value);
}

function numberProblem({ type, min, max }: Bounded, value: ConfigValue): string | null {
  if (typeof value !== 'number' || Number.isNaN(value))
    return type === 'int' ? 'Enter a whole number.' : 'Enter a number, for example 0.5.';
  if (type === 'int' && Number.isFinite(value) && !Number.isInteger(value)) return 'Enter a whole number.';
  if (min != null && value < min) return `The least is ${min}.`;
  if (max != null && value > max) return `The most is ${max}.`;
  const isTooLarge = type === 'int' ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return isTooLarge ? 'This number is too large.' : null;
}

/** Returns why a value is invalid for this parameter, as a sentence; null when valid. Source: DEV-093..096, CONST-067. */
export function configProblem(model: Bounded, value: ConfigValue): string | null {
  if (model.type === 'bool') return typeof value === 'boolean' ? null : 'Choose yes or no.';
  if (model.type === 'string') return typeof value === 'string' ? null : 'Enter a text.';
  return numberProblem(model, value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Parses a draft to a value; a text that is no number becomes NaN, which `configProblem` rejects. */
export function readDraft(type: ConfigType, draft: ConfigDraft): ConfigValue {
  if (type === 'bool' || type === 'string') return draft;
  const text = String(draft).trim();
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/**
 * Returns the request body of a change; null when the value is unchanged or the file name unknown. `seen` is the value the editor loaded; it
 * becomes the precondition `old_value`, which the server compares with the device's value. Source: DEV-097, DEV-098, CALL-002.
 */
export function changeBody(
  at: { readonly file: string; readonly name: string },
  seen: unknown,
  value: ConfigValue,
): ConfigChangeBody | null {
  if (at.file === '' || value === seen) return null;
  const precondition = configValue.safeParse(seen);
  const change = { file_name: at.file, config_name: at.name, new_value: value };
  return precondition.success ? { ...change, old_value: precondition.data } : change;
}
