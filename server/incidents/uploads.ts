/** The upload of an incident's files: records its beginning, progress and end, and the stored files. */

import { sql, type Kysely } from 'kysely';
import { postProcessingStep, type PostProcessingStep } from '#contract/incident';
import { FIRST_STEP } from '#domain/incidents/postProcessing';
import { ownerAt } from '../locations/currentOwner.ts';
import type { Database } from '../platform/database/tables.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { makeDue } from './processingSteps.ts';
import type { IncidentRow } from './readIncidents.ts';
import { stepsOfFile } from './incidentNames.ts';

/** Maximum time between the end of an upload and the report of its incident, in ms. */
const REPORTED_WITHIN_MS = 600_000;
/** Time without new bytes after which an upload whose end was not announced is considered ended, in ms. */
const QUIET_MS = 120_000;
/** Maximum interval between bytes of a file that is being received, in ms. */
const RECEIVING_MS = 30_000;
/** Maximum number of uploads that are checked per interval; each check queries the storage for some files. */
const UPLOADS_PER_BEAT = 50;

/**
 * Records the progress of requested uploads: started when the device has the command, announced when the command is done. Every command is checked until
 * `REPORTED_WITHIN_MS` after its end, because the incident may be reported later. An upload concerns only incidents of the owner at the time of the command,
 * because the device may not upload files of a former owner. Source: OWN5.
 */
export async function noteUploads(database: Kysely<Database>, now: number): Promise<void> {
  const before = new Date(now - REPORTED_WITHIN_MS);
  await sql`
    with looked as (select * from command where command = 'upload_data' and not upload_noted for update skip locked),
    noted as (update command set upload_noted = true from looked where command.id = looked.id and looked.ended_at < ${before})
    update incident set upload_started = coalesce(upload_started, upload.delivered_at, upload.ended_at), upload_announced = upload.ended_at,
      due_step = case when upload.ended_at is null then due_step else ${FIRST_STEP} end, record_version = record_version + 1
    from (
      select distinct on (incident.incident_id) incident.incident_id, command.delivered_at,
        case when command.status = 'done' then command.ended_at end ended_at
      from looked command join incident on incident.serial = command.device_serial
        and incident.upload_finished is null and incident.upload_announced is null
        and incident.organisation is not distinct from ${ownerAt(sql.ref('command.device_serial'), sql.ref('command.given_at'))}
        and command.arguments ->> 'incident' in (incident.incident_id, 'all') and incident.incident_time <= command.given_at
      where command.status in ('delivered', 'done')
        and (incident.upload_started is null or command.status = 'done')
      order by incident.incident_id, command.status = 'done' desc, command.given_at
    ) upload
    where incident.incident_id = upload.incident_id and incident.upload_finished is null and incident.upload_announced is null`.execute(
    database,
  );
}

/** Records that bytes of a file of an incident are arriving. */
export async function noteReceiving(database: Kysely<Database>, incidentId: string, now: number): Promise<void> {
  const at = new Date(now);
  await database
    .updateTable('incident')
    .set({ bytes_at: at, receiving_at: at, upload_started: sql`coalesce(upload_started, ${at})` })
    .where('incident_id', '=', incidentId)
    .execute();
}

interface KnownFile {
  readonly incidentId: string;
  readonly ending: string;
  readonly size: number;
}

async function insertFile(database: Kysely<Database>, { incidentId, ending, size }: KnownFile, at: Date): Promise<void> {
  await database
    .insertInto('incident_file')
    .values({ incident_id: incidentId, ending, size, stored_at: at })
    .onConflict((known) => known.columns(['incident_id', 'ending']).doUpdateSet({ size, stored_at: at }))
    .execute();
}

/** Records that a file of an incident was stored, and makes the steps that read it due. A file that arrives after the end of its upload updates that end. */
export async function noteStored(database: Kysely<Database>, file: KnownFile, now: number): Promise<void> {
  const [at, { incidentId, ending }] = [new Date(now), file];
  await database.transaction().execute(async (tx) => {
    await tx
      .updateTable('incident')
      .set({
        bytes_at: at,
        receiving_at: null,
        upload_started: sql`coalesce(upload_started, ${at})`,
        upload_finished: sql`case when upload_finished is null then null else ${at}::timestamptz end`,
        record_version: sql`record_version + 1`,
      })
      .where('incident_id', '=', incidentId)
      .execute();
    await insertFile(tx, file, at);
    await makeDue(tx, { incidentId, steps: stepsOfFile(ending), at: now, again: true });
  });
}

/** Returns whether a file of an incident is being received. */
const isReceiving = ({ receiving_at }: IncidentRow, now: number) => receiving_at !== null && receiving_at.getTime() > now - RECEIVING_MS;

/** Updates the state of an upload from its files: an announced upload has ended once a file exists and none is being received. Makes its steps due. */
async function settle(database: Kysely<Database>, store: IncidentFileStore, row: IncidentRow, now: number): Promise<void> {
  const incidentId = row.incident_id;
  const files = await store.files(row);
  const isSent = row.upload_finished !== null || (row.upload_announced !== null && files.length > 0);
  const isEnded = isSent && !isReceiving(row, now);
  const steps: readonly PostProcessingStep[] = isEnded
    ? postProcessingStep.options
    : [...new Set(files.flatMap(({ ending, isKnown }) => (isKnown ? [] : stepsOfFile(ending))))];
  await database.transaction().execute(async (tx) => {
    const ended = isEnded && row.upload_finished === null;
    await tx
      .updateTable('incident')
      .set({
        // The upload is checked again while a file is being received.
        due_step: isSent && !isEnded ? row.due_step : null,
        ...(ended ? { upload_finished: row.upload_announced, record_version: sql`record_version + 1` } : {}),
      })
      .where('incident_id', '=', incidentId)
      .execute();
    // Files that were not uploaded here, for example by another program into the bucket, are recorded too.
    for (const { ending, size, isKnown } of files) if (!isKnown) await insertFile(tx, { incidentId, ending, size }, new Date(now));
    await makeDue(tx, { incidentId, steps, at: now, again: false });
  });
}

/** Ends uploads for which nothing has arrived for a while. */
async function endQuiet(database: Kysely<Database>, now: number): Promise<void> {
  await database
    .updateTable('incident')
    .set({ upload_finished: sql`bytes_at`, due_step: FIRST_STEP, record_version: sql`record_version + 1` })
    .where('upload_finished', 'is', null)
    .where('bytes_at', '<', new Date(now - QUIET_MS))
    .where((row) =>
      row.exists(row.selectFrom('incident_file').select('ending').whereRef('incident_file.incident_id', '=', 'incident.incident_id')),
    )
    .execute();
}

/** Ends the uploads whose files are complete, and makes their steps due. Throws while the storage is unavailable; the uploads are then checked again later. */
export async function settleUploads(database: Kysely<Database>, store: IncidentFileStore, now: number): Promise<void> {
  await endQuiet(database, now);
  const rows = await database
    .selectFrom('incident')
    .selectAll()
    .where('due_step', 'is not', null)
    .orderBy('incident_time', 'desc')
    .limit(UPLOADS_PER_BEAT)
    .execute();
  for (const row of rows) await settle(database, store, row, now);
}
