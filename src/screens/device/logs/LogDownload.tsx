import { getLogFile } from '#contract/devices/deviceEvent';
import { useDownload } from '#hooks/useDownload';
import { DownloadIcon } from '#widgets/DownloadIcon';

interface Props {
  readonly serial: string;
  readonly id: string;
}

/** Renders the button that saves an uploaded log file. Source: LOGFILE2. */
export function LogDownload({ serial, id }: Props) {
  const { download, ...state } = useDownload(getLogFile);
  return <DownloadIcon {...state} file={`log ${id}`} onDownload={() => download({ serial, database_id: id })} />;
}
