import type { DeviceActionType } from '#contract/deviceAction';

const texts: Readonly<Record<DeviceActionType, string>> = {
  create: 'Create',
  update: 'Update',
  deploy: 'Deploy',
  close_deployment: 'Close Deployment',
  generate_credentials: 'Generate Credentials',
  delete_credentials: 'Delete Credentials',
};

/** The kinds of actions to filter for. */
export const deviceActionChoices = Object.entries(texts).map(([value, label]) => ({ value, label }));

const known = (word: string): word is DeviceActionType => Object.hasOwn(texts, word);

/** What was done to a device, in words; a kind of another server as it is. Source: OPEN-94. */
export const deviceActionText = (type: string): string => (known(type) ? texts[type] : type);

/** The kind of action that an address names; undefined for none, and for a word nobody knows. */
export const deviceActionTypeOf = (text: string | null): DeviceActionType | undefined => (text !== null && known(text) ? text : undefined);

/** One field of an old or new value: wire names to it, joined by dots, and its value as text. */
export interface ValueLine {
  readonly name: string;
  readonly text: string;
}

/** Nothing is unfolded beyond; it stands there as JSON. */
const MAX_DEPTH = 8;

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function linesOf(path: string, value: unknown, depth: number): readonly ValueLine[] {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0;
  if (!isGroup || depth > MAX_DEPTH) return [{ name: path, text: plainText(value) }];
  return Object.entries(value).flatMap(([name, field]) => linesOf(path === '' ? name : `${path}.${name}`, field, depth + 1));
}

/**
 * The fields of an old or new value, one line each, however deep they stand; a text stands as it is, everything else as JSON. A plain value is one
 * line without a name, a missing one none.
 */
export function valueLines(value: unknown): readonly ValueLine[] {
  const isNothing = value == null || (typeof value === 'object' && Object.keys(value).length === 0);
  return isNothing ? [] : linesOf('', value, 0);
}
