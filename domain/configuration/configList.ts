/** The files, groups and parameters of a configuration that are visible and match the search. */

import type { AnswerOf } from '#contract/call';
import type { ConfigParameter, getConfig } from '#contract/devices/configuration';
import { foundIn } from '../text/foundIn.ts';
import { configColours, groupOf, isAllowed, type ConfigColour } from './configRights.ts';

/** The parameters of a device by file and name. */
type Config = AnswerOf<typeof getConfig>;

/** A parameter that is visible to the user. */
export interface ShownParameter extends ConfigParameter {
  readonly file: string;
  readonly name: string;
}
/** The parameters of one file with the same group name and colour. */
export interface ShownGroup {
  readonly name: string;
  /** Null if the group has no known colour. */
  readonly colour: ConfigColour | null;
  readonly parameters: readonly ShownParameter[];
}
/** A file with its visible parameters that match the search; `count` is their number. */
export interface ShownFile {
  readonly name: string;
  readonly groups: readonly ShownGroup[];
  readonly count: number;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Checks whether the name, command name or group name of a parameter contains the search text, case-insensitively. Source: EDIT1. */
function isFound({ name, model }: ShownParameter, search: string): boolean {
  const wanted = search.trim();
  return [name, model.command_name, groupOf(model.group).name].some((text) => foundIn(text, wanted));
}

function groupsOf(parameters: readonly ShownParameter[]): readonly ShownGroup[] {
  const groups = new Map<string, ShownGroup & { parameters: ShownParameter[] }>();
  for (const parameter of parameters) {
    const { name, colour } = groupOf(parameter.model.group);
    const key = `${name}-${colour}`;
    const group = groups.get(key) ?? { name, colour, parameters: [] };
    group.parameters.push(parameter);
    groups.set(key, group);
  }
  const rank = ({ colour }: ShownGroup) => (colour === null ? configColours.length : configColours.indexOf(colour));
  return [...groups.values()].toSorted((a, b) => collator.compare(a.name, b.name) || rank(a) - rank(b));
}

/**
 * Returns every file in the order of the device, with the parameters that `rights` may view and that match the search, sorted by group name, colour
 * and name. A group without a known colour is visible to the provider and administrators. Source: DEV-087, DEV-088, DEV-101, ROLE-012, GAP-49, CONFV2.
 */
export function shownFiles({ file_names, config }: Config, rights: readonly string[], search: string): readonly ShownFile[] {
  return file_names.map((file) => {
    const parameters = Object.entries(config[file] ?? {})
      .map(([name, parameter]): ShownParameter => ({ ...parameter, file, name }))
      .filter((parameter) => isAllowed(rights, parameter.model.group, 'view') && isFound(parameter, search))
      .toSorted((a, b) => collator.compare(a.name, b.name));
    return { name: file, groups: groupsOf(parameters), count: parameters.length };
  });
}
