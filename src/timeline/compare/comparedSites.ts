/** The maps with devices at two moments, how many of these devices moved, and the plan of each map if it is in the log. */

import { getMapGeojson, getMapVersions, type PlanLayers } from '#contract/map';
import { DEFAULT_MAP_VERSION, type WantedVersion } from '#domain/places/mapVersion';
import { byText } from '#domain/text/byText';
import type { MapDevice } from '#map/drawing/mapDevice';
import { selectAnswer } from '#state/answers';
import { selectSitePlan } from '#state/deviceSite';
import { selectDevice } from '#state/fleet';
import { keyOfView } from '#state/viewRequest';
import { selectAllDevices, selectLive } from '#state/referenceData';
import type { RootState } from '#state/store';
import { devicesOnPlan } from '#widgets/devicePose';
import { ghostsOf, type EarlierMoment } from '#widgets/EarlierMoment';

/** A map with the devices that are on it. */
export interface ComparedSite {
  readonly id: string;
  /** The dotted version that the devices report; the newest one if they differ, null if none reports it. */
  readonly version: string | null;
  /** The warning that this version replaces an illegal one; null if there is none. */
  readonly warning: string | null;
  readonly devices: readonly MapDevice[];
}

const isNewer = (one: WantedVersion, other: WantedVersion) => byText(one.version ?? '', other.version ?? '') > 0;

/** Returns the maps with devices whose position is known, the map with the most devices first. */
export function sitesOf(state: RootState): readonly ComparedSite[] {
  const sites = new Map<string, ComparedSite>();
  for (const device of selectAllDevices(state)) {
    const plan = selectSitePlan(state, device.serial);
    if (plan === null) continue;
    const { id, version, warning } = plan;
    const here = devicesOnPlan(device, selectDevice(state, device.serial), selectLive(state, device.serial));
    if (here.length === 0) continue;
    const known = sites.get(id);
    const shown = known !== undefined && isNewer(known, plan) ? known : { version, warning };
    sites.set(id, { id, version: shown.version, warning: shown.warning, devices: [...(known?.devices ?? []), ...here] });
  }
  return [...sites.values()].toSorted((one, other) => other.devices.length - one.devices.length || byText(one.id, other.id));
}

/** Returns the number of devices on a map whose position differs from that at A. */
export const movedCount = ({ devices }: ComparedSite, from: EarlierMoment): number => ghostsOf(devices, from).length;

/**
 * Returns a plan from the first state that has it, since the plan of a version never changes. Where no version is known, that is the default version; undefined
 * once a state names the versions of the map, since the newest one is shown with a note. Source: COMPARE6, NEAR2.
 */
export function knownPlan({ id, version: own }: ComparedSite, states: readonly RootState[]): PlanLayers | undefined {
  const versionsKey = keyOfView(getMapVersions, { id });
  const isNamed = states.some((state) => (selectAnswer(state, getMapVersions, versionsKey)?.versions.length ?? 0) > 0);
  if (own === null && isNamed) return undefined;
  const version = own ?? DEFAULT_MAP_VERSION;
  const key = keyOfView(getMapGeojson, { id, version });
  return states.map((state) => selectAnswer(state, getMapGeojson, key)?.layers).find((layers) => layers !== undefined);
}
