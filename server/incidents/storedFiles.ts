import type { Kysely } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import type { FileStorage, StoredFile } from '../platform/storage/fileStorage.ts';
import type { FoundRecording, IncidentFileStore } from './incidentFileStore.ts';
import { DEPTH_ENDING, deviceEndings, recordingEndings, VIDEO_ENDING } from './incidentNames.ts';
import type { IncidentRow } from './readIncidents.ts';

/** Returns the name of a stored file. A device chooses the id: encoding removes slashes from it, and the suffix prevents a name such as `..`. */
export const storedName = (fileName: string) => `incidents/${encodeURIComponent(fileName)}`;

/** Returns the name of a video that this server rendered; no device can upload a file with such a name. */
const renderedName = ({ incident_id: id }: Pick<IncidentRow, 'incident_id'>) => `rendered/${encodeURIComponent(id)}.mp4`;

const isThere = <Found extends { readonly file: StoredFile | null }>(found: Found): found is Found & { readonly file: StoredFile } =>
  found.file !== null;

/** Creates the store of the uploaded files of incidents, by name: `incidents/`, the id and the suffix. */
export function storedFiles(database: Kysely<Database>, storage: Pick<FileStorage, 'find' | 'save'>): IncidentFileStore {
  const find = ({ incident_id: id }: Pick<IncidentRow, 'incident_id'>, ending: string) => storage.find(storedName(`${id}${ending}`));
  const all = async (row: Pick<IncidentRow, 'incident_id'>, endings: readonly string[]): Promise<readonly FoundRecording[]> => {
    const found = await Promise.all(endings.map(async (ending) => ({ ending, file: await find(row, ending) })));
    return found.filter(isThere);
  };
  return {
    files: async (row) => {
      const rows = await database.selectFrom('incident_file').select('ending').where('incident_id', '=', row.incident_id).execute();
      const known = new Set(rows.map(({ ending }) => ending));
      return (await all(row, deviceEndings)).map(({ ending, file: { size } }) => ({ ending, size, isKnown: known.has(ending) }));
    },
    recordings: (row) => all(row, recordingEndings),
    depth: (row) => find(row, DEPTH_ENDING),
    ownVideo: (row) => find(row, VIDEO_ENDING),
    video: async (row) => (await find(row, VIDEO_ENDING)) ?? storage.find(renderedName(row)),
    saveVideo: (row, video) => storage.save(renderedName(row), video),
  };
}
