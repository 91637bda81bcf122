/**
 * Lists of devices: sorting by name, labels of devices with equal names, search, previous and next device, the selected serial; life cycle stages, operational
 * and decommissioned devices.
 */

import { byText } from '../text/byText.ts';
import { folded, foundIn } from '../text/foundIn.ts';

interface Named {
  readonly serial: string;
  readonly name: string;
}

/** Compares devices by name, then by serial, both with `byText`. */
export function byName(a: Named, b: Named): number {
  return byText(a.name, b.name) || byText(a.serial, b.serial);
}

/** Returns the devices sorted by name, then serial. Source: DEVS1. */
export function sortedByName<D extends Named>(devices: readonly D[]): readonly D[] {
  return devices.toSorted(byName);
}

/** Returns the device, with its serial as its name if the name is blank: a server that requires no name may return none. Source: NAMED1. */
export const namedDevice = <D extends Named>(device: D): D => (device.name.trim() === '' ? { ...device, name: device.serial } : device);

/** Returns the devices, with the serial as the name of each device without one; the same list if every device has a name. Source: NAMED1. */
export function namedDevices<D extends Named>(devices: readonly D[]): readonly D[] {
  return devices.some((device) => namedDevice(device) !== device) ? devices.map((device) => namedDevice(device)) : devices;
}

/** Returns a key that is equal for names that people read as equal: case, accents and composition are ignored. */
const nameKey = (name: string): string => folded(name.trim());

/**
 * Returns the display name of each device, by serial: its name, followed by the serial if another device has the same name (`Alba, LF-01`); the serial alone if
 * the name is blank. Source: TWIN1, NAMED1.
 */
export function deviceLabels(all: readonly Named[]): ReadonlyMap<string, string> {
  const devices = namedDevices(all);
  const counts = new Map<string, number>();
  for (const { name } of devices) counts.set(nameKey(name), (counts.get(nameKey(name)) ?? 0) + 1);
  return new Map(devices.map(({ serial, name }) => [serial, counts.get(nameKey(name)) === 1 ? name : `${name}, ${serial}`]));
}

/** Returns the devices whose name or serial contains the search text, case-insensitively; all for a blank search. Source: DEV-002, DEVS2. */
export function foundBy<D extends Named>(devices: readonly D[], search: string): readonly D[] {
  const wanted = search.trim();
  if (wanted === '') return devices;
  return devices.filter(({ name, serial }) => foundIn(name, wanted) || foundIn(serial, wanted));
}

/**
 * Returns the serial before (-1) or after (+1) the current one, wrapping at both ends; for an unknown `current`, the last (-1) or the first (+1) one; null if
 * there are no devices. Source: DEV-006, DEV-007, GAP-80.
 */
export function adjacentSerial(devices: readonly Named[], current: string | null, step: -1 | 1): string | null {
  const at = devices.findIndex(({ serial }) => serial === current);
  const next = at === -1 ? (step === 1 ? 0 : devices.length - 1) : (at + step + devices.length) % devices.length;
  return devices[next]?.serial ?? null;
}

/**
 * Returns the serial to show: the requested one, otherwise the remembered one, otherwise the first of `working`, otherwise the first of all. An unknown
 * requested serial gives null: a fallback could send a command to the wrong device. Source: SHELL-043..045, design 12.6, ENDS3.
 */
export function chosenSerial(
  devices: readonly Named[],
  asked: string | null,
  remembered: string | null,
  working: readonly Named[] = devices,
): string | null {
  const known = (wanted: string | null) => devices.find(({ serial }) => serial === wanted)?.serial;
  if (asked !== null && asked !== '') return known(asked) ?? null;
  return known(remembered) ?? (working[0] ?? devices[0])?.serial ?? null;
}

/** Checks whether the life cycle stage is `OPERATIONAL`. Source: FLEET-016, GAP-82. */
export function isOperational(device: { readonly life_cycle_stage: string }): boolean {
  return device.life_cycle_stage === 'OPERATIONAL';
}

/** Checks whether the device is decommissioned: by its stage alone, never by its name. Source: ENDS4. */
export function isDecommissioned(device: { readonly life_cycle_stage: string }): boolean {
  return device.life_cycle_stage === 'DECOMMISSIONED';
}

/** Checks whether the row of a device is grey: by its stage, or by the word in its name. Source: GAP-42. */
export function isGreyRow(device: { readonly life_cycle_stage: string; readonly name: string }): boolean {
  return isDecommissioned(device) || device.name.toLowerCase().includes('decommissioned');
}

/**
 * Returns the devices offered to work with: all but the decommissioned ones, except those that `isKept` keeps because they are already shown, or live and can
 * thus be stopped. Returns the same list if no device is left out. Source: ENDS3.
 */
export function devicesToWorkWith<T extends Parameters<typeof isDecommissioned>[0] & { readonly serial: string }>(
  devices: readonly T[],
  isKept: (serial: string) => boolean,
): readonly T[] {
  const found = devices.filter((device) => !isDecommissioned(device) || isKept(device.serial));
  return found.length === devices.length ? devices : found;
}

/** The life cycle stages. Every transition between stages is allowed. Source: RULE-104, GAP-75, GAP-76. */
export const lifeCycleStages = [
  'DEPLOYMENT',
  'OPERATIONAL',
  'TESTING',
  'SERVICE',
  'PRODUCTION',
  'PRE_DEPLOYMENT',
  'DECOMMISSIONED',
  'COMMISSIONED',
] as const;
