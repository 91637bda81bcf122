import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { PostProcessingStep } from '#contract/incident';
import { ownerNow } from '../locations/currentOwner.ts';
import type { DeviceFileKind } from '../platform/http/deviceFileRoutes.ts';
import { conflict, Failure, notFound } from '../platform/failure.ts';
import type { Database } from '../platform/database/tables.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { wireIdOf } from '../fleet/ingest/wireIds.ts';
import { retryStep } from './processingSteps.ts';
import { resultsOf } from './readIncidents.ts';
import { incidentOfFile, storedName } from './storedFiles.ts';

/** Dependencies of the files of incidents. */
interface IncidentFileParts {
  readonly database: Kysely<Database>;
  readonly storage: Pick<FileStorage, 'find'>;
  readonly now: () => number;
}

/** The steps that read a file, by its ending. */
const READ_BY: Readonly<Record<string, readonly PostProcessingStep[]>> = {
  '.bag.gz': ['data_parsing', 'log_parsing'],
  '.dat': ['mosaic_rendering'],
  '.mp4': ['mosaic_rendering'],
};

interface OwnFile {
  readonly incidentId: string;
  readonly isEnded: boolean;
  /** Its name with the id under which the incident is kept. */
  readonly fileName: string;
  readonly steps: readonly PostProcessingStep[];
}

/** Returns a file of an incident that a device has reported to its present owner. Throws 404 for another one. */
async function ownFile({ database }: IncidentFileParts, serial: string, fileName: string): Promise<OwnFile> {
  const id = incidentOfFile(fileName);
  const query = database
    .selectFrom('incident')
    .select(['incident_id', 'upload_finished'])
    .where('serial', '=', serial)
    // Not of a former owner, whose files it would replace.
    .where(sql<boolean>`incident.organisation is not distinct from ${ownerNow(serial)}`);
  // Where another device has used its id before, it is kept under another one.
  const row = id === null ? undefined : await query.where('incident_id', 'in', [id, wireIdOf(serial, id)]).executeTakeFirst();
  if (row === undefined || id === null) throw notFound('no such incident');
  const ending = fileName.slice(id.length);
  return {
    incidentId: row.incident_id,
    isEnded: row.upload_finished !== null,
    fileName: `${row.incident_id}${ending}`,
    steps: READ_BY[ending] ?? [],
  };
}

/** Returns the first step of a file that failed and may be tried again. */
async function failedStep({ database }: IncidentFileParts, { incidentId, steps }: OwnFile): Promise<PostProcessingStep | undefined> {
  const results = (await resultsOf(database, [incidentId])).get(incidentId) ?? {};
  return steps.find((step) => results[step]?.success === false && results[step].retry_possible === true);
}

/** Throws 409 after the end of an upload for a file that is there, unless the step that reads it may be tried again. */
async function requireOpen(parts: IncidentFileParts, file: OwnFile): Promise<void> {
  if (!file.isEnded || (await parts.storage.find(storedName(file.fileName))) === null) return;
  if ((await failedStep(parts, file)) === undefined) throw conflict('The upload of this incident has ended.');
}

/** The files of incidents: a device puts those of its own incidents until the end of their upload, and after it what is missing or could not be processed. */
export const incidentFiles = (parts: IncidentFileParts): DeviceFileKind => ({
  path: '/device-files/:name',
  open: async (serial, name) => {
    const file = await ownFile(parts, serial, name);
    await requireOpen(parts, file);
    return storedName(file.fileName);
  },
  onStored: async (serial, name) => {
    const file = await ownFile(parts, serial, name);
    const step = file.isEnded ? await failedStep(parts, file) : undefined;
    if (step === undefined) return;
    // As if a person had pressed Retry; where somebody was quicker, it runs already.
    await retryStep(parts.database, { incidentId: file.incidentId, step, requestId: randomUUID(), at: parts.now() }).catch(
      (error: unknown) => {
        if (!(error instanceof Failure)) throw error;
      },
    );
  },
});
