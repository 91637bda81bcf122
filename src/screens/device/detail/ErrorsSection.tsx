import { getErrorOverview, type ErrorPeriod } from '#contract/machine';
import { useAnswer } from '#state/useAnswer';
import { DataTable } from '#ui/DataTable';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { errorColumns } from './errorColumns.tsx';
import { SmallTable } from '#ui/SmallTable';

/** How far back errors are shown. Source: CONST-014. */
const HOURS = '48';
const keyOfPeriod = ({ start_time }: ErrorPeriod) => start_time;

/** When the device stood in error during the last two days, and what came after. */
export function ErrorsSection({ serial }: { readonly serial: string }) {
  const asked = useAnswer(getErrorOverview, { serial, hours: HOURS });
  return (
    <AnsweredSection title="Error States Last 48h" bare asked={asked} end={asked.answer?.result.length}>
      {({ result }) => (
        <SmallTable>
          <DataTable
            name="device-errors"
            label="Error States"
            dense
            columns={errorColumns}
            rows={result}
            rowKey={keyOfPeriod}
            paged={false}
          />
        </SmallTable>
      )}
    </AnsweredSection>
  );
}
