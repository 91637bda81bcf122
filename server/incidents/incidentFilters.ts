/** The filters of an incident query as SQL: period, device, code, map, treatment. */

import { sql } from 'kysely';
import type { ParsedQueryOf } from '#contract/call';
import { RENDERED, type getIncidents } from '#contract/incident';
import { createFailure } from '../platform/failure/catalogue.ts';
import type { incidentsIn } from './readIncidents.ts';

type Found = ReturnType<typeof incidentsIn>;
type Query = ParsedQueryOf<typeof getIncidents>;

/** The filters of a query, without its page; equal filters have equal JSON. */
type IncidentFilters = Omit<Query, 'page' | 'per_page'>;

/** Returns the filters of a query. Throws if the end is before the start. */
export function incidentFiltersOf({ page: _page, per_page: _perPage, ...filters }: Query): IncidentFilters {
  requirePeriod(filters);
  return filters;
}

/** The time of incidents, both ends inclusive. */
export type IncidentPeriod = Pick<IncidentFilters, 'start_time' | 'end_time'>;

/** Throws if the end is before the start. */
export function requirePeriod({ start_time: start, end_time: end }: IncidentPeriod): void {
  if (start !== undefined && end !== undefined && Date.parse(end) < Date.parse(start)) throw createFailure('endBeforeStart');
}

/** Adds the ends of a period to a query. */
export function inPeriod(all: Found, { start_time: start, end_time: end }: IncidentPeriod): Found {
  const begun = start === undefined ? all : all.where('incident.incident_time', '>=', new Date(start));
  return end === undefined ? begun : begun.where('incident.incident_time', '<=', new Date(end));
}

const withVideo = sql<boolean>`exists (select from incident_step step where step.incident_id = incident.incident_id
  and step.step = 'mosaic_rendering' and step.success and step.message = ${RENDERED})`;

/** Adds all filters to a query. The scope is unchanged. */
export function filteredBy(all: Found, filters: IncidentFilters): Found {
  let found = inPeriod(all, filters);
  if (filters.machine_serial !== undefined) found = found.where('incident.serial', '=', filters.machine_serial);
  if (filters.map_id !== undefined) found = found.where('incident.map_id', '=', filters.map_id);
  if (filters.treatment_id !== undefined) found = found.where('incident.treatment_id', '=', filters.treatment_id);
  // Devices and users write error codes in either letter case.
  if (filters.error_code !== undefined) found = found.where(sql<boolean>`lower(incident.error_code) = lower(${filters.error_code})`);
  if (filters.has_video !== undefined) found = found.where(filters.has_video === 'true' ? withVideo : sql<boolean>`not ${withVideo}`);
  // The search is literal: no character of the text is a wildcard.
  const part = filters.incident_id_contains;
  if (part !== undefined) found = found.where(sql<boolean>`strpos(lower(incident.incident_id), lower(${part})) > 0`);
  return found;
}
