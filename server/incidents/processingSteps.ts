import { sql, type Kysely, type Transaction } from 'kysely';
import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { FIRST_STEP, RUNNING, retryProblem, stepAfter } from '#domain/postProcessing';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure.ts';
import { resultsOf, type IncidentRow } from './readIncidents.ts';

/** A step that ran so long without an end was cut off, in ms. */
const CUT_OFF_MS = 60_000;
/** How long after the end of its upload an incident may be reported, in ms. */
const REPORTED_WITHIN_MS = 600_000;

/** A step that has begun. */
export interface Begun {
  readonly row: IncidentRow;
  readonly step: PostProcessingStep;
  /** From 1. */
  readonly tries: number;
}

const running = { is_running: true, success: false, message: RUNNING, retry_possible: false };

/**
 * Notes the uploads that were asked for: begun when the device has the command, ended when it says done; then the first step is due. Every
 * command is looked at until it has ended, however late that is seen, and a while longer.
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

/** A step that a person waits for. */
const askedIn = (tx: Transaction<Database>) =>
  dueIn(tx).where('incident_id', 'in', (steps) =>
    steps.selectFrom('incident_step').select('incident_id').where('is_running', '=', true).where('request_id', 'is not', null),
  );

/** Begins a step that is due, first what people asked for; null where none is. Of two servers one begins it. */
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

/** Writes what came of a step, unless another try has begun meanwhile; the next one is due after a success. */
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
