import { sql, type Transaction } from 'kysely';
import type { TreatmentReport } from '../fleet/ingest/backlog.ts';
import { recordset } from '../platform/database/recordset.ts';
import type { Database } from '../platform/database/tables.ts';

type Tx = Transaction<Database>;

const partColumns = { treatment_id: 'text', part: 'integer', parts: 'integer', report_time: 'text', jobs: 'jsonb' } as const;

const rowOf = ({ data: { treatment_id, jobs = [] }, share }: TreatmentReport) =>
  share === undefined ? [] : [{ treatment_id, part: share.part, parts: share.parts, report_time: share.time, jobs }];

/** Joins the parts of a complete treatment report to its jobs. */
async function joinWhole(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`with whole as (
      select treatment_id from treatment_part where treatment_id = any(${ids}) group by treatment_id having count(*) = max(parts)
    ), joined as (
      insert into treatment_jobs (treatment_id, jobs)
      select whole.treatment_id, coalesce((select jsonb_agg(job order by p.part, at) from treatment_part p,
        jsonb_array_elements(p.jobs) with ordinality as items (job, at) where p.treatment_id = whole.treatment_id), '[]')
      from whole on conflict (treatment_id) do update set jobs = excluded.jobs returning treatment_id
    ) delete from treatment_part using joined where treatment_part.treatment_id = joined.treatment_id`.execute(tx);
}

/**
 * Stores parts of treatments until all parts of a report have arrived, in any order, and then replaces the jobs with those of the report. A complete
 * report, or a part of another report, drops waiting parts. Returns the ids of treatments whose previous report was never complete. Each id occurs
 * once in `reports`.
 */
export async function writeParts(tx: Tx, reports: readonly TreatmentReport[]): Promise<readonly string[]> {
  const ids = reports.map(({ data }) => data.treatment_id);
  const rows = reports.flatMap(rowOf);
  const { rows: given } = await sql<{ treatment_id: string }>`delete from treatment_part where treatment_id = any(${ids}) and not exists (
      select from ${recordset(rows, partColumns)}
      where r.treatment_id = treatment_part.treatment_id and r.report_time = treatment_part.report_time and r.parts = treatment_part.parts
    ) returning treatment_id`.execute(tx);
  if (rows.length > 0) {
    await sql`insert into treatment_part (treatment_id, part, parts, report_time, jobs)
      select treatment_id, part, parts, report_time, jobs from ${recordset(rows, partColumns)}
      on conflict (treatment_id, part) do update set jobs = excluded.jobs`.execute(tx);
    await joinWhole(
      tx,
      rows.map(({ treatment_id }) => treatment_id),
    );
  }
  return [...new Set(given.map(({ treatment_id }) => treatment_id))];
}
