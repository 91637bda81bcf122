import { sql, type Kysely } from 'kysely';
import { ownerNow } from '../locations/currentOwner.ts';
import type { DeviceFileKind } from '../platform/http/deviceFileRoutes.ts';
import { conflict, notFound } from '../platform/failure.ts';
import type { Database } from '../platform/database/tables.ts';
import { incidentOfFile, storedName } from './storedFiles.ts';

/** Throws where a device may not put a file: 404 for an incident that is not its own, 409 after the end of its upload. */
async function requireOpen(database: Kysely<Database>, serial: string, fileName: string): Promise<void> {
  const id = incidentOfFile(fileName);
  const query = database
    .selectFrom('incident')
    .select('upload_finished')
    .where('serial', '=', serial)
    // Not of a former owner, whose files it would replace.
    .where(sql<boolean>`incident.organisation is not distinct from ${ownerNow(serial)}`);
  const row = id === null ? undefined : await query.where('incident_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('no such incident');
  if (row.upload_finished !== null) throw conflict('The upload of this incident has ended.');
}

/** The files of incidents: a device puts those of its own incidents, until it has reported the end of their upload. */
export const incidentFiles = (database: Kysely<Database>): DeviceFileKind => ({
  path: '/device-files/:name',
  open: async (serial, name) => {
    await requireOpen(database, serial, name);
    return storedName(name);
  },
});
