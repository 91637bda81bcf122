import type { IncidentFileKind } from '#contract/incident';
import { configAt, type Configuration } from '../configuration/configAt.ts';
import { applyConfirmedChanges, type SettleDependencies } from '../configuration/applyConfirmedChange.ts';
import { visibleConfiguration } from '../configuration/viewable.ts';
import { createFailure } from '../platform/failure/catalogue.ts';
import { notFound } from '../platform/failure/failure.ts';
import type { StoredFile } from '../platform/storage/fileStorage.ts';
import type { FileAnswer } from '../platform/http/serveFile.ts';
import type { Principal } from '../platform/principal.ts';
import type { IncidentRow } from './readIncidents.ts';
import type { IncidentFileStore } from './incidentFileStore.ts';
import { recordingEndings } from './incidentNames.ts';

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

/** Returns the recording with this suffix or, for the suffix in the specification, the first existing recording of any format. Throws 404 if there is none. */
async function rosbag({ store }: IncidentFileDependencies, row: IncidentRow, ending: string): Promise<Content> {
  const all = await store.recordings(row);
  const found = all.find((one) => one.ending === ending) ?? (ending === recordingEndings[0] ? all[0] : undefined);
  if (found === undefined) throw notFound('the data of this incident are not uploaded');
  return { body: found.file, ending: found.ending };
}

async function depth({ store }: IncidentFileDependencies, row: IncidentRow): Promise<StoredFile> {
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
  const seen = visibleConfiguration(caller, await configAt(dependencies.database, serial, incident_time));
  if (seen.file_names.length === 0) throw createFailure('noConfiguration');
  const text = { incident_id, machine_serial: serial, incident_time: incident_time.toISOString(), parameters: rosParameters(seen) };
  return Buffer.from(`${JSON.stringify(text, null, 2)}\n`);
}

/** The content of a file, and its suffix. */
interface Content {
  readonly body: FileAnswer['body'];
  readonly ending: string;
}

const typeOf = (kind: IncidentFileKind, ending: string) =>
  kind === 'rosparam' ? 'application/json' : ending.endsWith('.gz') ? 'application/gzip' : 'application/octet-stream';

/** Returns a file of an incident as a download (rosbag, depth, rosparam) by its suffix. Throws 404 when it does not exist. Source: OPEN-77. */
export async function incidentFile(
  dependencies: IncidentFileDependencies,
  caller: Principal,
  { kind, ending }: { readonly kind: IncidentFileKind; readonly ending: string },
  row: IncidentRow,
): Promise<FileAnswer> {
  const content = async (): Promise<Content> => {
    if (kind === 'rosbag') return rosbag(dependencies, row, ending);
    return { body: kind === 'depth' ? await depth(dependencies, row) : await rosparam(dependencies, caller, row), ending };
  };
  const found = await content();
  return { fileName: `${row.incident_id}${found.ending}`, type: typeOf(kind, found.ending), body: found.body };
}
