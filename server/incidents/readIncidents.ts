/** Rows of incidents in a scope, with the results of their steps (`resultsOf`), mapped to the contract's incident; links to dashboards. */

import { type Kysely, sql } from 'kysely';
import type { Incident, PostProcessingResult, PostProcessingStep } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import type { incidentWords, Settings } from '../platform/settings/settings.ts';
import type { Scope } from '../platform/principal.ts';

/** Settings with the URL templates of the incident dashboards. */
export type DashboardSettings = Pick<Settings, 'INCIDENT_DASHBOARD_URL' | 'INCIDENT_TEXT_LOGS_URL' | 'INCIDENT_CLEANED_TEXT_LOGS_URL'>;

/** Selects the incidents of a scope: the incidents of devices that worked for its organisations at the time of the incident. Source: OWN1, INC10. */
export function incidentsIn(database: Kysely<Database>, scope: Scope) {
  const query = database.selectFrom('incident');
  return scope === 'all' ? query : query.where('incident.organisation', 'in', ['', ...scope]);
}

type Found = ReturnType<typeof incidentsIn>;

/** Selects the columns of found incidents, newest first; the id is the tie-breaker, so that no incident is on two pages. */
export const selectIncidentColumns = (found: Found) =>
  found.selectAll('incident').orderBy('incident.incident_time', 'desc').orderBy('incident.incident_id');

/** An incident row as selected by `selectIncidentColumns`. */
export type IncidentRow = Awaited<ReturnType<ReturnType<typeof selectIncidentColumns>['execute']>>[number];

type LinkedIncident = Pick<IncidentRow, 'incident_id' | 'serial' | 'error_code' | 'incident_time'>;

/** The results of steps by incident, then by step. */
export type IncidentStepResults = ReadonlyMap<string, { readonly [Step in PostProcessingStep]?: PostProcessingResult }>;

/** SQL for "this step may be retried": no failure is final, and a step of an earlier version, which did not store its findings, may run again. */
const mayRunAgain = sql<boolean>`not is_running and (retry_possible or not success
  or (step = 'data_parsing' and facts is null) or (step = 'log_parsing' and run is null))`;

/** Returns the step results of these incidents. */
export async function resultsOf(database: Kysely<Database>, ids: readonly string[]): Promise<IncidentStepResults> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('incident_step')
    .select(['incident_id', 'step', 'success', 'message', mayRunAgain.as('retry_possible')])
    .where('incident_id', 'in', ids)
    // A due step that never started has no result.
    .where('tries', '>', 0)
    .execute();
  const byIncident = new Map<string, Record<string, PostProcessingResult>>();
  for (const { incident_id, step, ...result } of rows) byIncident.set(incident_id, { ...byIncident.get(incident_id), [step]: result });
  return byIncident;
}

/** The time span of a dashboard around an incident, in ms before and after the incident. */
const AROUND_MS = 600_000;

/** Returns the link to an incident in a dashboard, from the template in the settings; null if there is no template. Source: LINKS1. */
export function linkOf(template: string, { incident_id, serial, error_code, incident_time }: LinkedIncident): string | null {
  if (template === '') return null;
  const at = incident_time.getTime();
  const words: Readonly<Record<(typeof incidentWords)[number], string>> = {
    incident_id,
    serial,
    error_code: error_code ?? '',
    time: incident_time.toISOString(),
    from_ms: `${at - AROUND_MS}`,
    to_ms: `${at + AROUND_MS}`,
  };
  return Object.entries(words).reduce(
    (address, [word, value]) => address.replaceAll(`{${word}}`, () => encodeURIComponent(value)),
    template,
  );
}

/** Maps a row to the contract's incident. */
export function incidentOf(row: IncidentRow, results: IncidentStepResults, settings: DashboardSettings): Incident {
  const id = row.incident_id;
  const steps = results.get(id);
  return {
    incident_id: id,
    incident_time: row.incident_time.toISOString(),
    error_code: row.error_code,
    machine_serial: row.serial,
    manually_triggered: row.manually_triggered,
    map_id: row.map_id,
    map_version: row.map_version,
    during_mission: row.during_mission,
    treatment_id: row.treatment_id,
    node_id: row.node_id,
    incident_dashboard_url: linkOf(settings.INCIDENT_DASHBOARD_URL, row),
    text_logging_url: linkOf(settings.INCIDENT_TEXT_LOGS_URL, row),
    cleaned_text_logging_url: linkOf(settings.INCIDENT_CLEANED_TEXT_LOGS_URL, row),
    // There is no other data store in which the incident has another id.
    data_store_id: null,
    files_id: null,
    record_version: row.record_version,
    upload_results: {
      upload_started: row.upload_started?.toISOString() ?? null,
      upload_finished: row.upload_finished?.toISOString() ?? null,
    },
    post_processing_results: {
      data_parsing: steps?.data_parsing ?? null,
      log_parsing: steps?.log_parsing ?? null,
      mosaic_rendering: steps?.mosaic_rendering ?? null,
    },
  };
}
