import type { LogMessage } from '#contract/messages/deviceMessage';
import type { PostProcessingResult, PostProcessingStep } from '#contract/incident';
import { openTestDatabase } from './openTestDatabase.ts';

type Reported = Extract<LogMessage, { kind: 'incident' }>;

/** Returns an incident as a device reports it: an error in a lane of De Linde 2, during a mission, with data still on the device. */
export function anIncident(incident_id: string, over: Partial<Reported> = {}): Reported {
  return {
    kind: 'incident',
    time: new Date(Date.now() - 60_000).toISOString(),
    incident_id,
    error_code: '0x03000117',
    manually_triggered: false,
    map_id: 'de-linde-2',
    map_version: '2.8.0#2.8.0#1.0.0#2.8.0#2.0.8#1.0.0#1.0.2#1.8.0#1.0.0',
    node_id: '104',
    x: 10.8,
    y: 12.5,
    during_mission: true,
    treatment_id: null,
    upload_started: null,
    upload_finished: null,
    ...over,
  };
}

interface Stood {
  readonly databaseUrl: string;
  readonly id: string;
  readonly steps: Partial<Record<PostProcessingStep, PostProcessingResult>>;
  /** Whether its steps have been running for an hour. */
  readonly isRunning?: boolean;
}

/** Sets an existing incident to "data uploaded, some steps attempted", directly in the database. */
export async function standsAt({ databaseUrl, id, steps, isRunning = false }: Stood): Promise<void> {
  const database = openTestDatabase(databaseUrl);
  try {
    const now = new Date();
    await database
      .updateTable('incident')
      .set({ upload_started: now, upload_finished: now, due_step: null })
      .where('incident_id', '=', id)
      .execute();
    for (const [step, { success, message = null, retry_possible }] of Object.entries(steps)) {
      const result = { success: success === true, message, retry_possible: retry_possible === true, is_running: isRunning };
      const stood = {
        ...result,
        started_at: new Date(now.getTime() - 3_600_000),
        tries: 1,
        request_id: null,
        due_at: null,
        alive_at: null,
      };
      await database
        .insertInto('incident_step')
        .values({ incident_id: id, step, ...stood })
        .onConflict((known) => known.columns(['incident_id', 'step']).doUpdateSet(stood))
        .execute();
    }
  } finally {
    await database.destroy();
  }
}
