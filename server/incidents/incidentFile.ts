import { incidentFileName, type IncidentFileKind } from '#contract/incident';
import { configAt, type Configuration } from '../configuration/configAt.ts';
import { applyConfirmedChanges, type SettleDependencies } from '../configuration/applyConfirmedChange.ts';
import { seenBy } from '../configuration/viewable.ts';
import { notFound } from '../platform/failure.ts';
import type { StoredFile } from '../platform/storage/fileStorage.ts';
import type { FileAnswer } from '../platform/http/serveFile.ts';
import type { Principal } from '../platform/principal.ts';
import type { IncidentRow } from './readIncidents.ts';
import type { IncidentFileStore, ReadableIncident } from './incidentFileStore.ts';

/** Dependencies of incident files. */
export interface IncidentFileDependencies extends SettleDependencies {
  readonly store: IncidentFileStore;
}

/** Returns parameters grouped as in ROS: by file, then by name. */
function rosParameters({ parameters }: Configuration): Record<string, Record<string, unknown>> {
  const byFile = new Map<string, Record<string, unknown>>();
  for (const { file_name, config_name, value } of parameters) {
    byFile.set(file_name, { ...byFile.get(file_name), [config_name]: value });
  }
  return Object.fromEntries(byFile);
}

async function rosbag({ store }: IncidentFileDependencies, _caller: Principal, row: ReadableIncident): Promise<StoredFile> {
  const recording = await store.recording(row);
  if (recording === null) throw notFound('the data of this incident are not uploaded');
  return recording;
}

async function depth({ store }: IncidentFileDependencies, _caller: Principal, row: IncidentRow): Promise<StoredFile> {
  const video = await store.depth(row);
  if (video === null) throw notFound('this incident has no depth video');
  return video;
}

/** Returns the configuration at the time of the incident, reduced to the parameters visible to the caller. */
async function rosparam(
  dependencies: IncidentFileDependencies,
  caller: Principal,
  { incident_id, serial, incident_time }: IncidentRow,
): Promise<Buffer> {
  await applyConfirmedChanges(dependencies, serial);
  const seen = seenBy(caller, await configAt(dependencies.database, serial, incident_time));
  if (seen.file_names.length === 0) throw notFound('this device had no configuration at that time');
  const text = { incident_id, machine_serial: serial, incident_time: incident_time.toISOString(), parameters: rosParameters(seen) };
  return Buffer.from(`${JSON.stringify(text, null, 2)}\n`);
}

const kinds: Readonly<
  Record<
    IncidentFileKind,
    {
      type: string;
      content: (dependencies: IncidentFileDependencies, caller: Principal, row: ReadableIncident) => Promise<FileAnswer['body']>;
    }
  >
> = {
  rosbag: { type: 'application/gzip', content: rosbag },
  depth: { type: 'application/octet-stream', content: depth },
  rosparam: { type: 'application/json', content: rosparam },
};

/** Returns a file of an incident. Throws 404 when it does not exist. Source: OPEN-77. */
export async function incidentFile(
  dependencies: IncidentFileDependencies,
  caller: Principal,
  kind: IncidentFileKind,
  row: ReadableIncident,
): Promise<FileAnswer> {
  const { type, content } = kinds[kind];
  return { fileName: incidentFileName(kind, row.incident_id), type, body: await content(dependencies, caller, row) };
}
