/** The history of a device as text: labels of action types, filter options, old and new values as lines. */

import { keyText, valueText, wordText } from '../text/labels.ts';
import { MISSING } from '../text/numbers.ts';
import { type DeviceAction, deviceActionType, type DeviceActionType } from '#contract/devices/deviceAction';

/** The options of the action type filter. */
export const deviceActionChoices = deviceActionType.options.map((value) => ({ value, label: wordText(value) }));

/** Parses the action type of a URL parameter; undefined when missing or unknown. */
export const deviceActionTypeOf = (text: string | null): DeviceActionType | undefined =>
  deviceActionType.options.find((type) => type === text);

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns whether an action is known to concern a device type: it has no serial, and its values contain a type but no serial. Source: ANY15. */
export const isOfType = ({ device_serial: serial, action }: Pick<DeviceAction, 'device_serial' | 'action'>): boolean =>
  serial == null &&
  [action?.old_value, action?.new_value].some((value) => isRecord(value) && 'device_type' in value && !('serial' in value));

/** One field of an old or new value: its path of labelled keys, and its value as text. */
export interface ValueLine {
  readonly name: string;
  readonly text: string;
}

/** Maximum nesting depth that is flattened; deeper values are shown as JSON. */
const MAX_DEPTH = 8;

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
/** The last key of the path determines how the value is formatted. */
const plainText = (path: string, value: unknown): string => (isEmpty(value) ? MISSING : valueText(path.split('.').at(-1) ?? '', value));

function linesOf(path: string, value: unknown, depth: number): readonly ValueLine[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  if (!isGroup || depth > MAX_DEPTH) return [{ name: keyText(path), text: plainText(path, value) }];
  return Object.entries(value).flatMap(([name, field]) => linesOf(path === '' ? name : `${path}.${name}`, field, depth + 1));
}

/**
 * Flattens an old or new value to one line per field, with keys and values labelled by the label table; lists become JSON. A plain value is one line with an
 * empty name; a missing or empty value has no lines.
 */
export function valueLines(value: unknown): readonly ValueLine[] {
  const isNothing = value == null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isNothing ? [] : linesOf('', value, 0);
}
