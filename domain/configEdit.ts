import type { BodyOf } from '#contract/call';
import { configValue, type ConfigModel, type ConfigType, type ConfigValue, type postConfig } from '#contract/configuration';
import { isAllowed } from './configRights.ts';
import { MISSING } from './numbers.ts';

/** What stands in an editor: a checkbox, or the text as typed. */
export type ConfigDraft = boolean | string;
/** What a change of one value says to the server. */
export type ConfigChangeBody = BodyOf<typeof postConfig>;
/** What a value of a parameter must be. */
type Bounded = Pick<ConfigModel, 'type' | 'min' | 'max'>;

/** Why a change of a parameter is not offered, verbatim; null when it is. A missing right is shown first: going online would not mend it. Source: DEV-099, DEV-100, MSG-048, MSG-049. */
export function editRefusal(rights: readonly string[], modelGroup: string, isOnline: boolean): string | null {
  if (!isAllowed(rights, modelGroup, 'configure')) return 'Not allowed to edit';
  return isOnline ? null : 'Device is not online';
}

/** A value as the wire has it, never rounded: a text as it is, a list or an object as JSON; `-` for a missing one. */
export function configValueText(value: unknown): string {
  if (value == null) return MISSING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an editor of the type begins with; empty for a value that is missing. Source: DEV-093..096. */
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

/** Why a value cannot be one of this parameter, as a sentence; null when it can. Source: DEV-093..096, CONST-067. */
export function configProblem(model: Bounded, value: ConfigValue): string | null {
  if (model.type === 'bool') return typeof value === 'boolean' ? null : 'Choose yes or no.';
  if (model.type === 'string') return typeof value === 'string' ? null : 'Enter a text.';
  return numberProblem(model, value);
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** The value a draft stands for; a text that is no number is NaN, which `configProblem` refuses. */
export function readDraft(type: ConfigType, draft: ConfigDraft): ConfigValue {
  if (type === 'bool' || type === 'string') return draft;
  const text = String(draft).trim();
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

/**
 * What is sent to change a parameter; null when the value did not change or no file name is known. `seen` is the value the editor knew:
 * when the device has another one by now, the server refuses. Source: DEV-097, DEV-098, CALL-002.
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
