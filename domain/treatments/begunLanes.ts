import { wordText } from '../text/labels.ts';
import { isBegun } from './jobStatus.ts';

/** The fields of a job that say whether its lane is being worked on. */
interface WorkedOn {
  readonly object_id?: string | null | undefined;
  readonly status?: string | null | undefined;
}

/** Returns the lanes whose newest job has begun and not ended, each with the device's word for it: `Running`, `Paused`. Source: LANE1. */
export function begunLanes(jobs: readonly WorkedOn[]): ReadonlyMap<string, string> {
  const newest = new Map(jobs.map(({ object_id, status }) => [object_id ?? '', status]));
  return new Map([...newest].flatMap(([lane, status]) => (status != null && isBegun(status) ? [[lane, wordText(status)] as const] : [])));
}
