/** Map layers of a treatment: its jobs, its lanes with dose or light, and the crop state by gutter. */

import { sql } from 'kysely';
import { z } from '#contract/schema';
import { type TreatmentJob, treatmentJob, type TreatmentLayerName } from '#contract/fleet/treatment';
import { DONE_WORDS } from '#domain/treatments/jobStatus';
import { dosageUnit, LIGHT_UNITS, LIGHT_WORDS } from '#domain/treatments/dosageUnit';
import { laneLight } from '#domain/treatments/laneLight';
import { dottedVersion } from '#domain/places/mapVersion';
import type { Scope } from '../platform/principal.ts';
import { planIn } from '../maps/mapGeojson.ts';
import type { LayerName, PlanSource } from '../maps/planSources.ts';
import { chunks } from '../platform/database/chunks.ts';
import { treatmentsIn, type TreatmentReading } from './readTreatments.ts';

/** Time for which a light treatment affects the crop, in ms. */
const WINDOW_MS = 7 * 86_400_000;

const jobsShape = z.array(treatmentJob);
/** Number of features per piece of a response. */
const FEATURES_PER_PIECE = 500;

interface FeatureRow {
  /** The geometry as JSON text, which is passed on unchanged. */
  readonly geometry: string;
  readonly id: string | null;
  readonly number: string | null;
  readonly name: string | null;
}

/** Reads the features of a stored layer, in order. */
async function featuresOf({ database }: Pick<TreatmentReading, 'database'>, { stored }: PlanSource, layer: LayerName) {
  const { rows } = await sql<FeatureRow>`
    select feature ->> 'geometry' as geometry, feature -> 'properties' ->> 'id' as id, feature -> 'properties' ->> 'number' as number,
      feature -> 'properties' ->> 'name' as name
    from (${stored}) as layer, jsonb_array_elements(layer.value -> 'features') with ordinality as listed(feature, place)
    where layer.name = ${layer} order by place`.execute(database);
  return rows;
}

/** Yields the JSON text of a response with one feature collection; `propertiesOf` returns null for a feature that is omitted. */
function* collectionText(name: string, rows: readonly FeatureRow[], propertiesOf: (row: FeatureRow) => object | null): Generator<string> {
  yield `{"${name}":{"type":"FeatureCollection","features":[`;
  let mark = '';
  for (const few of chunks(rows, FEATURES_PER_PIECE)) {
    const texts = few.flatMap((row) => {
      const properties = propertiesOf(row);
      return properties === null ? [] : [`{"type":"Feature","geometry":${row.geometry},"properties":${JSON.stringify(properties)}}`];
    });
    if (texts.length === 0) continue;
    yield `${mark}${texts.join(',')}`;
    mark = ',';
  }
  yield ']}}';
}

/** Returns the jobs that a device reported for a treatment, in order; null if it reported none. */
export async function jobsOf({ database }: Pick<TreatmentReading, 'database'>, id: string): Promise<TreatmentJob[] | null> {
  const row = await database.selectFrom('treatment_jobs').select('jobs').where('treatment_id', '=', id).executeTakeFirst();
  return row === undefined ? null : jobsShape.parse(row.jobs);
}

/** Returns the ids among these that are lanes of the plan of a treatment; undefined if its plan is unknown. */
export async function lanesOfTreatment(
  dependencies: TreatmentReading,
  scope: Scope,
  { map_id, map_version }: Pick<Layered['treatment'], 'map_id' | 'map_version'>,
  ids: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const plan = await planIn(dependencies, scope, { id: map_id ?? '', version: dottedVersion(map_version ?? '') });
  if (plan === null) return undefined;
  const { rows } = await sql<{ id: string }>`
    select feature -> 'properties' ->> 'id' as id from (${plan.lane.stored}) as layer, jsonb_array_elements(layer.value -> 'features') listed(feature)
    where layer.name = 'lane' and feature -> 'properties' ->> 'id' = any(${ids})`.execute(dependencies.database);
  return new Set(rows.map(({ id }) => id));
}

interface Layered {
  readonly treatment: {
    readonly id: string;
    readonly map_id?: string | null | undefined;
    readonly map_version?: string | null | undefined;
    readonly treatment_type?: string | null | undefined;
    readonly dosage_unit?: string | null | undefined;
  };
  readonly layer: TreatmentLayerName;
}

/** Returns the JSON text of the treated lanes of a treatment with their dose or time. A lane that is missing from the plan is omitted. */
export async function layerOf(dependencies: TreatmentReading, scope: Scope, { treatment, layer }: Layered) {
  const { id, map_id, map_version } = treatment;
  const [plan, jobs] = await Promise.all([
    planIn(dependencies, scope, { id: map_id ?? '', version: dottedVersion(map_version ?? '') }),
    jobsOf(dependencies, id),
  ]);
  const lanes = plan === null ? [] : await featuresOf(dependencies, plan.lane, 'lane');
  const sums = laneLight(jobs ?? [], layer);
  const unit = layer === 'dosage' ? dosageUnit(treatment, jobs ?? []) : 's';
  const pieces = collectionText('treatment_layer', lanes, ({ id: lane }) => {
    const object_id = lane ?? '';
    const value = sums.get(object_id);
    return value === undefined ? null : { object_id, value, ...(unit === null ? {} : { unit }) };
  });
  return pieces;
}

const gutterName = (gutter: string) => gutter.trim().toLowerCase();

/** SQL for "the treatment or its job `done` gives light": a unit or type names light, or neither states a unit or type. */
const isOfLight = sql<boolean>`(treatment.dosage_unit ~* ${LIGHT_UNITS} or treatment.treatment_type ~* ${LIGHT_WORDS} or done.job ->> 'job_type' ~* ${LIGHT_WORDS}
  or (treatment.dosage_unit is null and coalesce(treatment.treatment_type, '') = '' and coalesce(done.job ->> 'job_type', '') = ''))`;

/** Returns the gutters, as jobs name them, of the lanes treated on a map within `WINDOW_MS`, ignoring tests, lanes without light, and other work. */
async function treatedGutters(dependencies: TreatmentReading, scope: Scope, mapId: string): Promise<ReadonlySet<string>> {
  const rows = await treatmentsIn(dependencies, scope)
    .innerJoin('treatment_jobs', 'treatment_jobs.treatment_id', 'treatment.treatment_id')
    .innerJoinLateral(sql<{ job: unknown }>`jsonb_array_elements(treatment_jobs.jobs)`.as<'done'>(sql`done(job)`), (join) => join.onTrue())
    .select(sql<string>`done.job ->> 'gutter'`.as('gutter'))
    .distinct()
    .where('treatment.map_id', '=', mapId)
    .where('treatment.creation_time', '>=', new Date(dependencies.now() - WINDOW_MS))
    .where('treatment.test_mission', 'is not', true)
    .where(sql`lower(done.job ->> 'status')`, 'in', DONE_WORDS)
    .where(sql<boolean>`(coalesce((done.job ->> 'treatment_time')::float8, 1) > 0 or coalesce((done.job ->> 'dosage')::float8, 1) > 0)`)
    .where(isOfLight)
    .where(sql`done.job ->> 'gutter'`, 'is not', null)
    .execute();
  return new Set(rows.map(({ gutter }) => gutterName(gutter)));
}

/**
 * Returns the JSON text of the current crop state of a map: a gutter with a number lies between the lane with that number and the previous one; a gutter with a
 * name lies next to the lane that names it. Null for an unknown map.
 */
export async function cropStateOf(dependencies: TreatmentReading, scope: Scope, map: { readonly id: string; readonly version: string }) {
  const plan = await planIn(dependencies, scope, map);
  if (plan === null) return null;
  const treated = await treatedGutters(dependencies, scope, map.id);
  const calculated_at = new Date(dependencies.now()).toISOString();
  const gutters = await featuresOf(dependencies, plan.gutter, 'gutter');
  const pieces = collectionText('crop_state', gutters, ({ id, number: given, name }) => {
    const number = given ?? name ?? id;
    const gutter = Number(number?.trim() || Number.NaN);
    if (Number.isNaN(gutter)) return { gutter: number, state: treated.has(gutterName(number ?? '')) ? 1 : 0, calculated_at };
    const state = [gutter, gutter - 1].filter((side) => treated.has(String(side))).length / 2;
    return { gutter, state, calculated_at };
  });
  return pieces;
}
