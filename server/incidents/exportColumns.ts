import { codeText, developmentText, type ErrorCatalogue } from '#domain/errorCodes/errorCode';
import type { PostProcessingStep } from '#contract/incident';
import type { Cell, SheetColumn } from '../platform/spreadsheet/sheetXml.ts';
import type { IncidentRow, IncidentStepResults } from './readIncidents.ts';

/** Source data of one export line. */
export interface ExportSource {
  readonly row: IncidentRow;
  readonly deviceName: string;
  readonly results: IncidentStepResults;
  readonly catalogue: ErrorCatalogue;
}
interface ExportColumn extends SheetColumn {
  readonly cell: (source: ExportSource) => Cell;
}

const yesNo = (value: boolean | null | undefined) => (value == null ? null : value ? 'Yes' : 'No');
const step = (name: PostProcessingStep) => (source: ExportSource) => yesNo(source.results.get(source.row.incident_id)?.[name]?.success);
const codeOf = ({ row: { error_code: code } }: ExportSource) => (code === null ? null : codeText(code));

/** The columns of an export: the fields in the list and detail of an incident, and its pose in metres. */
export const exportColumns: readonly ExportColumn[] = [
  { head: 'Incident ID', width: 40, cell: ({ row }) => row.incident_id },
  { head: 'Error Time (UTC)', width: 20, cell: ({ row }) => row.incident_time },
  { head: 'Error Code', width: 14, cell: codeOf },
  {
    head: 'Description',
    width: 44,
    cell: (source) => {
      const code = codeOf(source);
      return code === null ? null : developmentText(code, source.catalogue, 'incidents');
    },
  },
  { head: 'Device', width: 20, cell: ({ deviceName }) => deviceName },
  { head: 'Serial', width: 14, cell: ({ row }) => row.serial },
  { head: 'Manually Triggered', width: 18, cell: ({ row }) => yesNo(row.manually_triggered) },
  { head: 'Map', width: 20, cell: ({ row }) => row.map_id },
  { head: 'Map Version', width: 44, cell: ({ row }) => row.map_version },
  { head: 'Node', width: 12, cell: ({ row }) => row.node_id },
  { head: 'X (m)', width: 10, cell: ({ row }) => row.x },
  { head: 'Y (m)', width: 10, cell: ({ row }) => row.y },
  { head: 'During Mission', width: 15, cell: ({ row }) => yesNo(row.during_mission) },
  { head: 'Treatment ID', width: 40, cell: ({ row }) => row.treatment_id },
  { head: 'Data Parsed', width: 13, cell: step('data_parsing') },
  { head: 'Logs Parsed', width: 13, cell: step('log_parsing') },
  { head: 'Mosaic Rendered', width: 17, cell: step('mosaic_rendering') },
];

/** Returns the cells of an export line. */
export const exportLine = (source: ExportSource): readonly Cell[] => exportColumns.map(({ cell }) => cell(source));
