import { useMemo } from 'react';
import { getErrorOverview } from '#contract/fleet/machine';
import type { LastSeen } from '#domain/errorCodes/errorPeriod';
import { selectDeviceStatus } from '#state/referenceData';
import { useAppSelector } from '#hooks/useAppSelector';
import { useAnswer } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { keyOfKeyed, withKeys } from '#ui/table/withKeys';
import { AnsweredSection } from '../AnsweredSection.tsx';
import { useDeviceReported } from '../useDeviceReported.ts';
import { errorColumns, type ErrorRow } from './errorColumns.tsx';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { SmallTable } from '#ui/SmallTable';

/** Period of the shown errors in hours. Source: CONST-014. */
const HOURS = '48';
const keyOfPeriod = ({ start_time }: ErrorRow) => start_time;

/** Renders "Error States Last 48h": the error periods of the device, each with the following state. */
export function ErrorsSection({ serial }: { readonly serial: string }) {
  const query = useAnswer(getErrorOverview, { serial, hours: HOURS });
  const seen = useLastSeen(serial);
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
            rows={withKeys(
              result.map((period): ErrorRow => ({ ...period, seen })),
              keyOfPeriod,
            )}
            rowKey={keyOfKeyed}
            of={serial}
            paged={false}
          />
        </SmallTable>
      )}
    </AnsweredSection>
  );
}

/** Returns whether a device is known to be offline, and its last report. */
function useLastSeen(serial: string): LastSeen {
  const isAway = useAppSelector((s) => selectDeviceStatus(s, serial) === 'offline');
  const { reportedAt } = useDeviceReported(serial);
  return useMemo(() => ({ isAway, reportedAt }), [isAway, reportedAt]);
}
