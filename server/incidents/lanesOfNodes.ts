import { sql, type Kysely, type RawBuilder } from 'kysely';
import { dottedVersion } from '#domain/places/mapVersion';
import { mapIn, planIn } from '../maps/mapGeojson.ts';
import type { Database } from '../platform/database/tables.ts';

/** Maximum distance between a lane and its node, in metres: rails end at the node, or just before it. */
const REACH_METRES = 0.25;

/** A row of a table of nodes, each with the lane to which an incident at that node is assigned. */
interface NodeLane {
  readonly node: string;
  readonly lane: string;
}

const noLanes = sql<NodeLane>`(select ''::text as node, ''::text as lane where false)`;

/** Returns SQL for the corners of a geometry in PostgreSQL's format, from the JSON of its positions. */
const corners = (positions: RawBuilder<unknown>) => sql`(select string_agg('(' || (at ->> 0) || ',' || (at ->> 1) || ')', ',') from
  jsonb_array_elements(${positions}) at)`;

/**
 * Returns SQL for the lanes on the newest version of a map, by the ids that incidents may contain: a lane's id, or the id of a node on it. Only the database
 * reads the plan. Source: LANEI1.
 */
export async function lanesOfNodes(database: Kysely<Database>, mapId: string): Promise<RawBuilder<NodeLane>> {
  const map = await mapIn({ database }, 'all', mapId);
  const [newest] = map?.versions ?? [];
  const plan = newest === undefined ? null : await planIn({ database }, 'all', { id: mapId, version: dottedVersion(newest) });
  if (plan === null) return noLanes;
  return sql<NodeLane>`(
    with named as materialized (select distinct node_id from incident where map_id = ${mapId} and node_id is not null),
    lane as materialized (
      select distinct on (id) id, geometry from (${plan.lane.stored}) as layer, jsonb_array_elements(layer.value -> 'features') feature,
        lateral (select feature -> 'properties' ->> 'id' as id, feature -> 'geometry' as geometry) lane
      where layer.name = 'lane' and id is not null),
    shape as materialized (
      select id, case geometry ->> 'type' when 'Polygon' then ('(' || ${corners(sql`geometry -> 'coordinates' -> 0`)} || ')')::polygon end as area,
        case geometry ->> 'type' when 'LineString' then ('[' || ${corners(sql`geometry -> 'coordinates'`)} || ']')::path end as line from lane),
    node as materialized (
      select distinct on (id) id, point((geometry -> 'coordinates' ->> 0)::float8, (geometry -> 'coordinates' ->> 1)::float8) as place
      from (${plan.node.stored}) as layer, jsonb_array_elements(layer.value -> 'features') feature,
        lateral (select feature -> 'properties' ->> 'id' as id, feature -> 'geometry' as geometry) node
      where layer.name = 'node' and geometry ->> 'type' = 'Point' and id in (select node_id from named) and id not in (select id from lane))
    select id as node, id as lane from lane
    union all
    select node.id, near.id from node, lateral (
      select id, least(area <-> place, line <-> place) as distance from shape order by distance limit 1) near
    where near.distance <= ${REACH_METRES}::float8)`;
}
