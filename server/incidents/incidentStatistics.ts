import { sql, type Kysely } from 'kysely';
import type { ErrorCodeStatistics, MapStatistics } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import type { Scope } from '../locations/visibility.ts';
import { incidentsIn } from './readIncidents.ts';

/** How long a calculated value is cached, in ms: it is calculated once for all consoles. */
const KEPT_MS = 3_000;
/** Maximum number of cached values; beyond it the oldest is evicted. */
const MAX_KEPT = 500;

/** Returns how often each code occurred, for the devices of a scope or one of them; null without incidents. */
export async function errorCodesOf(
  database: Kysely<Database>,
  scope: Scope,
  serial: string | null,
  at: number,
): Promise<ErrorCodeStatistics | null> {
  const found = incidentsIn(database, scope).where('incident.error_code', 'is not', null);
  const rows = await (serial === null ? found : found.where('incident.serial', '=', serial))
    .select(['incident.error_code', sql<string[]>`array_agg(incident_id order by incident_time desc, incident_id)`.as('ids')])
    .groupBy('incident.error_code')
    .orderBy('incident.error_code')
    .execute();
  if (rows.length === 0) return null;
  return {
    calculated_at: new Date(at).toISOString(),
    total_number_of_incidents: rows.reduce((sum, { ids }) => sum + ids.length, 0),
    per_error_code: Object.fromEntries(rows.flatMap(({ error_code, ids }) => (error_code === null ? [] : [[error_code, ids]]))),
  };
}

/** SQL for the lanes of a map, by the ids of their nodes. */
const lanesOfMap = (mapId: string) => sql<string>`
  select feature -> 'properties' ->> 'id' from site_map join plan on plan.id = site_map.plan_id,
    jsonb_array_elements(plan.layers -> 'lane' -> 'features') feature where site_map.id = ${mapId}`;

/** Returns the incidents of a map by lane, with `x`, `y` in metres, and their total number; null without incidents. */
export async function lanesOf(database: Kysely<Database>, scope: Scope, mapId: string, at: number): Promise<MapStatistics | null> {
  const rows = await incidentsIn(database, scope)
    .where('incident.map_id', '=', mapId)
    .select([
      'incident.incident_id',
      'incident.x',
      'incident.y',
      sql<string | null>`case when node_id in (${lanesOfMap(mapId)}) then node_id end`.as('lane'),
    ])
    .orderBy('incident.incident_time', 'desc')
    .orderBy('incident.incident_id')
    .execute();
  if (rows.length === 0) return null;
  const lanes = new Map<string, NonNullable<MapStatistics['lanes']>[string]>();
  for (const { incident_id, lane, x, y } of rows) {
    if (lane === null || x === null || y === null) continue;
    const known = lanes.get(lane);
    if (known === undefined) lanes.set(lane, [{ incident_id, x, y }]);
    else known.push({ incident_id, x, y });
  }
  return { calculated_at: new Date(at).toISOString(), total_number_of_incidents: rows.length, lanes: Object.fromEntries(lanes) };
}

/** Returns a cache key; callers with the same scope share one. */
export const keyOf = (scope: Scope, ...words: readonly string[]): string =>
  JSON.stringify([scope === 'all' ? scope : [...scope].toSorted(), ...words]);

/** Creates a cache: returns a recent value of a key, else calculates it; concurrent calls share one calculation. */
export function keeping<Value>(now: () => number): (key: string, calculate: (at: number) => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, { readonly at: number; readonly value: Promise<Value> }>();
  return async (key, calculate) => {
    const at = now();
    for (const [old, { at: keptAt }] of kept) if (at - keptAt >= KEPT_MS || at < keptAt) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known.value;
    const value = calculate(at);
    kept.set(key, { at, value });
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    try {
      return await value;
    } catch (error) {
      // A failure is not cached: the next call calculates again.
      if (kept.get(key)?.value === value) kept.delete(key);
      throw error;
    }
  };
}
