import { incidentFileName } from '#contract/incident';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import type { IncidentRow } from './readIncidents.ts';

/** Returns the name of a stored file. An id comes from a device: encoded it holds no slash, and with an ending it is no folder. */
export const storedName = (fileName: string) => `incidents/${encodeURIComponent(fileName)}`;

/** Returns the incident of the name of a file; null where that is none of an incident. */
export const incidentOfFile = (fileName: string): string | null => /^(.+)\.(bag\.gz|dat|mp4)$/s.exec(fileName)?.[1] ?? null;

/** Creates the store of what devices have uploaded: `incidents/` and the name under which people save the file, or `{incident_id}.mp4` for the video. */
export function storedFiles(storage: FileStorage): IncidentFileStore {
  // Before its end an upload may be there in part.
  const find = ({ upload_finished }: IncidentRow, fileName: string) =>
    upload_finished === null ? Promise.resolve(null) : storage.find(storedName(fileName));
  return {
    recording: (row) => find(row, incidentFileName('rosbag', row.incident_id)),
    depth: (row) => find(row, incidentFileName('depth', row.incident_id)),
    video: (row) => find(row, `${row.incident_id}.mp4`),
  };
}
