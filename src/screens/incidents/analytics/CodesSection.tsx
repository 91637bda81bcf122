import { useMemo } from 'react';
import type { ErrorCodeStatistics } from '#contract/incident';
import { codeShares } from '#domain/incidents/incident';
import type { Answered } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { Section } from '#ui/Section';
import { polledTableState } from '#widgets/polledTableState';
import { TimeText } from '#widgets/TimeText';
import { columns, type ShownShare } from './columns.tsx';

interface Props {
  /** Storage key of the page size. */
  readonly name: string;
  readonly title: string;
  /** The accessible name of the table, different from that of the section. */
  readonly label: string;
  readonly query: Answered<{ readonly result?: ErrorCodeStatistics | null | undefined }>;
}

const keyOfRow = ({ code }: ShownShare) => code;

/** Renders the error codes of some incidents, largest share first, and when they were counted ("Calculated at"). */
export function CodesSection({ name, title, label, query }: Props) {
  const result = query.answer?.result;
  const rows = useMemo(() => {
    const shares = codeShares(result);
    return shares.map((share): ShownShare => ({ ...share, most: shares[0]?.count ?? 0 }));
  }, [result]);
  const calculated =
    result == null ? undefined : (
      <>
        Calculated at <TimeText at={result.calculated_at} />
      </>
    );
  return (
    <Section title={title} end={calculated} bare>
      <DataTable
        name={name}
        label={label}
        columns={columns}
        rows={rows}
        rowKey={keyOfRow}
        {...polledTableState(query)}
        onRetry={query.refresh}
      />
    </Section>
  );
}
