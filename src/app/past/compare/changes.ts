import { configurationCalls } from '#contract/devices/configuration';
import { deploymentCalls } from '#contract/devices/deployment';
import { deviceCalls } from '#contract/devices/device';
import { getSwVersion, machineCalls } from '#contract/fleet/machine';
import { greenhouseCalls } from '#contract/greenhouse';
import { locationCalls } from '#contract/location';
import { mapCalls } from '#contract/map';
import { organisationCalls } from '#contract/organisation';
import { placeCalls } from '#contract/place';
import { treatmentCalls } from '#contract/treatment';
import { userCalls } from '#contract/user';
import { canonicalState, differences, isList, isObject, type Json } from '#state/canonicalState';
import { listOf } from '#state/rows';
import { selectListedDevice } from '#state/referenceData';
import type { RootState } from '#state/store';
import { factOf } from '../why/facts.ts';

/** What two moments are compared in, in the order of the page. */
export const groups = ['Devices', 'Configuration', 'Software', 'Maps', 'Treatments', 'People'] as const;
/** One of them. */
export type Group = (typeof groups)[number];

/** A value that differs between two moments; null where there was none. */
export interface MomentChange {
  readonly group: Group;
  /** The device, the thing or the list that it belongs to. */
  readonly who: string;
  readonly what: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The values of a device that are compared, by their names for `factOf`. */
const deviceFacts = [
  ['Status', 'online'],
  ['Task', 'activity'],
  ['Battery', 'battery_level'],
  ['In control', 'control'],
  ['Node', 'current_node'],
  ['Location', 'location'],
] as const;

const namesOf = (calls: Readonly<Record<string, { readonly name: string }>>): readonly string[] =>
  Object.values(calls).map(({ name }) => name);

/** The group of each call whose response is compared. */
const groupOfCall: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...namesOf(deviceCalls).map((name) => [name, 'Devices'] as const),
  ...namesOf(configurationCalls).map((name) => [name, 'Configuration'] as const),
  ...namesOf(machineCalls)
    .filter((name) => name === getSwVersion.name)
    .map((name) => [name, 'Software'] as const),
  ...[mapCalls, placeCalls, locationCalls, greenhouseCalls, organisationCalls, deploymentCalls]
    .flatMap(namesOf)
    .map((name) => [name, 'Maps'] as const),
  ...namesOf(treatmentCalls).map((name) => [name, 'Treatments'] as const),
  ...namesOf(userCalls).map((name) => [name, 'People'] as const),
]);

const groupOfData: ReadonlyMap<string, Group> = new Map([
  ['sw_version', 'Software'],
  ['map_data', 'Maps'],
  ['active_treatment', 'Treatments'],
] as const);

function deviceChanges(before: RootState, after: RootState): readonly MomentChange[] {
  const serials = new Set([...listOf(before.fleet.rows), ...listOf(after.fleet.rows)].map(({ serial }) => serial));
  return [...serials].toSorted().flatMap((serial) => {
    const who = selectListedDevice(after, serial)?.name ?? selectListedDevice(before, serial)?.name ?? serial;
    return deviceFacts.flatMap(([what, name]): readonly MomentChange[] => {
      const fact = factOf(name);
      const [was, is] = [fact?.textOf(before, serial) ?? null, fact?.textOf(after, serial) ?? null];
      return was === is ? [] : [{ group: 'Devices', who, what, before: was, after: is }];
    });
  });
}

/** The name of an item of a list, so that a list is compared by its items and not by their places. */
function nameOf(item: Json): string | null {
  if (!isObject(item)) return null;
  const name = ['serial', 'device_serial', 'id', 'uuid', 'username', 'name', 'path'].map((key) => item[key]).find((value) => value != null);
  return typeof name === 'string' || typeof name === 'number' ? String(name) : null;
}

/** A value with its lists as objects by the names of their items, where every item has one of its own. */
function byName(value: Json): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, byName(part)]));
  if (!isList(value)) return value;
  const names = value.map(nameOf);
  const isNamed = names.every((name) => name !== null) && new Set(names).size === names.length;
  return isNamed ? Object.fromEntries(value.map((item, index) => [names[index], byName(item)])) : value.map(byName);
}

const textOf = (value: Json | undefined): string | null =>
  value === undefined || value === null ? null : typeof value === 'string' ? value : JSON.stringify(value);

function valueChanges(group: Group, who: string, before: Json, after: Json): readonly MomentChange[] {
  return differences(byName(before), byName(after)).map(({ path, before: was, after: is }) => ({
    group,
    who,
    what: path.join('.'),
    before: textOf(was),
    after: textOf(is),
  }));
}

/** `GET machine/{serial}/config?serial=LF-01` belongs to LF-01, `GET map` to itself. */
function ownerOf(key: string): string {
  const query = key.slice(key.indexOf('?') + 1);
  const own = key.includes('?') ? [...new URLSearchParams(query)].filter(([name]) => name !== 'per_page' && name !== 'page') : [];
  return own.length === 0 ? (key.split('?')[0] ?? key).replace(/^GET /, '') : own.map(([, value]) => value).join(', ');
}

function memberOf(state: Json, name: string): Json {
  return isObject(state) ? (state[name] ?? {}) : {};
}

/** Responses that both moments knew: one that was asked for later says nothing about the time before. */
function responseChanges(before: Json, after: Json): readonly MomentChange[] {
  const [were, are] = [memberOf(before, 'answers'), memberOf(after, 'answers')];
  if (!isObject(were) || !isObject(are)) return [];
  return Object.keys(are).flatMap((key) => {
    const group = groupOfCall.get(key.split('?')[0] ?? '');
    const [was, is] = [memberOf(were, key), memberOf(are, key)];
    if (group === undefined || !isObject(was) || !isObject(is) || was['answer'] === undefined || is['answer'] === undefined) return [];
    return valueChanges(group, ownerOf(key), was['answer'], is['answer']);
  });
}

function pushedChanges(before: Json, after: Json): readonly MomentChange[] {
  const [were, are] = [byName(memberOf(before, 'deviceData')), byName(memberOf(after, 'deviceData'))];
  if (!isObject(were) || !isObject(are)) return [];
  return Object.keys(are).flatMap((serial) => {
    const [was, is] = [memberOf(memberOf(were, serial), 'groups'), memberOf(memberOf(are, serial), 'groups')];
    return [...groupOfData].flatMap(([name, group]) => {
      const [old, now] = [memberOf(was, name), memberOf(is, name)];
      return isObject(old) && isObject(now) && old['data'] !== undefined && now['data'] !== undefined
        ? valueChanges(group, serial, old['data'], now['data'])
        : [];
    });
  });
}

/** What differs between two moments of one log, in the order of `groups`. */
export function changesBetween(before: RootState, after: RootState): readonly MomentChange[] {
  const [was, is] = [canonicalState(before), canonicalState(after)];
  const all = [...deviceChanges(before, after), ...responseChanges(was, is), ...pushedChanges(was, is)];
  return groups.flatMap((group) => all.filter((change) => change.group === group));
}
