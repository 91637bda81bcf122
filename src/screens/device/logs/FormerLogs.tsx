import { useMemo } from 'react';
import { type DeviceLog, getLogs } from '#contract/devices/deviceEvent';
import type { FormerDevice } from '#contract/devices/formerDevice';
import { useFeature } from '#hooks/features';
import { useAnswer } from '#hooks/useAnswer';
import { DataTable } from '#ui/table/DataTable';
import { OlderLeftOut } from '#widgets/OlderLeftOut';
import { requestedTableState } from '#widgets/requestedTableState';
import { TitleLine } from '../TitleLine.tsx';
import { keyOfRow, readOnly, withFiles, withSerial } from './columns.tsx';
import { logRows } from './logRows.ts';

const NONE: readonly DeviceLog[] = [];

/** Renders the log files of a former device, of the reader's time; none can be uploaded. */
export function FormerLogs({ device: { serial, name } }: { readonly device: FormerDevice }) {
  const hasFiles = useFeature('log_files');
  const query = useAnswer(getLogs, { serial });
  const logs = query.failure === undefined ? (query.answer?.result ?? NONE) : NONE;
  const rows = useMemo(() => logRows(serial, logs, []), [serial, logs]);
  return (
    <>
      <TitleLine title={`Device Logs - ${name}`}>{null}</TitleLine>
      <OlderLeftOut answer={query.answer} what="file" />
      <DataTable
        fill
        name="device-logs"
        label="Logs"
        columns={hasFiles ? withFiles.former : readOnly}
        rows={rows}
        rowKey={keyOfRow}
        exportFirst={withSerial}
        {...requestedTableState(query)}
      />
    </>
  );
}
