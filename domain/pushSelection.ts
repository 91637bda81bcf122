import { byName, byText, isDecommissioned } from './devices.ts';
import { traitsOf } from './deviceTypes.ts';
import { NOT_DEPLOYED } from './locationName.ts';

/** Devices that one person may be notified of, at most. Source: CONST-012. */
export const PUSH_MAX = 75;
/** Above so many selected devices a person is warned. Source: CONST-013. */
export const PUSH_WARN_ABOVE = 70;

interface Listed {
  readonly serial: string;
  readonly name: string;
  readonly device_type: string;
  readonly life_cycle_stage: string;
}

/** One line of the table of notifications; what repeats the line above is known, so that it can be left blank. */
export interface PushRow<D> {
  readonly device: D;
  readonly location: string;
  readonly repeatsLocation: boolean;
  readonly repeatsName: boolean;
}

/** Whether people can be notified of a device. Source: PROF-007, PROF-008. */
export function isPushDevice(device: Omit<Listed, 'serial'>): boolean {
  return traitsOf(device.device_type).notifies && !isDecommissioned(device);
}

/** The devices that people can be notified of, by location (devices without one last), then name, then serial. Source: PROF-007..013. */
export function pushRows<D extends Listed>(devices: readonly D[], locationOf: (serial: string) => string): readonly PushRow<D>[] {
  const placed = devices.filter(isPushDevice).map((device) => ({ device, location: locationOf(device.serial) }));
  const isNowhere = (location: string) => Number(location === NOT_DEPLOYED);
  const sorted = placed.toSorted(
    (a, b) => isNowhere(a.location) - isNowhere(b.location) || byText(a.location, b.location) || byName(a.device, b.device),
  );
  return sorted.map((row, at) => ({
    ...row,
    repeatsLocation: sorted[at - 1]?.location === row.location,
    repeatsName: sorted[at - 1]?.device.name === row.device.name,
  }));
}

/** Whether one more device can be selected. Source: PROF-016, GAP-110. */
export const mayEnable = (selected: number): boolean => selected < PUSH_MAX;

/** Shown when nearly, or more than, as many devices are selected as may be; null below. Source: PROF-018, PROF-019, MSG-091. */
export function pushWarning(selected: number): string | null {
  if (selected <= PUSH_WARN_ABOVE) return null;
  return `You have already selected ${selected} devices to receive notifications, the max is ${PUSH_MAX}`;
}

/** Shown to a person none of whose telephones is reached. Source: PROF-020, MSG-092. */
export const noSubscriptionsText = (company: string): string =>
  `No subscriptions found, are the notifications enabled in your ${company} Application?`;

/** Changes of a selection by serial: on or off. */
export type PushChanges = Readonly<Record<string, boolean>>;

/** How many devices would be selected after the changes. */
function selectedAfter(selected: ReadonlySet<string>, changes: PushChanges): number {
  const after = new Set(selected);
  for (const [serial, isOn] of Object.entries(changes)) {
    if (isOn) after.add(serial);
    else after.delete(serial);
  }
  return after.size;
}

/** Why changes cannot be saved; null when they can. Whoever has too many already can still give some up. Source: OPEN-10, GAP-110. */
export function selectionProblem(selected: ReadonlySet<string>, changes: PushChanges): string | null {
  const isAdding = Object.entries(changes).some(([serial, isOn]) => isOn && !selected.has(serial));
  const count = selectedAfter(selected, changes);
  return isAdding && count > PUSH_MAX ? `At most ${PUSH_MAX} devices can send notifications; these would be ${count}.` : null;
}
