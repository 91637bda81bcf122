import type { Kysely } from 'kysely';
import type { PostProcessingResult } from '#contract/incident';
import type { Database } from '../platform/database/tables.ts';
import { randomFromText } from '../platform/randomFromText.ts';
import type { Settings } from '../platform/settings.ts';
import { filmedDepth } from './depthVideo.ts';
import type { IncidentRow } from './readIncidents.ts';
import { incidentBagOf } from './incidentBag.ts';

/** Where the data of incidents lie once they are uploaded. */
export interface IncidentFileStore {
  /** A ROS 1 bag; null before the upload. */
  readonly bag: (row: IncidentRow) => Promise<Buffer | null>;
  /** A depth video; null before the upload, and where the device did not film. */
  readonly depth: (row: IncidentRow) => Promise<Buffer | null>;
  /** What becomes of a step that it does not answer at this try, from 1; null where it answers. */
  readonly refusal: (row: IncidentRow, step: string, tries: number) => PostProcessingResult | null;
}

/** How often the store is busy when it is asked for the first time. */
const BUSY_SHARE = 0.1;
const unanswered = { success: false, message: 'The data store did not answer' };

/** The store of the demo: recordings are made of what is known of the device, and a device films while it is on a mission. */
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

/** Where there is no data store: nothing is ever there, and nothing is made up. */
const noStore: IncidentFileStore = {
  bag: () => Promise.resolve(null),
  depth: () => Promise.resolve(null),
  refusal: () => ({ success: false, message: 'No data store is configured', retry_possible: false }),
};

/** The data store of a server: recordings are made up for simulated devices only. */
export const incidentFileStoreOf = (
  { isDemo, DEVICES }: Pick<Settings, 'isDemo' | 'DEVICES'>,
  database: Kysely<Database>,
): IncidentFileStore => (isDemo && DEVICES > 0 ? demoStore(database) : noStore);
