/** Notification settings: the rows of devices, the limit of 75 selected devices, the warning, and the text about missing push subscriptions. */

import { byName, isDecommissioned } from '../devices/deviceList.ts';
import { byText } from '../text/byText.ts';
import { traitsOf } from '../devices/deviceTypes.ts';
import { NOT_DEPLOYED } from '../places/locationName.ts';

/** Maximum number of devices that a user may select for notifications. Source: CONST-012. */
export const PUSH_MAX = 75;
/** A warning is shown above this number of selected devices. Source: CONST-013. */
export const PUSH_WARN_ABOVE = 70;

interface Listed {
  readonly serial: string;
  readonly name: string;
  readonly device_type: string;
  readonly life_cycle_stage: string;
}

/** A row of the notifications table; the flags mark cells that repeat the row above and stay blank. */
export interface PushRow<D> {
  readonly device: D;
  readonly location: string;
  readonly repeatsLocation: boolean;
  readonly repeatsName: boolean;
}

/** Checks whether a device can send notifications: its type sends them, and it is not decommissioned. Source: PROF-007, PROF-008. */
export function isPushDevice(device: Omit<Listed, 'serial'>): boolean {
  return traitsOf(device.device_type).notifies && !isDecommissioned(device);
}

/** Returns the rows of the devices that can send notifications, sorted by location (not deployed last), name, serial. Source: PROF-007..013. */
export function pushRows<D extends Listed>(devices: readonly D[], locationOf: (serial: string) => string): readonly PushRow<D>[] {
  const placed = devices.filter(isPushDevice).map((device) => ({ device, location: locationOf(device.serial) }));
  const isNowhere = (location: string) => Number(location === NOT_DEPLOYED);
  const sorted = placed.toSorted(
    (a, b) => isNowhere(a.location) - isNowhere(b.location) || byText(a.location, b.location) || byName(a.device, b.device),
  );
  return sorted.map((row, at) => {
    const above = sorted[at - 1];
    const repeatsLocation = above?.location === row.location;
    // The first row of a location shows the device's name, even if the last device of the previous location has the same name.
    return { ...row, repeatsLocation, repeatsName: repeatsLocation && above.device.name === row.device.name };
  });
}

/** Checks whether one more device can be selected. Source: PROF-016, GAP-110. */
export const mayEnable = (selected: number): boolean => selected < PUSH_MAX;

/** Returns the warning above `PUSH_WARN_ABOVE` selected devices, otherwise null. Source: PROF-018, PROF-019, MSG-091. */
export function pushWarning(selected: number): string | null {
  if (selected <= PUSH_WARN_ABOVE) return null;
  return `You have already selected ${selected} devices to receive notifications, the max is ${PUSH_MAX}`;
}

/** Returns the text for a user without push subscriptions. Source: PROF-020, MSG-092. */
export const noSubscriptionsText = (company: string): string =>
  `No subscriptions found, are the notifications enabled in your ${company} Application?`;

/** Changes of a selection: whether each device, by serial, is selected. */
export type PushChanges = Readonly<Record<string, boolean>>;

/** Returns the number of the user's selected devices after the changes, including devices that are not in the table. Source: PROF-016, PROF-018. */
export function selectedAfter(selected: ReadonlySet<string>, changes: PushChanges): number {
  const after = new Set(selected);
  for (const [serial, isOn] of Object.entries(changes)) {
    if (isOn) after.add(serial);
    else after.delete(serial);
  }
  return after.size;
}

/** Returns why changes cannot be saved; null when they can. Removing devices is always allowed. Source: OPEN-10, GAP-110. */
export function selectionProblem(selected: ReadonlySet<string>, changes: PushChanges): string | null {
  const isAdding = Object.entries(changes).some(([serial, isOn]) => isOn && !selected.has(serial));
  const count = selectedAfter(selected, changes);
  return isAdding && count > PUSH_MAX ? `At most ${PUSH_MAX} devices can send notifications; these would be ${count}.` : null;
}
