/** The maps with devices at two moments, how many of these devices moved, and the plan of each map if it is in the log. */

import { getMapGeojson, type PlanLayers } from '#contract/map';
import { sitePlan } from '#domain/places/sitePlan';
import type { MapDevice } from '#map/drawing/mapDevice';
import { selectAnswer } from '#state/answers';
import { selectDeviceData } from '#state/deviceData';
import { selectDevice } from '#state/fleet';
import { keyOfView } from '#state/viewRequest';
import { selectAllDevices, selectLive } from '#state/referenceData';
import type { RootState } from '#state/store';
import { devicesOnPlan } from '#widgets/devicePose';
import { ghostsOf, type EarlierMoment } from '#widgets/EarlierMoment';

/** A map with the devices that are on it. */
export interface ComparedSite {
  readonly id: string;
  /** The dotted version that the devices report; the newest one if they differ. */
  readonly version: string;
  readonly devices: readonly MapDevice[];
}

const newer = (one: string, other: string) => (one.localeCompare(other, 'en', { numeric: true }) > 0 ? one : other);

/** Returns the maps that have devices with a known place, the map with the most devices first. */
export function sitesOf(state: RootState): readonly ComparedSite[] {
  const sites = new Map<string, ComparedSite>();
  for (const device of selectAllDevices(state)) {
    const plan = sitePlan(selectDeviceData(state, device.serial, 'state_data'), device);
    if (plan === null) continue;
    const { id, version } = plan;
    const here = devicesOnPlan(device, selectDevice(state, device.serial), selectLive(state, device.serial));
    if (here.length === 0) continue;
    const known = sites.get(id);
    sites.set(id, { id, version: newer(known?.version ?? version, version), devices: [...(known?.devices ?? []), ...here] });
  }
  return [...sites.values()].toSorted((one, other) => other.devices.length - one.devices.length || one.id.localeCompare(other.id, 'en'));
}

/** Returns how many devices of a map are not where they were at A. */
export const movedCount = ({ devices }: ComparedSite, from: EarlierMoment): number => ghostsOf(devices, from).length;

/** Returns a plan from the first state that has it, since the plan of a version never changes. */
export function knownPlan({ id, version }: ComparedSite, states: readonly RootState[]): PlanLayers | undefined {
  const key = keyOfView(getMapGeojson, { id, version });
  return states.map((state) => selectAnswer(state, getMapGeojson, key)?.layers).find((layers) => layers !== undefined);
}
