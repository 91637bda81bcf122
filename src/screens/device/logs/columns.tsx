import { serialFirst } from '#widgets/serialColumn';
import { chakra } from '@chakra-ui/react';
import { Upload } from 'lucide-react';
import { isFinal } from '#domain/commands/commandText';
import { wordText } from '#domain/text/labels';
import { instantMs, cellTimeText } from '#domain/text/dates';
import type { Column } from '#ui/column';
import { CommandButton } from '#widgets/CommandButton';
import { TimeText } from '#widgets/TimeText';
import { dataSizeText } from '#domain/text/dataSize';
import { CommandResult } from '#widgets/CommandResult';
import type { LogRow } from './logRows.ts';
import { getLogFile } from '#contract/devices/deviceEvent';
import { useDownload } from '#hooks/useDownload';
import { DownloadIcon } from '#widgets/DownloadIcon';

interface Props {
  readonly serial: string;
  readonly id: string;
}

/** Renders the button that saves an uploaded log file. Source: LOGFILE2. */
function LogDownload({ serial, id }: Props) {
  const { download, ...state } = useDownload(getLogFile);
  return <DownloadIcon {...state} file={`log ${id}`} onDownload={() => download({ serial, database_id: id })} />;
}

const Uploaded = chakra('span', { base: { display: 'inline-flex', alignItems: 'center', gap: '8px' } });

/** The uploaded portion of a log file, from a server that stores it. Source: LOGFILE2. */
export const uploadedColumn: Column<LogRow> = {
  id: 'size',
  head: 'File',
  width: 140,
  narrow: 'line',
  sort: 'number',
  value: ({ size }) => size ?? null,
  cell: ({ serial, database_id, size }) =>
    size == null ? null : (
      <Uploaded>
        {dataSizeText(size)} <LogDownload serial={serial} id={database_id} />
      </Uploaded>
    ),
};

/** The columns of the log files: Timestamp, Database Id, Last Upload, File, upload button. Source: DEV-129..131. */
export const columns: readonly Column<LogRow>[] = [
  {
    id: 'timestamp',
    head: 'Timestamp',
    width: 188,
    narrow: 'state',
    sort: 'number',
    value: ({ timestamp }) => instantMs(timestamp),
    exportValue: ({ timestamp }) => cellTimeText(timestamp),
    cell: ({ timestamp }) => <TimeText at={timestamp} />,
  },
  {
    id: 'database_id',
    head: 'Database Id',
    narrow: 'title',
    sort: 'text',
    value: ({ database_id }) => database_id,
    cell: ({ database_id }) => database_id,
  },
  {
    id: 'result',
    head: 'Last Upload',
    width: 320,
    narrow: 'line',
    exportValue: ({ upload }) => (upload === undefined ? null : wordText(upload.status)),
    cell: ({ upload }) => (upload === undefined ? null : <CommandResult line={upload} />),
  },
  {
    id: 'upload',
    head: '',
    label: 'Upload',
    width: 128,
    narrow: 'action',
    align: 'end',
    cell: ({ serial, database_id, upload }) => (
      <CommandButton
        name="uploadOne"
        serial={serial}
        icon={Upload}
        params={{ incident: database_id }}
        isBusy={upload !== undefined && !isFinal(upload.status)}
      />
    ),
  },
];

/** The key of a row. */
export const keyOfRow = ({ database_id }: LogRow) => database_id;
/** The columns of a former device, which no longer uploads anything. */
export const readOnly = columns.filter(({ id }) => id !== 'upload' && id !== 'result');
/** The columns with the uploaded portion, which can be downloaded. */
export const withFiles = { own: columns.toSpliced(-1, 0, uploadedColumn), former: [...readOnly, uploadedColumn] };
/** The columns of an export begin with the serial. */
export const withSerial = serialFirst(({ serial }: LogRow) => serial);
