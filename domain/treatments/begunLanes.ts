import { wordText } from '../text/labels.ts';
import { isBegun } from './jobStatus.ts';

/** The fields of a job that determine whether its lane is being treated. */
interface WorkedOn {
  readonly object_id?: string | null | undefined;
  readonly status?: string | null | undefined;
}

/** Returns the lanes whose newest job has begun and not ended, each with the status that the device reports: `Running`, `Paused`. Source: LANE1. */
export function begunLanes(jobs: readonly WorkedOn[]): ReadonlyMap<string, string> {
  const newest = new Map(jobs.map(({ object_id, status }) => [object_id ?? '', status]));
  return new Map([...newest].flatMap(([lane, status]) => (status != null && isBegun(status) ? [[lane, wordText(status)] as const] : [])));
}
