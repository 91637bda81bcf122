import { chakra } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { TreatmentJob } from '#contract/treatment';
import { failedJobs } from '#domain/jobs';
import { MISSING } from '#domain/numbers';
import type { Column } from '#ui/column';
import { DataTable } from '#ui/DataTable';
import { Section } from '#ui/Section';
import { SmallTable } from '#ui/SmallTable';
import { ErrorCode } from '#widgets/ErrorCode';
import { type JobRow, jobRows } from './jobRows.ts';

const Done = chakra('p', { base: { py: '6px', color: 'fg.muted' } });

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

/** The jobs that failed and were not made good. Source: TRT-026, TRT-027. */
export function FailedJobs({ jobs }: { readonly jobs: readonly TreatmentJob[] }) {
  const rows = useMemo(() => jobRows(failedJobs(jobs)), [jobs]);
  return (
    <Section title="Failed Jobs" end={rows.length} bare={rows.length > 0}>
      {rows.length === 0 ? (
        <Done>All Completed</Done>
      ) : (
        <SmallTable>
          <DataTable dense paged={false} name="treatment-failed-jobs" label="Failed jobs" columns={columns} rows={rows} rowKey={keyOfRow} />
        </SmallTable>
      )}
    </Section>
  );
}
