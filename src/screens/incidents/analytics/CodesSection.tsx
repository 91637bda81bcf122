import { useMemo } from 'react';
import type { ErrorCodeStatistics } from '#contract/incident';
import { codeShares, type CodeShare } from '#domain/incident';
import type { Answered } from '#state/useAnswer';
import { DataTable } from '#ui/DataTable';
import { Section } from '#ui/Section';
import { listLook } from '#widgets/listLook';
import { TimeText } from '#widgets/TimeText';
import { columns } from './columns.tsx';

interface Props {
  /** Under which its rows per page are remembered. */
  readonly name: string;
  readonly title: string;
  /** What its table is called, other than the section around it. */
  readonly label: string;
  readonly asked: Answered<{ readonly result?: ErrorCodeStatistics | null | undefined }>;
}

const keyOfRow = ({ code }: CodeShare) => code;

/** The error codes of some incidents, the largest share first, and when they were counted. */
export function CodesSection({ name, title, label, asked }: Props) {
  const result = asked.answer?.result;
  const rows = useMemo(() => codeShares(result), [result]);
  const calculated =
    result == null ? undefined : (
      <>
        Calculated at <TimeText at={result.calculated_at} />
      </>
    );
  return (
    <Section title={title} end={calculated} bare>
      <DataTable name={name} label={label} columns={columns} rows={rows} rowKey={keyOfRow} {...listLook(asked)} onRetry={asked.refresh} />
    </Section>
  );
}
