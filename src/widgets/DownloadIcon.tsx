import { Download as DownloadSign, X } from 'lucide-react';
import { progressText } from '#domain/text/progress';
import type { Download } from '#hooks/useDownload';
import { IconButton } from '#ui/IconButton';

interface Props extends Pick<Download, 'cancel' | 'isLoading' | 'isSlow' | 'progress' | 'isPossible'> {
  /** The name of the file after "Download", e.g. `treatment 7`. */
  readonly file: string;
  readonly onDownload: () => void;
}

/** Renders the button of a row that saves a file; during a long download, the button cancels the download. */
export function DownloadIcon({ file, onDownload, cancel, isLoading, isSlow, progress, isPossible }: Props) {
  if (isSlow) {
    return (
      <IconButton aria-label={`Cancel download of ${file}`} title={`Cancel. ${progressText(progress)}`} onClick={cancel}>
        <X aria-hidden="true" />
      </IconButton>
    );
  }
  return (
    <IconButton aria-label={`Download ${file}`} aria-busy={isLoading} disabled={isLoading || !isPossible} onClick={onDownload}>
      <DownloadSign aria-hidden="true" />
    </IconButton>
  );
}
