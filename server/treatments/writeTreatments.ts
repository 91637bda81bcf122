import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { TreatmentReport } from '../fleet/ingest/backlog.ts';
import { ownerAt } from '../locations/currentOwner.ts';
import type { Database } from '../platform/database/tables.ts';

/** SQL for the end of a treatment without a reported end: when the next one was made, or its owner's time ended. */
const endOfFormer = (serial: string, nextAt: Date): RawBuilder<Date> =>
  sql<Date>`least(${nextAt}::timestamptz, (select min(closed_date) from deployment
    where device_serial = ${serial} and closed_date > treatment.creation_time and organisation is not distinct from treatment.organisation))`;

/** Saves the treatments that devices report; a device cannot change a treatment of another device. */
export async function writeTreatments(tx: Transaction<Database>, reports: readonly TreatmentReport[]): Promise<void> {
  for (const { serial, receivedAt, data } of reports) {
    const { treatment_id, jobs, creation_time, ...reported } = data;
    const rest = { ...reported, is_counted: false };
    // Never changed afterwards, as its creation time: a treatment stays with whom it was first reported to.
    const organisation = ownerAt(serial, new Date(receivedAt));
    const own = await tx
      .insertInto('treatment')
      .values({ treatment_id, serial, organisation, creation_time, ...rest })
      // A device cannot rewrite another device's treatment by using its id, nor one of its former owner.
      .onConflict((conflict) =>
        conflict
          .column('treatment_id')
          .doUpdateSet(rest)
          .where('treatment.serial', '=', serial)
          .where(sql<boolean>`treatment.organisation is not distinct from ${organisation}`),
      )
      .returning('treatment_id')
      .executeTakeFirst();
    if (own !== undefined && jobs !== undefined) {
      const text = JSON.stringify(jobs);
      await tx
        .insertInto('treatment_jobs')
        .values({ treatment_id, jobs: text })
        .onConflict((conflict) => conflict.column('treatment_id').doUpdateSet({ jobs: text }))
        .execute();
    }
    // A device works on one treatment at a time: one without a reported end was stopped when the next was created.
    await tx
      .updateTable('treatment')
      .set({ finish_status: 'stopped', finish_time: endOfFormer(serial, new Date(data.creation_time)) })
      .where('serial', '=', serial)
      .where('finish_status', '=', '')
      .where('creation_time', '<', new Date(data.creation_time))
      .execute();
  }
}
