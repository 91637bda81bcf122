/** The configuration of a robot: its set of values, the files to report, and those reported in a step. */

import type { ConfigurationMessage } from '#contract/messages/deviceMessage';
import { DAY_MS } from '#domain/text/timeUnits';
import { type DemoFiles, demoFiles, type DemoValue } from './demoFiles.ts';
import type { Values } from './demoValues.ts';
import { demoConfiguration, configurationKindOf, ROSTER } from './pastConfiguration.ts';

/** A file to report; `at` is the time of its values, in ms since epoch on the simulation clock. */
interface UnsentFile {
  readonly file_name: string;
  readonly at: number;
  readonly values: Values;
  /** Whether the file is from the time before the start. */
  readonly isPast: boolean;
}

/** The configuration of a robot. */
export interface RobotConfiguration {
  readonly files: DemoFiles;
  readonly values: Values;
  readonly unsent: readonly UnsentFile[];
  /** Files that may be sent; a large fleet sends a part of one in each step. */
  readonly allowance: number;
}

/** Maximum age of a reported change, in ms: the server dates anything older than a year by its time of arrival. */
const OLDEST_MS = 330 * DAY_MS;

interface Start {
  readonly serial: string;
  readonly device_type: string;
  readonly first_seen: string | null;
  readonly index: number;
  readonly robots: number;
  /** The values that the robot had when it was switched off; undefined if it has never been on. */
  readonly remembered: Values | undefined;
  readonly at: number;
}

/** Returns the configuration of a robot at the start, and in a small fleet its past, which is reported when it connects for the first time. */
export function firstConfiguration({ serial, device_type, first_seen, index, robots, remembered, at }: Start): RobotConfiguration {
  const files: DemoFiles = demoFiles[configurationKindOf(device_type)];
  const seen = first_seen === null ? at : Date.parse(first_seen);
  const since = Math.max(seen, at - OLDEST_MS);
  const { first_values, changes } = demoConfiguration({ serial, device_type, first_seen: new Date(since), index }, at);
  // The times are spread, so that the robots of a large fleet do not all send in the same second.
  const allowance = (Array.from(serial).reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 997) / 997;
  if (remembered !== undefined || robots > ROSTER) return { files, values: remembered ?? first_values, unsent: [], allowance };
  let values: Values = first_values;
  const unsent = allFiles({ files, values }, since, true);
  for (const { file_name, config_name, new_value, at: changedAt } of changes) {
    values = withValue(values, file_name, config_name, new_value);
    unsent.push({ file_name, at: changedAt, values, isPast: true });
  }
  return { files, values, unsent, allowance };
}

const allFiles = ({ files, values }: Pick<RobotConfiguration, 'files' | 'values'>, at: number, isPast = false): UnsentFile[] =>
  Object.keys(files).map((file_name) => ({ file_name, at, values, isPast }));

const withValue = (values: Values, file_name: string, name: string, value: DemoValue): Values => ({
  ...values,
  [file_name]: { ...values[file_name], [name]: value },
});

/** Returns the configuration with all files marked as to be reported; a file that already waits is reported only once. */
export const withAllUnreported = (configuration: RobotConfiguration, at: number): RobotConfiguration => ({
  ...configuration,
  unsent: [...configuration.unsent.filter(({ isPast }) => isPast), ...allFiles(configuration, at)],
});

/** Returns the configuration after a value was set, with its file marked as to be reported; null for a parameter that the robot does not have. */
export function setParameter(
  configuration: RobotConfiguration,
  words: Readonly<Record<string, unknown>>,
  at: number,
): RobotConfiguration | null {
  const { file_name, config_name, new_value } = words;
  const file = Object.entries(configuration.files).find(([name]) => name === file_name);
  const parameter = file?.[1].find(({ name }) => name === config_name);
  const isValue = typeof new_value === 'string' || typeof new_value === 'number' || typeof new_value === 'boolean';
  if (file === undefined || parameter === undefined || !isValue) return null;
  const values = withValue(configuration.values, file[0], parameter.name, new_value);
  return { ...configuration, values, unsent: [...configuration.unsent, { file_name: file[0], at, values, isPast: false }] };
}

function messageOf({ files }: RobotConfiguration, { file_name, at, values }: UnsentFile, clockOffsetMs: number): ConfigurationMessage {
  const parameters = files[file_name] ?? [];
  return {
    time: new Date(at + clockOffsetMs).toISOString(),
    revision: at.toString(36),
    file_names: Object.keys(files),
    file_name,
    config: Object.fromEntries(
      parameters.map(({ name, model, usual }) => [name, { value: values[file_name]?.[name] ?? usual, model }] as const),
    ),
  };
}

/** Maximum number of files that a robot sends in a step, and that all robots together send. */
const FILES_AT_ONCE = 6;
const FILES_OF_FLEET = 200;

/** Returns the files that are sent in this step, oldest first, and the remaining ones. */
export function sentFiles(
  configuration: RobotConfiguration,
  { robots, clockOffsetMs }: { readonly robots: number; readonly clockOffsetMs: number },
): { readonly left: RobotConfiguration; readonly messages: readonly ConfigurationMessage[] } {
  if (configuration.unsent.length === 0) return { left: configuration, messages: [] };
  const allowance = configuration.allowance + Math.min(FILES_AT_ONCE, FILES_OF_FLEET / robots);
  const count = Math.min(configuration.unsent.length, Math.floor(allowance));
  const messages = configuration.unsent.slice(0, count).map((file) => messageOf(configuration, file, clockOffsetMs));
  return { left: { ...configuration, unsent: configuration.unsent.slice(count), allowance: allowance - Math.floor(allowance) }, messages };
}
