import { sql, type Kysely } from 'kysely';
import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { RUNNING, retryProblem, stepAfter } from '#domain/postProcessing';
import type { Database } from '../database/schema.ts';
import { conflict } from '../failure.ts';
import { resultsOf, type IncidentRow } from './incidentRows.ts';

/** Steps that are begun at once. */
const AT_ONCE = 20;
/** A step that ran so long without an end was cut off, in ms. */
const CUT_OFF_MS = 60_000;
/** Uploads are looked for among the commands given within this time, in ms; none takes longer. */
const UPLOAD_WITHIN_MS = 600_000;

/** A step that has begun. */
export interface Begun {
  readonly row: IncidentRow;
  readonly step: PostProcessingStep;
  /** From 1. */
  readonly tries: number;
}

const running = { is_running: true, success: false, message: RUNNING, retry_possible: false };

/** Notes the uploads that were asked for: begun when the device has the command, ended when it says done; then the first step is due. */
export async function noteUploads(database: Kysely<Database>, now: number): Promise<void> {
  const since = new Date(now - UPLOAD_WITHIN_MS);
  await sql`
    update incident set upload_started = coalesce(upload_started, upload.delivered_at, upload.ended_at), upload_finished = upload.ended_at,
      due_step = case when upload.ended_at is null then due_step else ${postProcessingStep.options[0]} end, record_version = record_version + 1
    from (
      select distinct on (incident.incident_id) incident.incident_id, command.delivered_at,
        case when command.status = 'done' then command.ended_at end ended_at
      from command join incident on incident.serial = command.device_serial and incident.upload_finished is null
        and command.arguments ->> 'incident' in (incident.incident_id, 'all') and incident.incident_time <= command.given_at
      where command.command = 'upload_data' and command.given_at >= ${since} and command.status in ('delivered', 'done')
        and (incident.upload_started is null or command.status = 'done')
      order by incident.incident_id, command.status = 'done' desc, command.given_at
    ) upload
    where incident.incident_id = upload.incident_id and incident.upload_finished is null`.execute(database);
}

/** Begins the steps that are due; of two servers one begins each. */
export async function beginSteps(database: Kysely<Database>, now: number): Promise<readonly Begun[]> {
  return database.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('incident')
      .selectAll()
      .where('due_step', 'is not', null)
      .orderBy('incident_time', 'desc')
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const begun: Begun[] = [];
    for (const row of due) {
      const step = postProcessingStep.parse(row.due_step);
      await tx.updateTable('incident').set({ due_step: null }).where('incident_id', '=', row.incident_id).execute();
      const { tries } = await tx
        .insertInto('incident_step')
        .values({ incident_id: row.incident_id, step, started_at: new Date(now), ...running, tries: 1, request_id: null })
        .onConflict((known) => known.columns(['incident_id', 'step']).doUpdateSet({ started_at: new Date(now), ...running }))
        .returning('tries')
        .executeTakeFirstOrThrow();
      begun.push({ row, step, tries });
    }
    return begun;
  });
}

/** Writes what came of a step; the next one is due after a success. */
export async function endStep(database: Kysely<Database>, { row, step }: Begun, result: PostProcessingResult): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { success, message = null, retry_possible } = result;
    const ended = await tx
      .updateTable('incident_step')
      .set({ is_running: false, success, message, retry_possible })
      .where('incident_id', '=', row.incident_id)
      .where('step', '=', step)
      .where('is_running', '=', true)
      .executeTakeFirst();
    if (ended.numUpdatedRows === 0n || !success) return;
    await tx
      .updateTable('incident')
      .set({ due_step: stepAfter(step) })
      .where('incident_id', '=', row.incident_id)
      .execute();
  });
}

/** Steps whose server went away: they have no message, and may be tried again. */
export async function giveUpSteps(database: Kysely<Database>, now: number): Promise<void> {
  await database
    .updateTable('incident_step')
    .set({ is_running: false, success: false, message: null, retry_possible: true })
    .where('is_running', '=', true)
    .where('started_at', '<', new Date(now - CUT_OFF_MS))
    .execute();
}

interface Retry {
  readonly incidentId: string;
  readonly step: PostProcessingStep;
  readonly requestId: string;
  readonly at: number;
}

/** Makes a step due again; the same request again is the same try. Throws 409 when it is not possible. */
export async function retryStep(database: Kysely<Database>, { incidentId, step, requestId, at }: Retry): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Two who ask at once are asked one after the other: the second finds it running.
    const row = await tx
      .selectFrom('incident')
      .select('upload_finished')
      .where('incident_id', '=', incidentId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const known = await tx
      .selectFrom('incident_step')
      .select('request_id')
      .where('incident_id', '=', incidentId)
      .where('step', '=', step)
      .executeTakeFirst();
    if (known?.request_id === requestId) return;
    const results = (await resultsOf(tx, [incidentId])).get(incidentId) ?? {};
    const problem = retryProblem(step, results, row.upload_finished !== null);
    if (problem !== null) throw conflict(problem);
    const values = { incident_id: incidentId, step, started_at: new Date(at), ...running, tries: 1, request_id: requestId };
    await tx
      .insertInto('incident_step')
      .values(values)
      .onConflict((again) =>
        again
          .columns(['incident_id', 'step'])
          .doUpdateSet({ started_at: values.started_at, ...running, tries: sql`incident_step.tries + 1`, request_id: requestId }),
      )
      .execute();
    await tx.updateTable('incident').set({ due_step: step }).where('incident_id', '=', incidentId).execute();
  });
}
