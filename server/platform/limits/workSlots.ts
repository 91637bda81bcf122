import type { Principal } from '../principal.ts';
import { createSlots } from './slots.ts';

/** A function that runs heavy work of a caller in slots, limited in total, per organisation and per person. Throws 429 at once if too many tasks wait. */
export type WorkSlots = <T>(caller: Pick<Principal, 'username' | 'groups'>, work: () => Promise<T>) => Promise<T>;

/** Maximum number of tasks that run and wait in total, and for one organisation and one person. */
interface WorkLimits {
  readonly active: number;
  readonly waiting: number;
  readonly perOrganisation: number;
  readonly perPerson: number;
}

/** Slots for worker threads: a server has few processors, and one of them must remain free for stops. */
export const THREAD_LIMITS: WorkLimits = { active: 1, waiting: 12, perOrganisation: 6, perPerson: 2 };
/** Slots for files that are being received, each of at most 100 MiB. */
export const UPLOAD_LIMITS: WorkLimits = { active: 4, waiting: 8, perOrganisation: 4, perPerson: 2 };

/** Slots for reading long lists of the database, so that a stop does not wait long for other reads. */
export const READ_LIMITS: WorkLimits = { active: 2, waiting: 20, perOrganisation: 10, perPerson: 4 };

/** Creates slots that all work of one kind shares. */
export function createWorkSlots({ active, waiting, perOrganisation, perPerson }: WorkLimits): WorkSlots {
  const organisations = createSlots({ active: Number.POSITIVE_INFINITY, waiting: 1, perKey: perOrganisation });
  const people = createSlots({ active, waiting, perKey: perPerson });
  return ({ username, groups }, work) => organisations(JSON.stringify([...groups].sort()), () => people(username, work));
}
