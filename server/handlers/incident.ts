import {
  getIncident,
  getIncidentErrorCodes,
  getIncidentFile,
  getIncidents,
  getIncidentsOfMachine,
  getIncidentsOfMap,
  getIncidentVideo,
  getRetryPostProcessing,
  postProcessingStep,
  type ErrorCodeStatistics,
  type MapStatistics,
} from '#contract/incident';
import type { ParsedQueryOf } from '#contract/call';
import { sql } from 'kysely';
import { invalid, notFound } from '../failure.ts';
import { serve, type Handlers } from '../http/serve.ts';
import { serveFile } from '../http/serveFile.ts';
import { incidentOf, incidentsIn, resultsOf, withColumns, type IncidentRow } from '../incident/incidentRows.ts';
import { errorCodesOf, keeping, keyOf, lanesOf } from '../incident/statistics.ts';
import type { Principal } from '../principal.ts';
import { requireDevice, scopeOf, type Scope } from '../visibility.ts';
import { windowOf } from './page.ts';
import type { World } from './world.ts';

type IncidentCall =
  | 'getIncidents'
  | 'getIncident'
  | 'getIncidentErrorCodes'
  | 'getIncidentsOfMachine'
  | 'getIncidentsOfMap'
  | 'getIncidentFile'
  | 'getIncidentVideo'
  | 'getRetryPostProcessing';

async function all({ database, settings }: World, scope: Scope, query: ParsedQueryOf<typeof getIncidents>) {
  let found = incidentsIn(database, scope);
  if (query.machine_serial !== undefined) found = found.where('incident.serial', '=', query.machine_serial);
  if (query.map_id !== undefined) found = found.where('incident.map_id', '=', query.map_id);
  if (query.treatment_id !== undefined) found = found.where('incident.treatment_id', '=', query.treatment_id);
  // Devices and people write the digits of a code large or small.
  if (query.error_code !== undefined) found = found.where(sql<boolean>`lower(incident.error_code) = lower(${query.error_code})`);
  const { limit, offset } = windowOf(query);
  const [{ total }, rows] = await Promise.all([
    found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    withColumns(found).limit(limit).offset(offset).execute(),
  ]);
  const ids = rows.map(({ incident_id }) => incident_id);
  const results = await resultsOf(database, ids);
  return { total, incidents: rows.map((row) => incidentOf(row, results, settings)) };
}

const find = ({ database }: World, scope: Scope, id: string): Promise<IncidentRow | undefined> =>
  withColumns(incidentsIn(database, scope).where('incident.incident_id', '=', id)).executeTakeFirst();

async function required(world: World, scope: Scope, id: string): Promise<IncidentRow> {
  const row = await find(world, scope, id);
  if (row === undefined) throw notFound('no such incident');
  return row;
}

async function one(world: World, scope: Scope, id: string) {
  const row = await find(world, scope, id);
  if (row === undefined) return { incident: null };
  return { incident: incidentOf(row, await resultsOf(world.database, [id]), world.settings) };
}

function stepOf(said: string) {
  const step = postProcessingStep.safeParse(said);
  if (!step.success) throw invalid(`x: one of ${postProcessingStep.options.join(', ')}`);
  return step.data;
}

/** Incidents: page by page, one of them, how often and where, and what came of their data. */
export function incidentHandlers(world: World): Pick<Handlers, IncidentCall> {
  const { database, registry, now } = world;
  const scoped = (caller: Principal) => scopeOf(caller, registry);
  const keptCodes = keeping<ErrorCodeStatistics | null>(now);
  const keptLanes = keeping<MapStatistics | null>(now);
  return {
    getIncidents: serve(getIncidents, ({ caller, query }) => all(world, scoped(caller), query)),
    getIncident: serve(getIncident, ({ caller, params }) => one(world, scoped(caller), params.id)),
    getIncidentErrorCodes: serve(getIncidentErrorCodes, async ({ caller }) => {
      const scope = scoped(caller);
      return { result: await keptCodes(keyOf(scope), (at) => errorCodesOf(database, scope, null, at)) };
    }),
    getIncidentsOfMachine: serve(getIncidentsOfMachine, async ({ caller, params }) => {
      const scope = scoped(caller);
      const serial = requireDevice(scope, registry, params.serial);
      return { result: await keptCodes(keyOf(scope, serial), (at) => errorCodesOf(database, scope, serial, at)) };
    }),
    getIncidentsOfMap: serve(getIncidentsOfMap, async ({ caller, params: { id } }) => {
      const scope = scoped(caller);
      return { result: await keptLanes(keyOf(scope, id), (at) => lanesOf(database, scope, id, at)) };
    }),
    getIncidentFile: serveFile(getIncidentFile, async ({ caller, params }) => {
      await required(world, scoped(caller), params.b);
      throw notFound('no such file');
    }),
    getIncidentVideo: serveFile(getIncidentVideo, async ({ caller, params: { incident_id } }) => {
      await required(world, scoped(caller), incident_id);
      return { fileName: `${incident_id}.mp4`, type: 'video/mp4', body: Buffer.alloc(0) };
    }),
    getRetryPostProcessing: serve(getRetryPostProcessing, async ({ caller, params }) => {
      stepOf(params.x);
      await required(world, scoped(caller), params.id);
      return { success: false };
    }),
  };
}
