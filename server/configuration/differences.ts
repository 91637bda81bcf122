import type { ConfigDifference, ConfigValue } from '#contract/configuration';
import { isIgnoredPath } from '#domain/ignoredPaths';
import type { Configuration } from './configAt.ts';

const byKey = ({ parameters }: Configuration): ReadonlyMap<string, ConfigValue> =>
  new Map(parameters.map(({ file_name, config_name, value }) => [`${file_name}/${config_name}`, value]));

/** What differs between two configurations, by `key_value`; what one of them lacks is null. Source: FLEET-062, FLEET-063, OPEN-35. */
export function differencesOf(one: Configuration, other: Configuration): ConfigDifference[] {
  const [first, second] = [byKey(one), byKey(other)];
  return [...new Set([...first.keys(), ...second.keys()])]
    .filter((key) => first.get(key) !== second.get(key) && !isIgnoredPath(key))
    .toSorted()
    .map((key_value) => ({
      key_value,
      value_machine_1: first.get(key_value) ?? null,
      value_machine_2: second.get(key_value) ?? null,
    }));
}
