/** The first configuration and the past changes of a demo device, some of them around clock changes. */

import { traitsOf } from '#domain/devices/deviceTypes';
import { DAY_MS } from '#domain/text/timeUnits';
import { type DemoFiles, type DemoKind, demoFiles, type DemoValue } from './demoFiles.ts';
import { type Values, anotherValue, firstValues, isChangeable } from './demoValues.ts';
import { seededRandom } from '#domain/random/seededRandom';
import { type Random, between, pick } from '#domain/random/random';

const HALF_HOUR_MS = 1_800_000;
const MONTHS = [2, 9] as const;

/** Returns the last Sunday of a month (0..11), 00:00 UTC, in ms since epoch. */
function lastSunday(year: number, month: number): number {
  const end = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, end.getUTCDate() - end.getUTCDay());
}

/** Returns instants 30 min before and after the last four European clock changes (01:00 UTC) before `now`; ms since epoch, oldest first. */
export function clockChanges(now: number): readonly number[] {
  const year = new Date(now).getUTCFullYear();
  return [year - 2, year - 1, year]
    .flatMap((one) => MONTHS.map((month) => lastSunday(one, month)))
    .flatMap((night) => [night + HALF_HOUR_MS, night + 3 * HALF_HOUR_MS])
    .filter((at) => at < now)
    .slice(-8);
}

/** A device that gets a configuration; `index` is its zero-based position in the fleet. */
export interface ConfiguredDevice {
  readonly serial: string;
  readonly device_type: string;
  readonly first_seen: Date;
  readonly index: number;
}

/** A past change; `at` in ms since epoch. */
export interface PastChange {
  readonly file_name: string;
  readonly config_name: string;
  readonly old_value: DemoValue;
  readonly new_value: DemoValue;
  readonly at: number;
}

/** Maximum age of past changes, in ms. */
const PAST_MS = 240 * DAY_MS;
/** Number of devices in the roster. Devices beyond it have fewer past changes, so that a large fleet starts fast. */
export const ROSTER = 24;
const CHANGES = { roster: 22, beyond: 3 } as const;

/** Returns the configuration kind of a device type. */
export function configurationKindOf(device_type: string): DemoKind {
  const { detail } = traitsOf(device_type);
  if (detail === 'dock') return 'dock';
  return detail === 'lanes' || device_type === 'XENION_A6' ? 'lanes' : 'tools';
}

const placesOf = (files: DemoFiles) =>
  Object.entries(files).flatMap(([file_name, parameters]) => parameters.map((parameter) => ({ file_name, parameter })));

interface Life {
  readonly files: DemoFiles;
  readonly first: Values;
  readonly times: readonly number[];
  readonly random: Random;
}

/** Generates one change per time. Skips a change whose new value equals the old one. */
function pastChanges({ files, first, times, random }: Life): readonly PastChange[] {
  const now = new Map<string, DemoValue>();
  const changeable = placesOf(files).filter(({ parameter }) => isChangeable(parameter));
  return times.flatMap((at): PastChange[] => {
    const { file_name, parameter } = pick(changeable, random);
    const key = `${file_name}/${parameter.name}`;
    const old_value = now.get(key) ?? first[file_name]?.[parameter.name] ?? parameter.usual;
    const new_value = anotherValue(parameter, old_value, random);
    if (new_value === old_value) return [];
    now.set(key, new_value);
    return [{ file_name, config_name: parameter.name, old_value, new_value, at }];
  });
}

const seedOf = (serial: string) => Array.from(serial).reduce((sum, letter) => (Math.imul(sum, 31) + letter.charCodeAt(0)) >>> 0, 7);

/** Generates the initial configuration and the changes of a demo device. Pure: the same device and `now` give the same result. */
export function demoConfiguration({ serial, device_type, first_seen, index }: ConfiguredDevice, now: number) {
  const random = seededRandom(seedOf(serial));
  const schema_id = configurationKindOf(device_type);
  const files = demoFiles[schema_id];
  const since = first_seen.getTime();
  const from = Math.max(since, now - PAST_MS);
  const isNamed = index < ROSTER;
  const some = Array.from({ length: isNamed ? CHANGES.roster : CHANGES.beyond }, () => Math.floor(between(from, now, random)));
  const nights = isNamed ? clockChanges(now).filter((at) => at > since) : [];
  const first = firstValues(files, serial, random);
  const times = [...some, ...nights].toSorted((a, b) => a - b);
  return { schema_id, since: first_seen, first_values: first, changes: pastChanges({ files, first, times, random }) };
}
