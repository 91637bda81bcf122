import type { DataMessage } from '#contract/fleet/deviceMessage';

type Reported = Extract<DataMessage, { data_group: 'treatment' }>['data'];

/** Returns a treatment as a device reports it: finished, ten of twelve lanes treated, created an hour before `at`. */
export function aTreatment(treatment_id: string, over: Partial<Reported> = {}, at: number = Date.UTC(2026, 2, 4, 13)): Reported {
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
