/** Selects the treatments of a scope, and maps their rows to the contract's treatment with its stats. */

import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from '#contract/schema';
import type { Treatment } from '#contract/fleet/treatment';
import { nameInScope } from '../devices/nameInScope.ts';
import { mapsIn } from '../maps/mapGeojson.ts';
import { siteVersions } from '../maps/siteVersions.ts';
import type { Scope } from '../platform/principal.ts';
import type { Database } from '../platform/database/tables.ts';

/** Dependencies of reading treatments. */
export interface TreatmentReading {
  readonly database: Kysely<Database>;
  readonly now: () => number;
}

/**
 * Selects the treatments that were made for these organisations, with their devices, and with those of their maps that belong to these organisations now.
 * Source: OWN1, SEE3.
 */
export function treatmentsIn({ database }: TreatmentReading, scope: Scope) {
  const query = database
    .selectFrom('treatment')
    .innerJoin('device', 'device.serial', 'treatment.serial')
    .leftJoin('site_map', (join) => {
      const named = join.onRef('site_map.id', '=', 'treatment.map_id');
      return scope === 'all' ? named : named.on('site_map.id', 'in', mapsIn({ database }, scope).select('site_map.id'));
    });
  return scope === 'all' ? query : query.where('treatment.organisation', 'in', ['', ...scope]);
}

/**
 * Returns SQL for "at this time (a column) the treatment's device worked for the organisation that the treatment was made for"; always true for staff. Source:
 * OWN1.
 */
export const isOfItsOwner = (scope: Scope, at: RawBuilder<unknown>): RawBuilder<boolean> =>
  scope === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from deployment where deployment.device_serial = treatment.serial
        and deployment.organisation = treatment.organisation and deployment.creation_date <= ${at}
        and (deployment.closed_date is null or deployment.closed_date > ${at}))`;

type Found = ReturnType<typeof treatmentsIn>;

/**
 * Selects the columns of treatments, newest first; the id is the tie-breaker, so that no treatment is on two pages. A device has the name that callers of the
 * scope may read. Source: SEE3.
 */
export const selectTreatmentColumns = (found: Found, scope: Scope) =>
  found
    .selectAll('treatment')
    .select((row) => [
      nameInScope(scope).as('device_name'),
      row.ref('site_map.name').as('map_name'),
      row.ref('site_map.versions').as('map_versions'),
    ])
    .orderBy('treatment.creation_time', 'desc')
    .orderBy('treatment.treatment_id');

/** A treatment row as selected by `selectTreatmentColumns`. */
export type TreatmentRow = Awaited<ReturnType<ReturnType<typeof selectTreatmentColumns>['execute']>>[number];

const countedShape = z.object({ total_asked: z.number(), total_treated: z.number(), total_failed: z.number(), reached_end: z.boolean() });

/** Returns the counted stats; `coverage` is the share of requested lanes that were treated. */
const statsIn = (row: z.output<typeof countedShape>) => ({
  coverage: row.total_asked === 0 ? 0 : Math.min(1, row.total_treated / row.total_asked),
  reached_end: row.reached_end,
  total_treated: row.total_treated,
  total_failed: row.total_failed,
  total_asked: row.total_asked,
});

/** Returns the counts from the jobs and, separately, those that the device reported. */
const statsOf = (row: TreatmentRow) => ({
  ...statsIn(row.is_counted && row.counted !== null ? countedShape.parse(row.counted) : row),
  ...(row.is_counted && row.counted !== null ? { reported: statsIn(row) } : {}),
  // The totals that a device counts may be wrong after a restart; totals counted from its jobs are not.
  accurately_calculated: row.is_counted,
});

const newestVersion = (versions: unknown) => (versions === null ? null : (siteVersions.parse(versions)[0] ?? null));

/** Maps a row to the contract's treatment. */
export function treatmentOf(row: TreatmentRow): Treatment {
  return {
    id: row.treatment_id,
    treatment_id: row.treatment_id,
    creation_time: row.creation_time.toISOString(),
    start_time: row.start_time?.toISOString() ?? null,
    finish_time: row.finish_time?.toISOString() ?? null,
    wait_time: row.start_time === null ? row.wait_seconds : Math.max(0, (row.start_time.getTime() - row.creation_time.getTime()) / 1_000),
    in_progress: row.finish_status === '' && row.start_time !== null,
    // Both versions are equal, because a report is stored in the format in which it arrived.
    version: row.version,
    original_version: row.version,
    finish_status: row.finish_status,
    device_serials: [row.serial],
    device_names: [row.device_name],
    map_id: row.map_id,
    map_name: row.map_name,
    map_version: row.map_version ?? newestVersion(row.map_versions),
    mission_id: row.mission_id,
    treatment_type: row.treatment_type,
    ...(row.dosage_unit === null ? {} : { dosage_unit: row.dosage_unit }),
    test_mission: row.test_mission,
    settings: { mission_id: row.mission_id },
    stats: row.has_stats ? statsOf(row) : null,
  };
}
