import type { DataMessage } from '#contract/messages/deviceMessage';

type Reported = Extract<DataMessage, { data_group: 'treatment' }>['data'];

/** A full hour a week ago (ms since epoch): in the time of the demo's present deployments, whenever a test runs. */
export const A_WEEK_AGO = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 7 * 86_400_000;

/** Returns a treatment as a device reports it: finished, ten of twelve lanes treated, created an hour before `at`. */
export function aTreatment(treatment_id: string, over: Partial<Reported> = {}, at: number = A_WEEK_AGO): Reported {
  const ago = (minutes: number) => new Date(at - minutes * 60_000).toISOString();
  return {
    treatment_id,
    map_id: 'de-linde-2',
    mission_id: 'UV night, rows 1-12',
    treatment_type: 'UV',
    creation_time: ago(60),
    start_time: ago(58),
    finish_time: ago(10),
    finish_status: 'partially_completed',
    total_asked: 12,
    total_treated: 10,
    total_failed: 1,
    reached_end: true,
    ...over,
  };
}
