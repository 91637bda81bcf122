/** The differences between two moments, in groups: Devices, Configuration, Software, Maps, Treatments, People. */

import { configurationCalls } from '#contract/devices/configuration';
import { deploymentCalls } from '#contract/devices/deployment';
import { deviceCalls } from '#contract/devices/device';
import { getSwVersion } from '#contract/fleet/dataGroup';
import { greenhouseCalls } from '#contract/greenhouse';
import { locationCalls } from '#contract/location';
import { mapCalls } from '#contract/map';
import { organisationCalls } from '#contract/organisation';
import { placeCalls } from '#contract/place';
import { treatmentCalls } from '#contract/fleet/treatment';
import { userCalls } from '#contract/user';
import { activityOf } from '#domain/devices/activity';
import { faultLine, listedFaults } from '#domain/devices/faults';
import { otherFieldPath, otherFields, otherFieldText } from '#domain/devices/otherFields';
import { isInError } from '#domain/devices/treating';
import { foundIn } from '#domain/text/foundIn';
import { pathText, valueText } from '#domain/text/labels';
import type { PushedRow } from '#state/deviceData';
import { differences, isList, isObject, type Json } from '#state/canonicalState';
import { listOf, rowOf } from '#state/persistentRows';
import { selectDevice } from '#state/fleet';
import { selectErrorText, selectDeviceLabel } from '#state/referenceData';
import type { RootState } from '#state/store';
import { parametersIn } from '#streams/event';
import { selectLanesNamed, selectLanesOfDevice } from './knownLanes.ts';
import { factOf } from './facts.ts';
import { jobsText, type LanesOf } from './jobsText.ts';

/** The groups of compared values, in the order of the page. */
export const groups = ['Devices', 'Configuration', 'Software', 'Maps', 'Treatments', 'People'] as const;
/** One group of compared values. */
export type Group = (typeof groups)[number];

/** A value that differs between two moments; null at a moment that had no value. */
export interface MomentChange {
  readonly group: Group;
  /** The device whose report holds the value; null for a value of a response or a data group. */
  readonly serial: string | null;
  /** The device, entity or list to which the value belongs. */
  readonly who: string;
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The compared values of a device, by their names for `factOf`; the most important first. */
const deviceFacts = [
  ['Task', 'activity'],
  ['Status', 'online'],
  ['In control', 'control'],
  ['Location', 'location'],
  ['Node', 'current_node'],
  ['Battery', 'battery_level'],
] as const;

const isInErrorAt = (state: RootState, serial: string): boolean => {
  const row = selectDevice(state, serial);
  return row !== undefined && isInError(row.state);
};

/** Returns a value of a device as text; the activity is followed by the code and meaning of its error, otherwise by the worst fault. */
function deviceText(state: RootState, serial: string, name: string): string | null {
  const text = factOf(name)?.textOf(state, serial) ?? null;
  if (text === null || name !== 'activity') return text;
  const report = selectDevice(state, serial)?.state;
  const { code } = activityOf(report);
  if (code !== undefined) return `${text}, ${selectErrorText(state, code)}`;
  const { first } = listedFaults(report);
  return first === null ? text : `${text}, ${faultLine(first)}`;
}

/** Returns the rank of a changed device: errors first, then activity, state and controller, then the rest. */
function rankOf(serial: string, changed: readonly string[], moments: readonly RootState[]): number {
  if (changed.includes('Task') && moments.some((state) => isInErrorAt(state, serial))) return 0;
  return changed.some((what) => what === 'Task' || what === 'Status' || what === 'In control') ? 1 : 2;
}

const namesOf = (calls: Readonly<Record<string, { readonly name: string }>>): readonly string[] =>
  Object.values(calls).map(({ name }) => name);

/** The group of each call whose response is compared. */
const groupOfCall: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...namesOf(deviceCalls).map((name) => [name, 'Devices'] as const),
  ...namesOf(configurationCalls).map((name) => [name, 'Configuration'] as const),
  [getSwVersion.name, 'Software'],
  ...[mapCalls, placeCalls, locationCalls, greenhouseCalls, organisationCalls, deploymentCalls]
    .flatMap(namesOf)
    .map((name) => [name, 'Maps'] as const),
  ...namesOf(treatmentCalls).map((name) => [name, 'Treatments'] as const),
  ...namesOf(userCalls).map((name) => [name, 'People'] as const),
]);

/** The group of each part of a device's data that is compared. */
const groupsOfData = [
  ['sw_version', 'Software'],
  ['map_data', 'Maps'],
  ['active_treatment', 'Treatments'],
] as const satisfies readonly (readonly [string, Group])[];

/** Returns the name of a device in either moment, otherwise its serial. */
const deviceNameOf = (before: RootState, after: RootState, serial: string): string =>
  selectDeviceLabel(after, serial, selectDeviceLabel(before, serial));

/** Returns the further fields of a device's report that differ, by path. */
function otherChanges(before: RootState, after: RootState, serial: string) {
  const [was, is] = [before, after].map((state) => selectDevice(state, serial)?.state.other_fields);
  if (was === is) return [];
  const names = new Set([...otherFields(was), ...otherFields(is)].map(({ path }) => JSON.stringify(path)));
  return [...names].flatMap((name) => {
    const path = otherFieldPath(`other_fields.${name}`) ?? [];
    const [one, other] = [otherFieldText(was, path), otherFieldText(is, path)];
    return one === other ? [] : [{ what: pathText(path), before: one, after: other }];
  });
}

function deviceChanges(before: RootState, after: RootState): readonly MomentChange[] {
  // At the start of a session, no device is known yet; this is not treated as a change of every device.
  if ([before, after].some(({ fleet }) => fleet.rows.indexBySerial.size === 0)) return [];
  const serials = new Set([...listOf(before.fleet.rows), ...listOf(after.fleet.rows)].map(({ serial }) => serial));
  const perDevice = [...serials].toSorted().map((serial) => {
    const who = deviceNameOf(before, after, serial);
    const changes = deviceFacts.flatMap(([what, name]): readonly MomentChange[] => {
      const [was, is] = [deviceText(before, serial, name), deviceText(after, serial, name)];
      return was === is ? [] : [{ group: 'Devices', serial, who, what, before: was, after: is }];
    });
    const changed = changes.map(({ what }) => what);
    const others = otherChanges(before, after, serial).map((change) => ({ group: 'Devices' as const, serial, who, ...change }));
    return { rank: rankOf(serial, changed, [before, after]), changes: [...changes, ...others] };
  });
  return perDevice.toSorted((one, other) => one.rank - other.rank).flatMap(({ changes }) => changes);
}

/** Returns the name of a list item, so that lists are compared by item and not by position. */
function nameOf(item: Json): string | null {
  if (!isObject(item)) return null;
  const name = ['serial', 'device_serial', 'id', 'uuid', 'username', 'name', 'path'].map((key) => item[key]).find((value) => value != null);
  return typeof name === 'string' || typeof name === 'number' ? String(name) : null;
}

/** Returns a value of a response with names sorted. Lists whose items all have distinct names become objects keyed by those names. */
function byName(value: unknown, lanesOf: LanesOf): Json {
  if (isObject(value)) {
    const names = Object.keys(value).toSorted();
    const valueOf = (name: string) => (name === 'jobs' ? jobsText(value[name], lanesOf(value)) : null) ?? byName(value[name], lanesOf);
    return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, valueOf(name)]])));
  }
  if (isList(value)) {
    const names = value.map(nameOf);
    const isNamed = names.every((name) => name !== null) && new Set(names).size === names.length;
    return isNamed
      ? Object.fromEntries(value.map((item, index) => [names[index], byName(item, lanesOf)]))
      : value.map((item) => byName(item, lanesOf));
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

/** Returns the values of an entity, with the number of values in each list or object: `id b, value 20, jobs (12)`. */
function thingText(thing: Readonly<Record<string, Json>>): string {
  const parts = Object.entries(thing).flatMap(([name, value]) => {
    if (isObject(value) || isList(value)) return [`${pathText([name])} (${String(Object.keys(value).length)})`];
    const text = textOf(name, value);
    return text === null ? [] : [`${pathText([name])} ${text}`];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}

function textOf(key: string, value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (isList(value)) return value.length === 0 ? 'none' : value.map((item) => textOf(key, item) ?? '-').join(', ');
  if (isObject(value)) return thingText(value);
  return valueText(key, value);
}

/** Fields that only report that a device is connected, which its status already shows. */
const CONNECTED: ReadonlySet<string> = new Set(['last_seen', 'is_live']);
/** Returns whether a path leads to the instant of a report, which does not describe its content. */
const isReportTime = (path: readonly unknown[]) => path.length === 1 && path[0] === 'time';
/** The names under which calls wrap their list. */
const WRAPPERS: ReadonlySet<string> = new Set(['result', 'results']);

/** A function that returns the owner of a changed value, by its path in a response, and the rest of the path. */
type Owner = (path: readonly string[]) => { readonly who: string; readonly what: readonly string[] };

/** A compared response: its group, the owner of its values, and the lanes whose jobs are compared. */
interface Compared {
  readonly group: Group;
  readonly ownerOf: Owner;
  readonly lanesOf: LanesOf;
}

function valueChanges({ group, ownerOf, lanesOf }: Compared, before: unknown, after: unknown): readonly MomentChange[] {
  // Most responses are the same object at both moments, and are not traversed.
  if (before === after) return [];
  return differences(byName(before, lanesOf), byName(after, lanesOf)).flatMap(
    ({ path, before: was, after: is }): readonly MomentChange[] => {
      if (CONNECTED.has(String(path.at(-1))) || isReportTime(path)) return [];
      const names = path.map(String);
      const { who, what } = ownerOf(WRAPPERS.has(names[0] ?? '') ? names.slice(1) : names);
      // The configuration screens show files and parameters as they are written.
      const name = group === 'Configuration' ? what.join('.') : pathText(what);
      const key = what.at(-1) ?? '';
      return [{ group, serial: null, who, what: name, before: textOf(key, was), after: textOf(key, is) }];
    },
  );
}

/**
 * Returns the owners of the values of a response: the whole response of `GET machine/{serial}/config?serial=LF-01` belongs to LF-01; in the list `GET
 * all_devices` each item has its own owner.
 */
function ownersOf(key: string, nameOfDevice: (serial: string) => string): Owner {
  const [call = key] = key.split('?');
  const list = call.replace(/^GET /, '');
  const own = parametersIn(key).filter(([name]) => name !== 'page' && name !== 'per_page');
  if (own.length > 0) return (what) => ({ who: own.map(([, value]) => nameOfDevice(value)).join(', '), what });
  return ([first, ...rest]) =>
    first === undefined ? { who: pathText([list]), what: [] } : { who: nameOfDevice(first), what: rest.length > 0 ? rest : [list] };
}

/** Returns the changes of the responses that are known at both moments: a response first requested later does not describe the earlier moment. */
function responseChanges(before: RootState, after: RootState, nameOfDevice: (serial: string) => string): readonly MomentChange[] {
  const keys = Object.keys(after.answers).toSorted();
  const lanesOf: LanesOf = (treatment) => selectLanesNamed(after, treatment) ?? selectLanesNamed(before, treatment);
  return keys.flatMap((key) => {
    const group = groupOfCall.get(key.split('?')[0] ?? '');
    const [was, is] = [before.answers[key]?.answer, after.answers[key]?.answer];
    if (group === undefined || was === undefined || is === undefined) return [];
    return valueChanges({ group, ownerOf: ownersOf(key, nameOfDevice), lanesOf }, was, is);
  });
}

/** Returns the changes of the devices' data that are known at both moments. */
function pushedChanges(before: RootState, after: RootState, nameOfDevice: (serial: string) => string): readonly MomentChange[] {
  const serials = [...after.deviceData.rows.indexBySerial.keys()].toSorted();
  return serials.flatMap((serial) => {
    const groupsOf = (state: RootState): PushedRow['groups'] => rowOf(state.deviceData.rows, serial)?.groups ?? {};
    const [were, are] = [groupsOf(before), groupsOf(after)];
    const lanesOf: LanesOf = () => selectLanesOfDevice(after, serial) ?? selectLanesOfDevice(before, serial);
    const ownerOf: Owner = (what) => ({ who: nameOfDevice(serial), what });
    return groupsOfData.flatMap(([name, group]) => {
      const [was, is] = [were[name]?.data, are[name]?.data];
      return was === undefined || is === undefined ? [] : valueChanges({ group, ownerOf, lanesOf }, was, is);
    });
  });
}

/** Returns how many devices have different reports at two moments, and how many devices there are. */
export function changedDevices(changes: readonly MomentChange[], before: RootState, after: RootState): readonly [number, number] {
  const all = new Set([...listOf(before.fleet.rows), ...listOf(after.fleet.rows)].map(({ serial }) => serial));
  return [new Set(changes.flatMap(({ serial }) => serial ?? [])).size, all.size];
}

/** Returns the changes whose owner, name or values contain a search text, ignoring case and accents. */
export function changesWith(changes: readonly MomentChange[], text: string): readonly MomentChange[] {
  return changes.filter(({ serial, who, what, before, after }) => foundIn([serial, who, what, before, after].join('\n'), text));
}

/** Groups the changes by owner, owners in the order of their first change. */
function byOwner(changes: readonly MomentChange[]): readonly MomentChange[] {
  const owners = [...new Set(changes.map(({ who }) => who))];
  const place = new Map(owners.map((who, index) => [who, index]));
  return changes.toSorted((left, right) => (place.get(left.who) ?? 0) - (place.get(right.who) ?? 0));
}

/** Returns the differences between two moments of one log, in the order of `groups`, each owner's changes together. */
export function changesBetween(before: RootState, after: RootState): readonly MomentChange[] {
  const nameOfDevice = (serial: string) => deviceNameOf(before, after, serial);
  const all = [
    ...deviceChanges(before, after),
    ...responseChanges(before, after, nameOfDevice),
    ...pushedChanges(before, after, nameOfDevice),
  ];
  return groups.flatMap((group) => byOwner(all.filter((change) => change.group === group)));
}
