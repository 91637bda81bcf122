/** Counts of incidents by error code and by lane, cached for a few seconds. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import { type ErrorCodeStatistics, type MapStatistics, MAX_COUNTED_CODES, MAX_NAMED_INCIDENTS } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import type { Scope } from '../platform/principal.ts';
import { inPeriod, type IncidentPeriod } from './incidentFilters.ts';
import { lanesOfNodes } from './lanesOfNodes.ts';
import { incidentsIn } from './readIncidents.ts';

/** For how long counts are cached, and how many: all consoles share them. */
export const COUNTS_KEPT = { forMs: 3_000, most: 500 };

/** The first entries of an aggregated list: the database sorts and counts all entries, and sends only these. */
const named = <Item>(list: RawBuilder<Item>) =>
  sql<Item[]>`(array_agg(${list} order by incident_time desc, incident_id))[1:${sql.lit(MAX_NAMED_INCIDENTS)}]`;
const counted = sql<number>`count(*)`;

/** Returns how often each code occurred, for the devices of a scope or one of them, with the newest incidents of each; null if there are none. */
export async function errorCodeStatisticsOf(
  database: Kysely<Database>,
  scope: Scope,
  { serial, period }: { readonly serial: string | null; readonly period: IncidentPeriod },
  at: number,
): Promise<ErrorCodeStatistics | null> {
  const found = inPeriod(incidentsIn(database, scope), period).where('incident.error_code', 'is not', null);
  const rows = await (serial === null ? found : found.where('incident.serial', '=', serial))
    .select([
      'incident.error_code',
      counted.as('count'),
      named(sql<string>`incident_id`).as('ids'),
      sql<number>`(sum(count(*)) over ())::bigint`.as('total'),
    ])
    .groupBy('incident.error_code')
    .orderBy('count', 'desc')
    .orderBy('incident.error_code')
    .limit(MAX_COUNTED_CODES)
    .execute();
  if (rows.length === 0) return null;
  const byCode = rows.flatMap((row) => (row.error_code === null ? [] : [{ ...row, error_code: row.error_code }]));
  return {
    calculated_at: new Date(at).toISOString(),
    total_number_of_incidents: rows[0]?.total ?? 0,
    per_error_code: Object.fromEntries(byCode.map(({ error_code, ids }) => [error_code, ids])),
    incidents_per_error_code: Object.fromEntries(byCode.map(({ error_code, count }) => [error_code, count])),
  };
}

type Placed = NonNullable<MapStatistics['lanes']>[string][number];

/** Returns the newest incidents of a map by lane, with `x`, `y` in metres, and their number per lane and in total; null if there are none. */
export async function lanesOf(
  database: Kysely<Database>,
  scope: Scope,
  { mapId, period }: { readonly mapId: string; readonly period: IncidentPeriod },
  at: number,
): Promise<MapStatistics | null> {
  const places = await lanesOfNodes(database, mapId);
  // One object of lanes by node, in which each incident is looked up: while the database has no statistics yet, a join would scan the nodes once per
  // incident.
  const laneOfNode = sql<string | null>`(select jsonb_object_agg(node, lane) from ${places} place) ->> incident.node_id`;
  const rows = await inPeriod(incidentsIn(database, scope), period)
    .where('incident.map_id', '=', mapId)
    .select([
      laneOfNode.as('lane'),
      counted.as('count'),
      named(sql<Placed>`json_build_object('incident_id', incident_id, 'x', x, 'y', y, 'map_version', map_version)`).as('incidents'),
    ])
    .groupBy('lane')
    .execute();
  if (rows.length === 0) return null;
  const byLane = rows.flatMap((row) => (row.lane === null ? [] : [{ ...row, lane: row.lane }]));
  return {
    calculated_at: new Date(at).toISOString(),
    total_number_of_incidents: rows.reduce((sum, { count }) => sum + count, 0),
    lanes: Object.fromEntries(byLane.map(({ lane, incidents }) => [lane, incidents])),
    incidents_per_lane: Object.fromEntries(byLane.map(({ lane, count }) => [lane, count])),
  };
}
