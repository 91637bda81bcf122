import type { DeviceActionType } from '#contract/deviceAction';

/** What was done to a device, in words. Source: OPEN-94. */
export const deviceActionText: Readonly<Record<DeviceActionType, string>> = {
  create: 'Create',
  update: 'Update',
  deploy: 'Deploy',
  close_deployment: 'Close Deployment',
  generate_credentials: 'Generate Credentials',
  delete_credentials: 'Delete Credentials',
};

/** The kinds of actions to filter for. */
export const deviceActionChoices = Object.entries(deviceActionText).map(([value, label]) => ({ value, label }));

const known = (word: string): word is DeviceActionType => Object.hasOwn(deviceActionText, word);

/** The kind of action that an address names; undefined for none, and for a word nobody knows. */
export const deviceActionTypeOf = (said: string | null): DeviceActionType | undefined => (said !== null && known(said) ? said : undefined);

/** One field of an old or new value: wire names to it, joined by dots, and its value as text. */
export interface ValueLine {
  readonly name: string;
  readonly text: string;
}

/** Nothing is unfolded beyond; it stands there as JSON. */
const MAX_DEPTH = 8;

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The fields of an old or new value, one line each, however deep they stand; a text stands as it is, everything else as JSON. */
export function valueLines(value: Readonly<Record<string, unknown>> | null, above = '', depth = 0): readonly ValueLine[] {
  return Object.entries(value ?? {}).flatMap(([name, field]: [string, unknown]): readonly ValueLine[] => {
    const path = `${above}${name}`;
    const isGroup = typeof field === 'object' && field !== null && !Array.isArray(field) && Object.keys(field).length > 0;
    if (!isGroup || depth >= MAX_DEPTH) return [{ name: path, text: plainText(field) }];
    return valueLines({ ...field }, `${path}.`, depth + 1);
  });
}
