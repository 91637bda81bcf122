import { job } from '#contract/fleet/dataGroup';
import { z } from '#contract/schema';
import { countText } from '#domain/text/labels';
import { laneCounts } from '#domain/treatments/laneCounts';

/** A function that returns the lanes of the jobs in a response, as its screen determines them; undefined if the plan is not in the log. */
export type LanesOf = (thing: Readonly<Record<string, unknown>>) => ReadonlySet<string> | undefined;

const jobs = z.array(job);

/** Returns a one-line summary of the jobs of a treatment, since single jobs are not compared: `17 of 26 lanes, 2 failed`; null if there are no jobs. */
export function jobsText(value: unknown, lanes: ReadonlySet<string> | undefined): string | null {
  const read = jobs.safeParse(value);
  if (!read.success || read.data.length === 0) return null;
  const { treated, requested, count } = laneCounts(read.data, lanes);
  const failed = count.failed === 0 ? '' : `, ${String(count.failed)} failed`;
  return `${String(treated)} of ${countText(requested, 'lane')}${failed}`;
}
