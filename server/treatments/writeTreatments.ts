import type { Transaction } from 'kysely';
import type { TreatmentReport } from '../fleet/ingest/backlog.ts';
import { happenedAt } from '../fleet/ingest/receivedLog.ts';
import { ownerAt } from '../locations/currentOwner.ts';
import type { Database } from '../platform/database/tables.ts';

/** Saves the treatments that devices report; a device cannot change a treatment of another device. */
export async function writeTreatments(tx: Transaction<Database>, reports: readonly TreatmentReport[]): Promise<void> {
  for (const { serial, receivedAt, data } of reports) {
    const { treatment_id, jobs, ...reported } = data;
    const rest = { ...reported, is_counted: false };
    // Never changed afterwards: a report of the next owner's time leaves a treatment with whom it was made for.
    const organisation = ownerAt(serial, new Date(happenedAt(Date.parse(data.creation_time), receivedAt)));
    const own = await tx
      .insertInto('treatment')
      .values({ treatment_id, serial, organisation, ...rest })
      // A device cannot rewrite another device's treatment by using its id.
      .onConflict((conflict) => conflict.column('treatment_id').doUpdateSet(rest).where('treatment.serial', '=', serial))
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
      .set({ finish_status: 'stopped', finish_time: data.creation_time })
      .where('serial', '=', serial)
      .where('finish_status', '=', '')
      .where('creation_time', '<', new Date(data.creation_time))
      .execute();
  }
}
