import { sql, type Kysely } from 'kysely';
import { ownerNow } from '../locations/currentOwner.ts';
import type { DeviceFileKind } from '../platform/http/deviceFileRoutes.ts';
import { conflict, notFound } from '../platform/failure.ts';
import type { Database } from '../platform/database/tables.ts';
import { wireIdOf } from '../fleet/ingest/wireIds.ts';
import { incidentOfFile, storedName } from './storedFiles.ts';

/** Returns the name under which a file is kept. Throws where a device may not put it: 404 for an incident that is not its own, 409 after the end of its upload. */
async function requireOpen(database: Kysely<Database>, serial: string, fileName: string): Promise<string> {
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
  if (row.upload_finished !== null) throw conflict('The upload of this incident has ended.');
  return `${row.incident_id}${fileName.slice(id.length)}`;
}

/** The files of incidents: a device puts those of its own incidents, until it has reported the end of their upload. */
export const incidentFiles = (database: Kysely<Database>): DeviceFileKind => ({
  path: '/device-files/:name',
  open: async (serial, name) => storedName(await requireOpen(database, serial, name)),
});
