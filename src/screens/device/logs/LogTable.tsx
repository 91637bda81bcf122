import { useFeature } from '#hooks/features';
import { DataTable } from '#ui/table/DataTable';
import { requestedTableState } from '#widgets/requestedTableState';
import { columns, keyOfRow, readOnly, withFiles, withSerial } from './columns.tsx';
import type { LogRow } from './logRows.ts';

interface Props {
  readonly rows: readonly LogRow[];
  readonly query: Parameters<typeof requestedTableState>[0];
  /** True for a device that has left: its files can be saved but not uploaded. */
  readonly isFormer: boolean;
}

/** Renders the table of log files; with the uploaded portion of each if the server stores uploaded files. */
export function LogTable({ rows, query, isFormer }: Props) {
  const hasFiles = useFeature('log_files');
  const shown = isFormer ? { kept: withFiles.former, listed: readOnly } : { kept: withFiles.own, listed: columns };
  return (
    <DataTable
      fill
      name="device-logs"
      label="Logs"
      columns={hasFiles ? shown.kept : shown.listed}
      rows={rows}
      rowKey={keyOfRow}
      exportFirst={withSerial}
      {...requestedTableState(query)}
    />
  );
}
