/** Device events about reported values: converted by the device, or outside their bounds. */

import type { ConfigValue } from '#contract/devices/configuration';
import { groupOf } from '#domain/configuration/configRights';
import type { ConfigurationMessage, LogMessage } from '#contract/messages/deviceMessage';

/** A value that a person set and that the device reports differently. */
export interface DifferingValue {
  readonly config_name: string;
  readonly set: unknown;
  readonly has: ConfigValue | null;
  readonly setBy: string;
  /** The group of the parameter, `Name-Colour`. */
  readonly group: string;
}

type DeviceEvent = Extract<LogMessage, { kind: 'event' }>;

/** Maximum number of parameters that an event names; further ones are only counted. */
const SHOWN = 10;

/**
 * Returns the events about values of a file that the device converted or that their models do not allow. Every user reads them, so they hold no value of a
 * parameter of an unknown colour. `time` is an ISO instant. Source: CFG10.
 */
export function changedEvents(
  { file_name }: Pick<ConfigurationMessage, 'file_name'>,
  differing: readonly DifferingValue[],
  outside: readonly string[],
  time: string,
): readonly DeviceEvent[] {
  const event = (message: string, data: Readonly<Record<string, unknown>>): DeviceEvent => ({
    kind: 'event',
    time,
    level: 'warning',
    message,
    data: { file_name, ...data },
  });
  const listed = (names: readonly string[]) => names.slice(0, SHOWN).join(', ') + (names.length > SHOWN ? ', …' : '');
  const taken = differing.slice(0, SHOWN).map(({ config_name, set, has, setBy, group }) =>
    event(`The device took ${config_name} differently than it was set`, {
      config_name,
      ...(groupOf(group).colour === null ? {} : { set_to: set, has }),
      set_by: setBy,
    }),
  );
  if (outside.length === 0) return taken;
  const count = outside.length === 1 ? '1 value is' : `${outside.length} values are`;
  return [
    ...taken,
    event(`${file_name}: ${count} not what the device’s own model allows: ${listed(outside)}`, { config_names: outside.slice(0, 100) }),
  ];
}
