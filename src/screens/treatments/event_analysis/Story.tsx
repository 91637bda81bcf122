import { useMemo } from 'react';
import type { TreatmentHappening } from '#contract/treatment';
import type { Answered } from '#state/useAnswer';
import { DataTable } from '#ui/DataTable';
import { askedLook } from '#widgets/askedLook';
import { columns } from './columns.tsx';
import { type HappeningRow, happeningRows } from './happeningRows.ts';

const keyOfRow = ({ key }: HappeningRow) => key;
const toneOfRow = ({ happening }: HappeningRow) => (happening.level === 'fatal' ? ('error' as const) : undefined);
const nothing: readonly TreatmentHappening[] = [];

/** What happened during a treatment, as a table. It is asked by a button: a failed load empties it. Source: RULE-113. */
export function Story({ asked }: { readonly asked: Answered<{ readonly result: readonly TreatmentHappening[] }> }) {
  const hasFailed = asked.failure !== undefined;
  const story = (hasFailed ? undefined : asked.answer?.result) ?? nothing;
  const rows = useMemo(() => happeningRows(story), [story]);
  return (
    <DataTable
      fill
      name="treatment-events"
      label="Events"
      columns={columns}
      rows={rows}
      rowKey={keyOfRow}
      rowTone={toneOfRow}
      {...askedLook(asked)}
    />
  );
}
