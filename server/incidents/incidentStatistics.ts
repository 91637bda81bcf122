/** Counts of incidents by error code, by day and by lane, cached for a few seconds. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { AnswerOf } from '#contract/call';
import {
  CHARTED_CODES,
  type ErrorCodeStatistics,
  type getIncidentDays,
  type MapStatistics,
  MAX_COUNTED_CODES,
  MAX_NAMED_INCIDENTS,
} from '#contract/incident';
import { dayAfter } from '#domain/history/monthDays';
import { isoText } from '#domain/text/dates';
import { startOfDay } from '#domain/text/timeStep';
import type { Database } from '../platform/database/tables.ts';
import type { Scope } from '../platform/principal.ts';
import { inPeriod, type IncidentPeriod } from './incidentFilters.ts';
import { lanesOfNodes } from './lanesOfNodes.ts';
import { incidentsIn } from './readIncidents.ts';

/** Lifetime, in ms, and maximum number of cached counts, which all consoles share. */
export const COUNTS_KEPT = { forMs: 3_000, most: 500 };

/** Returns SQL for the first entries of an aggregated list: the database sorts and counts all entries, and sends only these. */
const named = <Item>(list: RawBuilder<Item>) =>
  sql<Item[]>`(array_agg(${list} order by incident_time desc, incident_id))[1:${sql.lit(MAX_NAMED_INCIDENTS)}]`;
const counted = sql<number>`count(*)`;

/**
 * Returns the number of incidents of each code, for the devices of a scope or one of them, with the newest incidents of each code; null if there are
 * none.
 */
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

const CODE = sql<string>`incident.error_code`;
/** Maximum lengths of a period, in days, for steps of a day and for steps of a week. */
const DAILY_DAYS = 92;
const WEEKLY_DAYS = 370;

/** Returns the number of days in a step, so that a chart has at most about a hundred steps. */
const stepDaysOf = (days: number): number => (days <= DAILY_DAYS ? 1 : days <= WEEKLY_DAYS ? 7 : 28);

/** A period whose incidents are counted by day in a zone; instants in ms since epoch. */
export interface DaysAsked {
  readonly from: number;
  readonly to: number;
  readonly zone: string;
}

/** Returns the days that a period overlaps, as `2026-03-04` in its zone. */
function daysOf({ from, to, zone }: DaysAsked): readonly string[] {
  const dayOf = (at: number) => isoText(at, zone).slice(0, 'yyyy-mm-dd'.length);
  const days = [dayOf(from)];
  for (let next = dayAfter(dayOf(from), 1); next <= dayOf(to); next = dayAfter(next, 1)) days.push(next);
  return days;
}

/** Returns the numbers of incidents in each step of a period: for each of the most frequent codes, and for all other codes together. */
export async function incidentDaysOf(
  database: Kysely<Database>,
  scope: Scope,
  asked: DaysAsked,
): Promise<AnswerOf<typeof getIncidentDays>> {
  const period = { start_time: new Date(asked.from).toISOString(), end_time: new Date(asked.to).toISOString() };
  const found = () => inPeriod(incidentsIn(database, scope), period).where('incident.error_code', 'is not', null);
  const top = await found()
    .select([CODE.as('code'), counted.as('count')])
    .groupBy('code')
    .orderBy('count', 'desc')
    .orderBy('code')
    .limit(CHARTED_CODES)
    .execute();
  const codes = top.map(({ code }) => code);
  const rows = await found()
    .select([
      sql<string>`to_char(incident.incident_time at time zone ${asked.zone}, 'YYYY-MM-DD')`.as('day'),
      sql<string | null>`case when incident.error_code = any (${codes}::text[]) then incident.error_code end`.as('code'),
      counted.as('count'),
    ])
    .groupBy(['day', 'code'])
    .execute();
  const days = daysOf(asked);
  const stepDays = stepDaysOf(days.length);
  const steps = days.filter((_, index) => index % stepDays === 0);
  const stepOf = new Map(days.map((day, index) => [day, Math.floor(index / stepDays)]));
  const countsOf = (wanted: string | null) => {
    const counts = steps.map(() => 0);
    for (const { day, code, count } of rows) {
      const step = stepOf.get(day);
      if (code === wanted && step !== undefined) counts[step] = (counts[step] ?? 0) + count;
    }
    return { code: wanted, counts };
  };
  const others = rows.some(({ code }) => code === null) ? [countsOf(null)] : [];
  const begins = steps.map((day) => new Date(startOfDay(day, asked.zone) ?? asked.from).toISOString());
  return { step_days: stepDays, steps: begins, codes: [...codes.map(countsOf), ...others] };
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
  // Each incident is looked up in one object of lanes by node: while the database has no statistics yet, a join would scan the nodes once per incident.
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
