/** Handlers of treatments: last day, pages, detail, download, stats, event analysis, map layer, crop state, sync. */

import {
  getCropState,
  getDeleteStats,
  getEventAnalysis,
  getRecalculateStats,
  getTreatmentAll,
  getTreatmentDetail,
  getTreatmentDownload,
  getTreatmentLayer,
  getTreatmentsLastDay,
  getTreatmentsSync,
  treatmentLayerName,
} from '#contract/fleet/treatment';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { ParsedQueryOf } from '#contract/call';
import { DAY_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { Commands } from '../commands/commands.ts';
import { dottedVersion } from '#domain/places/mapVersion';
import { createFailure } from '../platform/failure/catalogue.ts';
import { invalid, notFound } from '../platform/failure/failure.ts';
import { serve, type Handlers } from '../platform/http/serve.ts';
import { serveFile } from '../platform/http/serveFile.ts';
import { answerPieces } from '../platform/http/answerPieces.ts';
import { serveText, streamOfPieces } from '../platform/http/serveText.ts';
import type { Scope } from '../platform/principal.ts';
import { requireDevice, requireOwnTimes, scopeOf } from '../locations/visibility.ts';
import { newestRows } from '../platform/database/newestRows.ts';
import { windowOf } from '../platform/database/pageOfRows.ts';
import { eventsOf } from './treatmentEvents.ts';
import { analysisEntriesOf } from './eventAnalysis.ts';
import { cropStateOf, jobsOf, lanesOfTreatment, layerOf } from './treatmentLayers.ts';
import { treatmentOf, treatmentsIn, selectTreatmentColumns, type TreatmentReading } from './readTreatments.ts';
import type { OwnershipRegistry } from '../locations/ownershipRegistry.ts';
import { treatmentCounts } from '#domain/treatments/laneCounts';

/** Dependencies of the treatment handlers. */
export interface TreatmentDependencies extends TreatmentReading {
  readonly commands: Commands;
  readonly registry: OwnershipRegistry;
}

const MAX_ROWS = 1_000;

/** Time for which a request waits for a synchronisation, in ms; if it takes longer, it continues in the background. */
const SYNC_WAIT_MS = 5_000;

type TreatmentCall =
  | 'getTreatmentsLastDay'
  | 'getTreatmentAll'
  | 'getTreatmentDetail'
  | 'getTreatmentDownload'
  | 'getTreatmentsSync'
  | 'getRecalculateStats'
  | 'getDeleteStats'
  | 'getEventAnalysis'
  | 'getTreatmentLayer'
  | 'getCropState';

/**
 * SQL for "the device still works for the organisation of the treatment": for a former owner, the device counts as gone, whatever it does for the next owner.
 */
const stillWorks = (scope: Scope): RawBuilder<SqlBool> =>
  scope === 'all'
    ? sql`true`
    : sql`exists (select from deployment where deployment.device_serial = treatment.serial
        and deployment.organisation = treatment.organisation and deployment.closed_date is null)`;

async function lastDay(dependencies: TreatmentDependencies, scope: Scope) {
  // The time is rounded to the minute, so that repeated responses are equal and consoles that poll every 3 s get "unchanged".
  const until = Math.floor(dependencies.now() / MINUTE_MS) * MINUTE_MS;
  const from = new Date(until - DAY_MS);
  const found = treatmentsIn(dependencies, scope).where((where) =>
    where.or([
      where('treatment.creation_time', '>=', from),
      where('treatment.finish_time', '>=', from),
      // A treatment without a reported end is over when its device is gone; one that has not begun is over when its device no longer reports it.
      where.and([
        where('treatment.finish_status', '=', ''),
        where.or([
          where('treatment.reported_at', '>=', from),
          where.and([where('treatment.start_time', 'is not', null), where('device.last_seen', '>=', from), stillWorks(scope)]),
        ]),
      ]),
    ]),
  );
  const { rows, older } = newestRows(
    await selectTreatmentColumns(found, scope)
      .limit(MAX_ROWS + 1)
      .execute(),
    MAX_ROWS,
  );
  return { result: rows.map(treatmentOf), from_dt: from.toISOString(), to_dt: new Date(until).toISOString(), ...older };
}

async function all(dependencies: TreatmentDependencies, scope: Scope, query: ParsedQueryOf<typeof getTreatmentAll>) {
  let found = treatmentsIn(dependencies, scope);
  if (query.device_serial !== undefined) found = found.where('treatment.serial', '=', query.device_serial);
  if (query.map_id !== undefined) found = found.where('treatment.map_id', '=', query.map_id);
  if (query.from !== undefined) found = found.where('treatment.creation_time', '>=', new Date(query.from));
  if (query.to !== undefined) found = found.where('treatment.creation_time', '<=', new Date(query.to));
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const { limit, offset } = windowOf(query);
  const rows = await selectTreatmentColumns(found, scope).limit(limit).offset(offset).execute();
  const ids = rows.map(({ treatment_id }) => treatment_id);
  const events = await eventsOf(dependencies, ids, scope, 'reasons');
  return { total, results: rows.map((row) => ({ ...treatmentOf(row), events: events.get(row.treatment_id) ?? [] })) };
}

async function treatmentRow(dependencies: TreatmentDependencies, scope: Scope, id: string) {
  const row = await selectTreatmentColumns(
    treatmentsIn(dependencies, scope).where('treatment.treatment_id', '=', id),
    scope,
  ).executeTakeFirst();
  if (row === undefined) throw notFound('no such treatment');
  return row;
}

async function one(dependencies: TreatmentDependencies, scope: Scope, id: string) {
  const row = await treatmentRow(dependencies, scope, id);
  const [events, jobs] = await Promise.all([eventsOf(dependencies, [id], scope, 'all'), jobsOf(dependencies, id)]);
  return { ...treatmentOf(row), jobs, events: events.get(id) ?? [] };
}

async function recalculate(dependencies: TreatmentDependencies, scope: Scope, id: string) {
  const row = await treatmentRow(dependencies, scope, id);
  const { treatment_id } = row;
  await dependencies.database.transaction().execute(async (tx) => {
    // Writers of jobs also take this row lock, so either the newest jobs are counted here, or newer ones are written and counted afterwards.
    await tx.selectFrom('treatment').select('treatment_id').where('treatment_id', '=', treatment_id).forUpdate().execute();
    const jobs = await jobsOf({ database: tx }, treatment_id);
    const ids = [...new Set((jobs ?? []).flatMap(({ object_id }) => object_id ?? []))];
    const lanes = await lanesOfTreatment({ ...dependencies, database: tx }, scope, treatmentOf(row), ids);
    const counted = jobs === null ? {} : { counted: JSON.stringify(treatmentCounts(jobs, lanes)), is_counted: true };
    await tx
      .updateTable('treatment')
      .set({ has_stats: true, ...counted })
      .where('treatment_id', '=', treatment_id)
      .execute();
  });
  return one(dependencies, scope, treatment_id);
}

async function forget(dependencies: TreatmentDependencies, scope: Scope, id: string) {
  const { treatment_id } = await treatmentRow(dependencies, scope, id);
  const forgotten = { has_stats: false };
  await dependencies.database.updateTable('treatment').set(forgotten).where('treatment_id', '=', treatment_id).execute();
}

async function layer(dependencies: TreatmentDependencies, scope: Scope, params: { readonly id: string; readonly layer: string }) {
  const name = treatmentLayerName.safeParse(params.layer);
  if (!name.success) throw invalid('layer');
  const treatment = treatmentOf(await treatmentRow(dependencies, scope, params.id));
  return layerOf(dependencies, scope, { treatment, layer: name.data });
}

async function cropState(dependencies: TreatmentDependencies, scope: Scope, map: { readonly id: string; readonly version: string }) {
  const crop_state = await cropStateOf(dependencies, scope, map);
  if (crop_state === null) throw createFailure('noMap');
  return crop_state;
}

/** Creates the handlers of treatments: the last day, pages, one in detail, its stats and layers, the crop state, and synchronisation. */
export function treatmentHandlers(dependencies: TreatmentDependencies): Pick<Handlers, TreatmentCall> {
  return {
    getTreatmentsLastDay: serve(getTreatmentsLastDay, ({ scope }) => lastDay(dependencies, scope)),
    getTreatmentAll: serve(getTreatmentAll, ({ scope, query }) => all(dependencies, scope, query)),
    getTreatmentDownload: serveFile(getTreatmentDownload, async ({ scope, params: { id } }) => {
      const pieces = answerPieces(await one(dependencies, scope, id), 'indented');
      return { fileName: `treatment_${id}.json`, type: 'application/json', body: streamOfPieces(pieces) };
    }),
    getTreatmentDetail: serve(getTreatmentDetail, async ({ scope, params: { id } }) => ({
      result: await one(dependencies, scope, id),
    })),
    getRecalculateStats: serve(getRecalculateStats, async ({ scope, params: { id } }) => ({
      result: await recalculate(dependencies, scope, id),
    })),
    getDeleteStats: serve(getDeleteStats, async ({ scope, params: { id } }) => {
      await forget(dependencies, scope, id);
      return { result: true };
    }),
    getEventAnalysis: serve(getEventAnalysis, async ({ caller, scope, params: { id } }) => {
      const row = await treatmentRow(dependencies, scope, id);
      // The rights are checked again, because the organisations of the caller or the owner of the device may have changed while the row was read.
      const { times } = requireOwnTimes(scopeOf(caller, dependencies.registry), dependencies.registry, row.serial);
      return analysisEntriesOf(dependencies, { ...row, times });
    }),
    getTreatmentLayer: serveText(getTreatmentLayer, ({ scope, params }) => layer(dependencies, scope, params)),
    getCropState: serveText(getCropState, ({ scope, query: { map_id, map_version } }) =>
      cropState(dependencies, scope, { id: map_id, version: dottedVersion(map_version) }),
    ),
    getTreatmentsSync: serve(getTreatmentsSync, async ({ caller, scope, params, requestId }) => {
      const serial = requireDevice(scope, dependencies.registry, params.serial);
      const order = { serial, command: 'sync', arguments: {}, caller, scope, requestId, needsControl: false } as const;
      const given = await dependencies.commands.send(order);
      const { status } = await dependencies.commands.waitForEnd(given.id, SYNC_WAIT_MS);
      return { success: status !== 'failed' && status !== 'expired' };
    }),
  };
}
