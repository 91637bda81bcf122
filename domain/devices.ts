interface Named {
  readonly serial: string;
  readonly name: string;
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Orders texts, any case, numbers inside them by their value (`Robot 2` before `Robot 10`). */
export const byText = (a: string, b: string): number => collator.compare(a, b);

/** Orders by name, numbers inside names by their value (`Robot 2` before `Robot 10`), then by serial. */
export function byName(a: Named, b: Named): number {
  return byText(a.name, b.name) || byText(a.serial, b.serial);
}

/** The devices in order of name. Source: DEVS1. */
export function sortedByName<D extends Named>(devices: readonly D[]): readonly D[] {
  return devices.toSorted(byName);
}

/** The devices whose name or serial contains the words searched for, any case; all of them for an empty search. Source: DEV-002, DEVS2. */
export function foundBy<D extends Named>(devices: readonly D[], search: string): readonly D[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return devices;
  return devices.filter(({ name, serial }) => name.toLowerCase().includes(wanted) || serial.toLowerCase().includes(wanted));
}

/** The serial before (-1) or after (+1) the current one; both ends wrap. Null without devices; an unknown current gives an end. Source: DEV-006, DEV-007, GAP-80. */
export function serialBeside(devices: readonly Named[], current: string | null, step: -1 | 1): string | null {
  const at = devices.findIndex(({ serial }) => serial === current);
  const next = at === -1 ? (step === 1 ? 0 : devices.length - 1) : (at + step + devices.length) % devices.length;
  return devices[next]?.serial ?? null;
}

/**
 * The device to show: the asked one, without one the remembered one, else the first. One that is asked for and that nobody knows is none: another
 * device in its place would be acted on by mistake. Source: SHELL-043..045, design 12.6.
 */
export function chosenSerial(devices: readonly Named[], asked: string | null, remembered: string | null): string | null {
  const known = (wanted: string | null) => devices.find(({ serial }) => serial === wanted)?.serial;
  if (asked !== null && asked !== '') return known(asked) ?? null;
  return known(remembered) ?? devices[0]?.serial ?? null;
}

/** Whether the device works at a customer. Source: FLEET-016, GAP-82. */
export function isOperational(device: { readonly life_cycle_stage: string }): boolean {
  return device.life_cycle_stage === 'OPERATIONAL';
}

/** Whether the device is out of use: by its stage, or because its name says so. Source: GAP-42. */
export function isDecommissioned(device: { readonly life_cycle_stage: string; readonly name: string }): boolean {
  return device.life_cycle_stage === 'DECOMMISSIONED' || device.name.toLowerCase().includes('decommissioned');
}
