import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { Treatment, TreatmentJob } from '#contract/fleet/treatment';
import { failedJobs } from '#domain/treatments/jobs';
import { laneCounts } from '#domain/treatments/laneCounts';
import { MISSING } from '#domain/text/numbers';
import { rowsNotTreated } from '#domain/treatments/treatment';
import { countText } from '#domain/text/labels';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { SmallTable } from '#ui/SmallTable';
import { ErrorCode } from '#widgets/ErrorCode';

const Done = chakra('p', { base: { display: 'flex', flexWrap: 'wrap', columnGap: '12px', py: '6px', color: 'fg.muted' } });

const columns: readonly Column<JobRow>[] = [
  {
    id: 'lane',
    head: 'Lane',
    narrow: 'title',
    sort: 'text',
    value: ({ job }) => job.object_id,
    cell: ({ job }) => job.object_id ?? MISSING,
  },
  { id: 'gutter', head: 'Gutter', sort: 'text', value: ({ job }) => job.gutter, cell: ({ job }) => job.gutter ?? MISSING },
  {
    id: 'code',
    head: 'Error code',
    sort: 'text',
    value: ({ job }) => job.error_code,
    cell: ({ job }) => (job.error_code == null || job.error_code === '' ? MISSING : <ErrorCode code={job.error_code} />),
  },
];
const keyOfRow = ({ key }: JobRow) => key;

interface Props {
  readonly treatment: Treatment;
  readonly jobs: readonly TreatmentJob[];
  /** The ids of the lanes of the plan; undefined while the plan is not known. */
  readonly lanes: ReadonlySet<string> | undefined;
}

/** Returns the number of lanes that are not treated although no job failed, as a sentence; '' if there are none. */
function leftText({ treatment: { stats }, jobs, lanes }: Props): string {
  const queuedCount = laneCounts(jobs, lanes).count.queued;
  const leftCount = Math.max(queuedCount, rowsNotTreated(stats) ?? 0);
  if (leftCount === 0) return '';
  return `No job has failed; ${countText(leftCount, 'lane is', 'lanes are')} not treated yet.`;
}

/**
 * Renders the jobs that failed and were not recovered: Lane, Gutter, Error code; or how many lanes are not treated yet. Source: TRT-026,
 * TRT-027.
 */
export function FailedJobs(props: Props) {
  const { jobs } = props;
  const rows = useMemo(() => jobRows(failedJobs(jobs)), [jobs]);
  return (
    <Section title="Failed Jobs" end={rows.length} bare={rows.length > 0}>
      {rows.length === 0 ? (
        <Done>
          <span>All Completed</span>
          <span>{leftText(props)}</span>
        </Done>
      ) : (
        <SmallTable>
          <DataTable
            dense
            paged={false}
            name="treatment-failed-jobs"
            label="Jobs that failed"
            columns={columns}
            rows={rows}
            rowKey={keyOfRow}
          />
        </SmallTable>
      )}
    </Section>
  );
}

/** A job with its index as key: a lane may have failed twice. */
interface JobRow {
  readonly key: string;
  readonly job: TreatmentJob;
}

/** Returns the rows of a list of jobs, in the same order. */
const jobRows = (jobs: readonly TreatmentJob[]): readonly JobRow[] => jobs.map((job, at) => ({ key: String(at), job }));
