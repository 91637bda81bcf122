import type { Kysely } from 'kysely';
import type { PostProcessingResult } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { randomFromText } from '../platform/randomFromText.ts';
import type { Settings } from '../platform/settings.ts';
import { filmedDepth } from './depthVideo.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { IncidentRow } from './readIncidents.ts';
import { incidentBagOf } from './incidentBag.ts';

/** An incident, with the times of its device of which what lies around it may be read; without any, by the server itself, all. */
export type ReadableIncident = IncidentRow & { readonly times?: ReadableTimes };

/** Access to the uploaded data of incidents. */
export interface IncidentFileStore {
  /** Returns a ROS 1 bag; null before the upload. */
  readonly bag: (row: ReadableIncident) => Promise<Buffer | null>;
  /** Returns a depth video; null before the upload, and for a device that recorded none. */
  readonly depth: (row: IncidentRow) => Promise<Buffer | null>;
  /** Returns the failure of a step that the store does not serve at this attempt (from 1); null when it does. */
  readonly refusal: (row: IncidentRow, step: string, tries: number) => PostProcessingResult | null;
}

/** Share of steps for which the store is busy at the first attempt. */
const BUSY_SHARE = 0.1;
const unanswered = { success: false, message: 'The data store did not answer' };

/** Creates the demo's store: recordings are generated from the stored reports of the device, depth videos only during a mission. */
function demoStore(database: Kysely<Database>): IncidentFileStore {
  return {
    bag: (row) => (row.upload_finished === null ? Promise.resolve(null) : incidentBagOf(database, row)),
    depth: ({ incident_id, upload_finished, during_mission, incident_time }) => {
      const hasFilmed = upload_finished !== null && during_mission === true;
      return Promise.resolve(hasFilmed ? filmedDepth(incident_id, incident_time.getTime()) : null);
    },
    refusal: ({ incident_id }, step, tries) =>
      tries > 1 || randomFromText(`busy ${incident_id} ${step}`)() >= BUSY_SHARE ? null : { ...unanswered, retry_possible: true },
  };
}

/** Used without a data store: has no files and generates none. */
const noStore: IncidentFileStore = {
  bag: () => Promise.resolve(null),
  depth: () => Promise.resolve(null),
  refusal: () => ({ success: false, message: 'No data store is configured', retry_possible: false }),
};

/** Returns the data store of a server: generated recordings for simulated devices only. */
export const incidentFileStoreOf = (
  { isDemo, DEVICES }: Pick<Settings, 'isDemo' | 'DEVICES'>,
  database: Kysely<Database>,
): IncidentFileStore => (isDemo && DEVICES > 0 ? demoStore(database) : noStore);
