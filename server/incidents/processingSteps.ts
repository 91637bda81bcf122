/** Rows of post-processing steps: makes steps due, starts and ends them, marks interrupted ones as failed, and retries them. */

import { sql, type Kysely, type Transaction } from 'kysely';
import { postProcessingStep, type PostProcessingResult, type PostProcessingStep } from '#contract/incident';
import { RUNNING, retryProblem } from '#domain/incidents/postProcessing';
import type { Database } from '../platform/database/tables.ts';
import { conflict } from '../platform/failure/failure.ts';
import { resultsOf, type IncidentRow } from './readIncidents.ts';

/** Time, in ms, without a sign of life after which a step counts as interrupted. */
const CUT_OFF_MS = 60_000;

/** A started step. */
export interface StartedStep {
  readonly row: IncidentRow;
  readonly step: PostProcessingStep;
  /** Attempt number, from 1. */
  readonly tries: number;
}

const running = { is_running: true, success: false, message: RUNNING, retry_possible: false };
const notStarted = { is_running: false, success: false, message: null, retry_possible: true, tries: 0, request_id: null };

interface DueSteps {
  readonly incidentId: string;
  readonly steps: readonly PostProcessingStep[];
  readonly at: number;
  /** Whether successful steps become due too, because their file was replaced. */
  readonly again: boolean;
}

/** Makes steps due, each independently of the others. A running step runs again if `again` is set. */
export async function makeDue(database: Kysely<Database>, { incidentId: incident_id, steps, at, again }: DueSteps): Promise<void> {
  const now = new Date(at);
  for (const step of steps) {
    await database
      .insertInto('incident_step')
      .values({ incident_id, step, started_at: now, due_at: now, ...notStarted })
      .onConflict((known) =>
        known
          .columns(['incident_id', 'step'])
          .doUpdateSet({ due_at: now })
          .where(sql<boolean>`${again} or not (incident_step.success or incident_step.is_running)`),
      )
      .execute();
  }
}

/**
 * Starts one due step of the given ones: steps requested by users first, then the steps of the newest incidents; returns null when none is due. If two servers
 * try, only one starts a step.
 */
export async function beginStep(
  database: Kysely<Database>,
  now: number,
  steps: readonly PostProcessingStep[] = postProcessingStep.options,
): Promise<StartedStep | null> {
  return database.transaction().execute(async (tx) => {
    const due = await tx
      .selectFrom('incident_step as due')
      .innerJoin('incident', 'incident.incident_id', 'due.incident_id')
      .where('due.due_at', 'is not', null)
      .where('due.step', 'in', steps)
      .selectAll('incident')
      .select('due.step as due_name')
      .orderBy(sql`due.is_running and due.request_id is not null`, 'desc')
      .orderBy('incident.incident_time', 'desc')
      .orderBy(sql`array_position(${postProcessingStep.options}::text[], due.step)`)
      .limit(1)
      .forUpdate('due')
      .skipLocked()
      .executeTakeFirst();
    if (due === undefined) return null;
    const { due_name, ...row } = due;
    const at = new Date(now);
    const { tries } = await tx
      .updateTable('incident_step')
      .set({ ...running, due_at: null, started_at: at, alive_at: at, tries: sql`greatest(tries, 1)` })
      .where('incident_id', '=', row.incident_id)
      .where('step', '=', due_name)
      .returning('tries')
      .executeTakeFirstOrThrow();
    return { row, step: postProcessingStep.parse(due_name), tries };
  });
}

const attempt = (tx: Kysely<Database>, { row, step, tries }: StartedStep) =>
  tx
    .updateTable('incident_step')
    .where('incident_id', '=', row.incident_id)
    .where('step', '=', step)
    .where('tries', '=', tries)
    .where('is_running', '=', true);

/** Records that a step is still running. */
export async function touchStep(database: Kysely<Database>, begun: StartedStep, now: number): Promise<void> {
  await attempt(database, begun)
    .set({ alive_at: new Date(now) })
    .execute();
}

/** Makes a step that this server interrupted due again. */
export async function releaseStep(database: Kysely<Database>, begun: StartedStep, now: number): Promise<void> {
  await attempt(database, begun)
    .set({ due_at: new Date(now) })
    .execute();
}

/** The findings of a step in addition to its result: the content of its recording, and the run whose log lines are stored. */
export interface StepFindings {
  readonly facts?: unknown;
  readonly run?: string;
}

/** Saves the result of a step, unless another attempt has started meanwhile; returns whether it was saved. The step's findings replace earlier ones. */
export async function endStep(
  database: Kysely<Database> | Transaction<Database>,
  begun: StartedStep,
  { success, message = null, retry_possible }: PostProcessingResult,
  { facts, run }: StepFindings = {},
): Promise<boolean> {
  const found = { ...(facts === undefined ? {} : { facts: JSON.stringify(facts) }), ...(run === undefined ? {} : { run }) };
  const ended = await attempt(database, begun)
    .set({ is_running: false, success: success === true, message, retry_possible: retry_possible === true, alive_at: null, ...found })
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

/** Ends steps whose server stopped: such a step gets no message and may be retried. Waiting steps are not affected. */
export async function failLostSteps(database: Kysely<Database>, now: number): Promise<void> {
  await database
    .updateTable('incident_step')
    .set({ is_running: false, success: false, message: null, retry_possible: true })
    .where('is_running', '=', true)
    .where('due_at', 'is', null)
    .where(sql<boolean>`coalesce(alive_at, started_at) < ${new Date(now - CUT_OFF_MS)}`)
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
    // The row is locked: the second of two concurrent retries waits, and then finds the step running.
    const row = await tx
      .selectFrom('incident')
      .select(['upload_finished', 'upload_announced', 'bytes_at'])
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
    const mayHaveFiles = row.upload_finished !== null || row.upload_announced !== null || row.bytes_at !== null;
    const problem = retryProblem(step, results, mayHaveFiles);
    if (problem !== null) throw conflict(problem);
    const now = new Date(at);
    const again = { started_at: now, due_at: now, ...running, request_id: requestId };
    await tx
      .insertInto('incident_step')
      .values({ incident_id: incidentId, step, tries: 1, ...again })
      .onConflict((one) => one.columns(['incident_id', 'step']).doUpdateSet({ ...again, tries: sql`incident_step.tries + 1` }))
      .execute();
  });
}
