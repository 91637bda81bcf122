/** The lanes of a plan in the log: the plan on which a device drives, or the one that a treatment names. */

import { getMapGeojson, getMapVersions } from '#contract/map';
import { laneIds } from '#domain/places/laneIds';
import { DEFAULT_MAP_VERSION, wantedVersion } from '#domain/places/mapVersion';
import { nearestVersion, newestVersion } from '#domain/places/nearestVersion';
import { selectAnswer } from '#state/answers';
import { selectSitePlan } from '#state/deviceSite';
import { keyOfView } from '#state/viewRequest';
import type { RootState } from '#state/store';

/** A map and its dotted version; null if the version is unknown. */
interface Site {
  readonly id: string;
  readonly version: string | null;
}

const planOf = (state: RootState, id: string, version: string) =>
  selectAnswer(state, getMapGeojson, keyOfView(getMapGeojson, { id, version }))?.layers;

/**
 * Returns the lanes of the plan that a screen shows for a map: of its version or, if that is unknown, of the newest or else the default version; if the log
 * does not hold this plan, of the nearest version. Source: MAPV5, NEAR2.
 */
function selectLanes(state: RootState, site: Site | null): ReadonlySet<string> | undefined {
  if (site === null) return undefined;
  const versions = selectAnswer(state, getMapVersions, keyOfView(getMapVersions, { id: site.id }))?.versions ?? [];
  const version = site.version ?? newestVersion(versions)?.version ?? DEFAULT_MAP_VERSION;
  const own = planOf(state, site.id, version);
  if (own !== undefined) return laneIds(own);
  const nearest = nearestVersion(version, versions);
  return nearest === null ? undefined : laneIds(planOf(state, site.id, nearest));
}

/** Returns the lanes of the plan on which a device drives, if the log holds it. Source: MAPV5. */
export const selectLanesOfDevice = (state: RootState, serial: string): ReadonlySet<string> | undefined =>
  selectLanes(state, selectSitePlan(state, serial));

/** Returns the lanes of the plan that a treatment names, if the log holds it. Source: MAPV5. */
export function selectLanesNamed(state: RootState, { map_id: id, map_version: version }: Readonly<Record<string, unknown>>) {
  if (typeof id !== 'string' || id === '') return undefined;
  return selectLanes(state, { id, ...wantedVersion(typeof version === 'string' ? version : undefined) });
}
