/** The lanes of a plan in the log: the plan on which a device drives, or the one that a treatment names. */

import { getMapGeojson, getMapVersions } from '#contract/map';
import { laneIds } from '#domain/places/laneIds';
import { usableVersion } from '#domain/places/mapVersion';
import { nearestVersion } from '#domain/places/nearestVersion';
import { sitePlan } from '#domain/places/sitePlan';
import { selectAnswer } from '#state/answers';
import { selectDeviceData } from '#state/deviceData';
import { keyOfView } from '#state/viewRequest';
import type { RootState } from '#state/store';

/** A map in a dotted version. */
interface Site {
  readonly id: string;
  readonly version: string;
}

const planOf = (state: RootState, { id, version }: Site) =>
  selectAnswer(state, getMapGeojson, keyOfView(getMapGeojson, { id, version }))?.layers;

/**
 * Returns the lanes of the plan that a screen shows for a map in a version: its own plan, otherwise the nearest one that the log holds. Source:
 * MAPV5.
 */
function selectLanes(state: RootState, site: Site | null): ReadonlySet<string> | undefined {
  if (site === null) return undefined;
  const own = planOf(state, site);
  if (own !== undefined) return laneIds(own);
  const versions = selectAnswer(state, getMapVersions, keyOfView(getMapVersions, { id: site.id }))?.versions ?? [];
  const nearest = nearestVersion(site.version, versions);
  return nearest === null ? undefined : laneIds(planOf(state, { id: site.id, version: nearest }));
}

/** Returns the lanes of the plan on which a device drives, if the log holds it. Source: MAPV5. */
export const selectLanesOfDevice = (state: RootState, serial: string): ReadonlySet<string> | undefined =>
  selectLanes(state, sitePlan(selectDeviceData(state, serial, 'state_data')));

/** Returns the lanes of the plan that a treatment names, if the log holds it. Source: MAPV5. */
export function selectLanesNamed(state: RootState, { map_id: id, map_version: version }: Readonly<Record<string, unknown>>) {
  if (typeof id !== 'string' || id === '') return undefined;
  return selectLanes(state, { id, ...usableVersion(typeof version === 'string' ? version : undefined) });
}
