import { Download, X } from 'lucide-react';
import { getLogFile } from '#contract/devices/deviceEvent';
import { progressText } from '#domain/text/progress';
import { useDownload } from '#state/hooks/useDownload';
import { IconButton } from '#ui/IconButton';

interface Props {
  readonly serial: string;
  readonly id: string;
}

/** Renders the button that saves an uploaded log file; of a download that takes long it cancels it. Source: LOGFILE2. */
export function LogDownload({ serial, id }: Props) {
  const { download, cancel, isLoading, isSlow, progress, isPossible } = useDownload(getLogFile);
  if (isSlow) {
    return (
      <IconButton aria-label={`Cancel download of log ${id}`} title={`Cancel. ${progressText(progress)}`} onClick={cancel}>
        <X aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <IconButton
      aria-label={`Download log ${id}`}
      aria-busy={isLoading}
      disabled={isLoading || !isPossible}
      onClick={() => download({ serial, database_id: id })}
    >
      <Download aria-hidden="true" />
    </IconButton>
  );
}
