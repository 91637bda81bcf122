import { getErrorOverview, type ErrorPeriod } from '#contract/fleet/machine';
import { useAnswer } from '#state/hooks/useAnswer';
import { DataTable } from '#ui/DataTable';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { errorColumns } from './errorColumns.tsx';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { SmallTable } from '#ui/SmallTable';

/** Period of the shown errors in hours. Source: CONST-014. */
const HOURS = '48';
const keyOfPeriod = ({ start_time }: ErrorPeriod) => start_time;

/** Renders the error periods of the device in the last two days, each with the following state. */
export function ErrorsSection({ serial }: { readonly serial: string }) {
  const query = useAnswer(getErrorOverview, { serial, hours: HOURS });
  return (
    <AnsweredSection title="Error States Last 48h" bare query={query} end={query.answer?.result.length}>
      {({ result, has_older }) => (
        <SmallTable>
          <OlderLeftOut answer={{ result, has_older }} what="error" />
          <DataTable
            name="device-errors"
            label="Error States"
            dense
            columns={errorColumns}
            rows={result}
            rowKey={keyOfPeriod}
            of={serial}
            paged={false}
          />
        </SmallTable>
      )}
    </AnsweredSection>
  );
}
