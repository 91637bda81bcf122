import type { Kysely } from 'kysely';
import { incidentFileName } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import type { Settings } from '../platform/settings.ts';
import type { FileStorage } from '../platform/storage/fileStorage.ts';
import { demoFiles } from './demoFiles.ts';
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
    refusal: () => null,
  };
}

/** Returns the store of the demo: what a device has uploaded, and for a device of the demo, which uploads nothing, what is generated. */
function withGenerated(stored: IncidentFileStore, demo: IncidentFileStore, isOfDemo: (serial: string) => boolean): IncidentFileStore {
  const generated = (row: IncidentRow) => (isOfDemo(row.serial) ? demo : null);
  return {
    recording: async (row) => (await stored.recording(row)) ?? generated(row)?.recording(row) ?? null,
    depth: async (row) => (await stored.depth(row)) ?? generated(row)?.depth(row) ?? null,
    video: async (row) => (await stored.video(row)) ?? generated(row)?.video(row) ?? null,
    refusal: (row, step, tries) => generated(row)?.refusal(row, step, tries) ?? null,
  };
}

/** Returns the data store of a server: what devices have uploaded; generated files belong to the demo's devices alone. Source: PUT3. */
export function incidentFileStoreOf(
  { isDemo, DEVICES }: Pick<Settings, 'isDemo' | 'DEVICES'>,
  database: Kysely<Database>,
  storage: FileStorage,
  demoSerials: () => ReadonlySet<string>,
): IncidentFileStore {
  const stored = storedFiles(storage);
  if (!isDemo || DEVICES === 0) return stored;
  const serials = demoSerials();
  return withGenerated(stored, demoFiles(database), (serial) => serials.has(serial));
}
