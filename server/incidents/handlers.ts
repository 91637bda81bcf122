/** Handlers of incidents: pages, a single incident, statistics, files, video, log lines, retry and export. */

import {
  getIncident,
  getIncidentDays,
  getIncidentErrorCodes,
  getIncidentFile,
  getIncidentLogs,
  getIncidents,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentVideo,
  getRetryPostProcessing,
  incidentFileKind,
  incidentFileName,
  MAX_CHARTED_DAYS,
  postIncidentExport,
  postProcessingStep,
  type ErrorCodeStatistics,
  type IncidentFileKind,
  type MapStatistics,
} from '#contract/incident';
import type { AnswerOf, ParsedQueryOf } from '#contract/call';
import { isInCalendar } from '#domain/history/monthDays';
import { isTimezone } from '#domain/text/timezone';
import { DAY_MS } from '#domain/text/timeUnits';
import { type AnswerCache, cacheKeyOf, createAnswerCache } from '../platform/answerCache.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import { incidentOf, incidentsIn, resultsOf, selectIncidentColumns, type IncidentRow, type DashboardSettings } from './readIncidents.ts';
import { exportColumns } from './exportColumns.ts';
import { incidentFile, type IncidentFileDependencies } from './incidentFile.ts';
import { exportBatches, requireExportable } from './incidentExport.ts';
import { recordingEndings } from './incidentNames.ts';
import { filteredBy, incidentFiltersOf, type IncidentPeriod, requirePeriod } from './incidentFilters.ts';
import { filesFields, filesOf, recordingsOf } from './incidentFacts.ts';
import { readLogLines } from './logStore.ts';
import { retryStep } from './processingSteps.ts';
import { COUNTS_KEPT, errorCodeStatisticsOf, incidentDaysOf, lanesOf } from './incidentStatistics.ts';
import type { Scope } from '../platform/principal.ts';
import { spreadsheet, SPREADSHEET_TYPE } from '../platform/spreadsheet/spreadsheet.ts';
import { requireOwnTimes } from '../locations/visibility.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { Buffer } from 'node:buffer';
import type { StoredFile } from '../platform/storage/fileStorage.ts';
import { hasVideo } from '#domain/incidents/incident';

/** Dependencies of the incident handlers. */
export interface IncidentDependencies extends IncidentFileDependencies {
  readonly registry: OwnershipRegistry;
  readonly settings: DashboardSettings;
}

/** Returns the video of an incident with a rendered mosaic; an empty buffer for other incidents. */
async function videoOf({ database, store }: IncidentDependencies, row: IncidentRow): Promise<Buffer | StoredFile> {
  const results = await resultsOf(database, [row.incident_id]);
  const isRendered = hasVideo({ post_processing_results: results.get(row.incident_id) });
  return (isRendered ? await store.video(row) : null) ?? Buffer.alloc(0);
}

type StatisticsCall = 'getIncidentErrorCodes' | 'getIncidentDays' | 'getIncidentsOfMachine' | 'getIncidentsOfMap';

type IncidentCall =
  | StatisticsCall
  | 'getIncidents'
  | 'getIncident'
  | 'getIncidentLogs'
  | 'getIncidentFile'
  | 'getIncidentVideo'
  | 'getRetryPostProcessing'
  | 'postIncidentExport';

type Counted = AnswerCache<{ readonly total: number }>;

async function all(
  { database, settings }: IncidentDependencies,
  scope: Scope,
  query: ParsedQueryOf<typeof getIncidents>,
  counted: Counted,
) {
  const { limit, offset } = windowOf(query);
  const filters = incidentFiltersOf(query);
  const found = filteredBy(incidentsIn(database, scope), filters);
  const key = cacheKeyOf(scope, JSON.stringify(filters));
  const [counting, rows] = await Promise.all([
    counted(key, () => found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()),
    selectIncidentColumns(found).limit(limit).offset(offset).execute(),
  ]);
  const ids = rows.map(({ incident_id }) => incident_id);
  const results = await resultsOf(database, ids);
  // The cached count may be older than the rows, so the total is at least the number of rows up to the end of this page.
  const total = Math.max(counting.total, rows.length === 0 ? 0 : offset + rows.length);
  return { total, incidents: rows.map((row) => incidentOf(row, results, settings)) };
}

const find = ({ database }: IncidentDependencies, scope: Scope, id: string): Promise<IncidentRow | undefined> =>
  selectIncidentColumns(incidentsIn(database, scope).where('incident.incident_id', '=', id)).executeTakeFirst();

async function required(dependencies: IncidentDependencies, scope: Scope, id: string): Promise<IncidentRow> {
  const row = await find(dependencies, scope, id);
  if (row === undefined) throw createFailure('noIncident');
  return row;
}

async function one(dependencies: IncidentDependencies, scope: Scope, id: string) {
  const row = await find(dependencies, scope, id);
  if (row === undefined) return { incident: null };
  const { database, settings } = dependencies;
  const [results, files, recordings] = await Promise.all([resultsOf(database, [id]), filesOf(database, id), recordingsOf(database, id)]);
  return { incident: { ...incidentOf(row, results, settings), ...filesFields(files), recordings } };
}

function stepOf(name: string) {
  const step = postProcessingStep.safeParse(name);
  if (!step.success) throw invalid(`x: one of ${postProcessingStep.options.join(', ')}`);
  return step.data;
}

function kindOf(name: string): IncidentFileKind {
  const kind = incidentFileKind.safeParse(name);
  if (!kind.success) throw invalid(`a: one of ${incidentFileKind.options.join(', ')}`);
  return kind.data;
}

/** Returns the incident id and the suffix in a file name, which is never used as a path. Throws 404 for any other name. */
function namedIn(kind: IncidentFileKind, fileName: string): { readonly id: string; readonly ending: string } {
  const endings = kind === 'rosbag' ? recordingEndings : [incidentFileName(kind, '')];
  const ending = endings.find((given) => fileName.endsWith(given) && fileName !== given);
  if (ending === undefined) throw createFailure('noIncident');
  return { id: fileName.slice(0, -ending.length), ending };
}

const endsOf = ({ start_time = '', end_time = '' }: IncidentPeriod) => [start_time, end_time];

/** Creates the handlers of statistics by code, by day and by lane; callers with the same rights share the counts. */
function statisticsHandlers({ database, registry, now }: IncidentDependencies): Pick<Handlers, StatisticsCall> {
  const keptCodes = createAnswerCache<ErrorCodeStatistics | null>(now, COUNTS_KEPT);
  const keptDays = createAnswerCache<AnswerOf<typeof getIncidentDays>>(now, COUNTS_KEPT);
  const keptLanes = createAnswerCache<MapStatistics | null>(now, COUNTS_KEPT);
  const codesOf = (scope: Scope, serial: string | null, period: IncidentPeriod) => {
    requirePeriod(period);
    return keptCodes(cacheKeyOf(scope, serial ?? '', ...endsOf(period)), (at) =>
      errorCodeStatisticsOf(database, scope, { serial, period }, at),
    );
  };
  return {
    getIncidentErrorCodes: serve(getIncidentErrorCodes, async ({ scope, query }) => ({
      result: await codesOf(scope, null, query),
    })),
    getIncidentDays: serve(getIncidentDays, ({ scope, query }) => {
      requirePeriod(query);
      const { start_time, end_time, timezone: zone } = query;
      const [from, to] = [Date.parse(start_time), Date.parse(end_time)];
      if (to - from > MAX_CHARTED_DAYS * DAY_MS) throw createFailure('historySpan');
      if (!isInCalendar(from) || !isInCalendar(to)) throw createFailure('historyYears');
      if (!isTimezone(zone)) throw createFailure('historyZone');
      return keptDays(cacheKeyOf(scope, ...endsOf(query), zone), () => incidentDaysOf(database, scope, { from, to, zone }));
    }),
    getIncidentsOfMachine: serve(getIncidentsOfMachine, async ({ scope, params, query }) => ({
      result: await codesOf(scope, requireOwnTimes(scope, registry, params.serial).serial, query),
    })),
    getIncidentsOfMap: serve(getIncidentsOfMap, async ({ scope, params: { id }, query }) => {
      requirePeriod(query);
      return {
        result: await keptLanes(cacheKeyOf(scope, id, ...endsOf(query)), (at) =>
          lanesOf(database, scope, { mapId: id, period: query }, at),
        ),
      };
    }),
  };
}

/** Creates the handlers of incidents: pages, a single incident, log lines, files, video, export, statistics and retry of steps. */
export function incidentHandlers(dependencies: IncidentDependencies): Pick<Handlers, IncidentCall> {
  const { database, registry, now } = dependencies;
  const counted: Counted = createAnswerCache(now, COUNTS_KEPT);
  return {
    ...statisticsHandlers(dependencies),
    getIncidents: serve(getIncidents, ({ scope, query }) => all(dependencies, scope, query, counted)),
    getIncident: serve(getIncident, ({ scope, params }) => one(dependencies, scope, params.id)),
    getIncidentLogs: serve(getIncidentLogs, async ({ scope, params: { id }, query }) => {
      await required(dependencies, scope, id);
      return readLogLines(database, id, query, windowOf(query));
    }),
    getIncidentFile: serveFile(getIncidentFile, async ({ caller, scope, params }) => {
      const kind = kindOf(params.a);
      const { id, ending } = namedIn(kind, params.b);
      return incidentFile(dependencies, caller, { kind, ending }, await required(dependencies, scope, id));
    }),
    getIncidentVideo: serveFile(getIncidentVideo, async ({ scope, params: { incident_id } }) => {
      const row = await required(dependencies, scope, incident_id);
      return { fileName: `${row.incident_id}.mp4`, type: 'video/mp4', body: await videoOf(dependencies, row) };
    }),
    postIncidentExport: serveFile(postIncidentExport, async ({ scope, body: { machine_list, start_time, end_time } }) => {
      const serials = [...new Set(machine_list)].map((serial) => requireOwnTimes(scope, registry, serial).serial);
      const wanted = { serials, start: new Date(start_time), end: new Date(end_time) };
      await requireExportable(database, scope, wanted);
      const sheet = { name: 'Incidents', columns: exportColumns, batches: exportBatches(database, scope, wanted), at: new Date(now()) };
      return { fileName: 'incident_export.xlsx', type: SPREADSHEET_TYPE, body: spreadsheet(sheet) };
    }),
    getRetryPostProcessing: serve(getRetryPostProcessing, async ({ scope, params, requestId }) => {
      const step = stepOf(params.x);
      const { incident_id: incidentId } = await required(dependencies, scope, params.id);
      await retryStep(database, { incidentId, step, requestId, at: now() });
      return { success: true };
    }),
  };
}
