import { sql, type Kysely, type Transaction } from 'kysely';
import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { FIRST_STEP, RUNNING, retryProblem, stepAfter } from '#domain/incidents/postProcessing';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure.ts';
import { resultsOf, type IncidentRow } from './readIncidents.ts';

/** A step that runs longer than this without a result was interrupted, in ms. */
const CUT_OFF_MS = 60_000;
/** How long after the end of its upload an incident may be reported, in ms. */
const REPORTED_WITHIN_MS = 600_000;

/** A started step. */
export interface Begun {
  readonly row: IncidentRow;
  readonly step: PostProcessingStep;
  /** Attempt number, from 1. */
  readonly tries: number;
}

const running = { is_running: true, success: false, message: RUNNING, retry_possible: false };

/**
 * Records the state of requested uploads: started when the device has the command, finished when the command is done; then the first step is due. Every
 * command is checked until it has ended and for `REPORTED_WITHIN_MS` after, because the incident may be reported later.
 */
export async function noteUploads(database: Kysely<Database>, now: number): Promise<void> {
  const before = new Date(now - REPORTED_WITHIN_MS);
  await sql`
    with looked as (select * from command where command = 'upload_data' and not upload_noted for update skip locked),
    noted as (update command set upload_noted = true from looked where command.id = looked.id and looked.ended_at < ${before})
    update incident set upload_started = coalesce(upload_started, upload.delivered_at, upload.ended_at), upload_finished = upload.ended_at,
      due_step = case when upload.ended_at is null then due_step else ${FIRST_STEP} end, record_version = record_version + 1
    from (
      select distinct on (incident.incident_id) incident.incident_id, command.delivered_at,
        case when command.status = 'done' then command.ended_at end ended_at
      from looked command join incident on incident.serial = command.device_serial and incident.upload_finished is null
        and command.arguments ->> 'incident' in (incident.incident_id, 'all') and incident.incident_time <= command.given_at
      where command.status in ('delivered', 'done')
        and (incident.upload_started is null or command.status = 'done')
      order by incident.incident_id, command.status = 'done' desc, command.given_at
    ) upload
    where incident.incident_id = upload.incident_id and incident.upload_finished is null`.execute(database);
}

const dueIn = (tx: Transaction<Database>) =>
  tx
    .selectFrom('incident')
    .selectAll()
    .where('due_step', 'is not', null)
    .orderBy('incident_time', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked();

/** Selects the incidents with a step that a user requested. */
const askedIn = (tx: Transaction<Database>) =>
  dueIn(tx).where('incident_id', 'in', (steps) =>
    steps.selectFrom('incident_step').select('incident_id').where('is_running', '=', true).where('request_id', 'is not', null),
  );

/** Starts a due step, those requested by users first; null when none is due. Of two servers one starts it. */
export async function beginStep(database: Kysely<Database>, now: number): Promise<Begun | null> {
  return database.transaction().execute(async (tx) => {
    const row = (await askedIn(tx).executeTakeFirst()) ?? (await dueIn(tx).executeTakeFirst());
    if (row === undefined) return null;
    const step = postProcessingStep.parse(row.due_step);
    await tx.updateTable('incident').set({ due_step: null }).where('incident_id', '=', row.incident_id).execute();
    const { tries } = await tx
      .insertInto('incident_step')
      .values({ incident_id: row.incident_id, step, started_at: new Date(now), ...running, tries: 1, request_id: null })
      .onConflict((known) => known.columns(['incident_id', 'step']).doUpdateSet({ started_at: new Date(now), ...running }))
      .returning('tries')
      .executeTakeFirstOrThrow();
    return { row, step, tries };
  });
}

/** Saves the result of a step, unless another attempt has started meanwhile; the next step is due after a success. */
export async function endStep(database: Kysely<Database>, { row, step, tries }: Begun, result: PostProcessingResult): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const { message = null } = result;
    const [success, retry_possible] = [result.success === true, result.retry_possible === true];
    const ended = await tx
      .updateTable('incident_step')
      .set({ is_running: false, success, message, retry_possible })
      .where('incident_id', '=', row.incident_id)
      .where('step', '=', step)
      .where('tries', '=', tries)
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

/** Ends steps whose server stopped: they get no message and may be retried. */
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

/** Makes a step due again; idempotent by request id. Throws 409 when a retry is not possible. */
export async function retryStep(database: Kysely<Database>, { incidentId, step, requestId, at }: Retry): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Row lock: of two concurrent retries the second waits and then finds the step running.
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
