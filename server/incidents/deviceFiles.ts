import { sql, type Kysely } from 'kysely';
import { ownerNow } from '../locations/currentOwner.ts';
import type { DeviceFileKind } from '../platform/http/deviceFileRoutes.ts';
import { conflict, notFound } from '../platform/failure/failure.ts';
import type { Database } from '../platform/database/tables.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { wireIdOf } from '../fleet/ingest/wireIds.ts';
import { deviceEndings, splitName, stepsOfFile } from './incidentNames.ts';
import { resultsOf } from './readIncidents.ts';
import { storedName } from './storedFiles.ts';
import { noteReceiving, noteStored } from './uploads.ts';

/** Dependencies of the files of incidents. */
interface IncidentFileParts {
  readonly database: Kysely<Database>;
  readonly storage: Pick<FileStorage, 'find'>;
  readonly now: () => number;
}

interface OwnFile {
  readonly incidentId: string;
  readonly isEnded: boolean;
  readonly ending: string;
  /** The name of the file in the storage; it contains the id under which the incident is stored. */
  readonly stored: string;
}

const noIncident = notFound(`no such incident, or its file has another ending than ${deviceEndings.join(', ')}`);

/** Returns the file of an incident that a device has reported to its current owner. Throws 404 for any other file. */
async function ownFile({ database }: IncidentFileParts, serial: string, fileName: string): Promise<OwnFile> {
  const name = splitName(fileName);
  if (name === null) throw noIncident;
  const row = await database
    .selectFrom('incident')
    .select(['incident_id', 'upload_finished'])
    .where('serial', '=', serial)
    // The incident must not belong to a former owner, whose file the upload would replace.
    .where(sql<boolean>`incident.organisation is not distinct from ${ownerNow(serial)}`)
    // If another device used the id first, the incident is stored under a different one.
    .where('incident_id', 'in', [name.incidentId, wireIdOf(serial, name.incidentId)])
    .executeTakeFirst();
  if (row === undefined) throw noIncident;
  const { incident_id: incidentId, upload_finished } = row;
  return { incidentId, isEnded: upload_finished !== null, ending: name.ending, stored: storedName(`${incidentId}${name.ending}`) };
}

/** Returns whether a step that reads the file may be retried, so that a new upload may replace the file. */
async function mayReplace({ database }: IncidentFileParts, { incidentId, ending }: OwnFile): Promise<boolean> {
  const results = (await resultsOf(database, [incidentId])).get(incidentId) ?? {};
  return stepsOfFile(ending).some((step) => results[step]?.retry_possible === true);
}

/** Throws 409 for a stored file after the end of its upload, unless a step that reads it may be retried. */
async function requireOpen(parts: IncidentFileParts, file: OwnFile): Promise<void> {
  if (!file.isEnded || (await parts.storage.find(file.stored)) === null) return;
  if (!(await mayReplace(parts, file))) throw conflict('The upload of this incident has ended.');
}

/**
 * Creates the kind of device files for incidents. A device uploads the files of its own incidents until the upload ends; after that, only missing files, and
 * files whose steps may be retried. A stored file is processed at once. Source: PUT1, OWN9.
 */
export const incidentFiles = (parts: IncidentFileParts): DeviceFileKind => ({
  path: '/device-files/:name',
  open: async (serial, name) => {
    const file = await ownFile(parts, serial, name);
    await requireOpen(parts, file);
    return file.stored;
  },
  onBytes: async (serial, name) => {
    const { incidentId } = await ownFile(parts, serial, name);
    await noteReceiving(parts.database, incidentId, parts.now());
  },
  requireStill: async (serial, name) => void (await ownFile(parts, serial, name)),
  onStored: async (serial, name, size) => {
    const { incidentId, ending } = await ownFile(parts, serial, name);
    await noteStored(parts.database, { incidentId, ending, size }, parts.now());
  },
});
