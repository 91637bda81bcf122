/** Incidents on the plan: the tone of each lane by its share (`lanesByHeat`), popup lines, `PlacedIncident`, and the pins on the shown version. */

import type { MapStatistics } from '#contract/incident';
import type { PlanLayers } from '#contract/map';
import { incidentLink } from '#domain/addresses';
import { type LaneIncidents, laneHeat } from '#domain/incidents/incidentLanes';
import { metresTo } from '#domain/places/metresTo';
import { dottedVersion } from '#domain/places/mapVersion';
import { exactPercentText, numberText } from '#domain/text/numbers';
import type { LaneTones } from '#map/drawing/laneFill';
import type { MapMarker } from '#map/layers/markerLayer';

/**
 * Returns the tone of every lane by its share of incidents; a lane without incidents is green. If there are no incidents at all, no lane has a tone. Source:
 * INC-064, LANE3.
 */
export function lanesByHeat(plan: PlanLayers | undefined, rows: readonly LaneIncidents[]): LaneTones {
  const heat = laneHeat(rows);
  const ids = rows.length === 0 ? [] : (plan?.lane.features ?? []).map(({ properties: { id } }) => String(id ?? ''));
  return new Map(ids.map((id) => [id, { share: heat.get(id) ?? 0 }]));
}

const countText = (count: number) => `${numberText(count)} ${count === 1 ? 'incident' : 'incidents'}`;

/** Returns the popup line of each lane. */
export const laneNotes = (rows: readonly LaneIncidents[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ lane, count, share }) => [lane, `${countText(count)}, ${exactPercentText(share)}`]));

/** An incident on a lane: `x` and `y` in metres if its place is known, and the dotted version of the map on which it was recorded, if known. */
export interface PlacedIncident {
  readonly id: string;
  readonly to: string;
  readonly lane: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly version: string | null;
}

/** Returns the incidents of the lanes, newest first within a lane. Source: INC-065, INC-067. */
export const placedIncidents = (statistics: MapStatistics | null | undefined): readonly PlacedIncident[] =>
  Object.entries(statistics?.lanes ?? {}).flatMap(([lane, incidents]) =>
    incidents.map(({ incident_id: id, x, y, map_version }) => ({
      id,
      to: incidentLink(id),
      lane,
      x: x ?? null,
      y: y ?? null,
      version: !map_version ? null : dottedVersion(map_version),
    })),
  );

/** Maximum distance between a reported place and its lane, in metres; if it is farther away, the lane has moved. */
const NEAR_LANE_METRES = 1;

/**
 * Returns the pins on the plan of a version. The popup of an incident on another version says so, and its pin is faint if its lane is now elsewhere. Source:
 * LANEI3.
 */
export function markersOn(
  plan: PlanLayers | undefined,
  shown: string | undefined,
  places: readonly PlacedIncident[],
): readonly MapMarker[] {
  const lanes = new Map((plan?.lane.features ?? []).map((feature) => [String(feature.properties['id'] ?? ''), feature]));
  return places.flatMap(({ id, to, lane, x, y, version }) => {
    if (x === null || y === null) return [];
    if (version === null || version === shown) return [{ id, to, label: `Incident ${id}`, x, y }];
    const feature = lanes.get(lane);
    const isFaint = feature === undefined || metresTo(feature, [x, y]) > NEAR_LANE_METRES;
    const label = `Incident ${id}, on version ${version}${isFaint ? `, where lane ${lane} lay elsewhere` : ''}`;
    return [{ id, to, label, x, y, isFaint }];
  });
}
