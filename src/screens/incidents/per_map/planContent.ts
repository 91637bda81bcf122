import type { MapStatistics } from '#contract/incident';
import type { PlanLayers } from '#contract/map';
import { incidentLink } from '#domain/incidents/incident';
import { type LaneIncidents, laneHeat } from '#domain/incidents/incidentLanes';
import { exactPercentText, numberText } from '#domain/text/numbers';
import type { LaneTones } from '#map/laneFill';
import type { MapMarker } from '#map/layers/markerLayer';

/** Returns the tone of every lane by its share of incidents: green without any. Without any incident at all no lane has a tone. Source: INC-064, LANE3. */
export function lanesByHeat(plan: PlanLayers | undefined, rows: readonly LaneIncidents[]): LaneTones {
  const heat = laneHeat(rows);
  const ids = rows.length === 0 ? [] : (plan?.lane.features ?? []).map(({ properties: { id } }) => String(id ?? ''));
  return new Map(ids.map((id) => [id, { share: heat.get(id) ?? 0 }]));
}

const countText = (count: number) => `${numberText(count)} ${count === 1 ? 'incident' : 'incidents'}`;

/** Returns the popup line of each lane. */
export const laneNotes = (rows: readonly LaneIncidents[]): ReadonlyMap<string, string> =>
  new Map(rows.map(({ lane, count, share }) => [lane, `${countText(count)}, ${exactPercentText(share)}`]));

/** An incident with a position, and the lane it happened on. */
export interface PlacedIncident extends MapMarker {
  readonly lane: string;
}

/** Returns the position of each incident, newest first within a lane. Source: INC-065, INC-067. */
export const placedIncidents = (statistics: MapStatistics | null | undefined): readonly PlacedIncident[] =>
  Object.entries(statistics?.lanes ?? {}).flatMap(([lane, incidents]) =>
    incidents.flatMap(({ incident_id: id, x, y }) =>
      x == null || y == null ? [] : [{ id, label: `Incident ${id}`, to: incidentLink(id), lane, x, y }],
    ),
  );
