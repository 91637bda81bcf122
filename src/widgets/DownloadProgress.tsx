import { chakra } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { mayHaveActed } from '#domain/text/alertText';
import { failedDownloadText, progressText } from '#domain/text/progress';
import type { Download } from '#hooks/useDownload';
import { Button } from '#ui/Button';

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 8px',
    minWidth: 0,
    fontSize: '13px',
    lineHeight: '20px',
    fontVariantNumeric: 'tabular-nums',
  },
});
const Bar = chakra('progress', { base: { width: '96px', height: '8px', accentColor: 'accent.solid' } });
const Reason = chakra('span', { base: { color: 'error.fg', overflowWrap: 'anywhere', minWidth: 0 } });

interface ProgressProps {
  /** The name of the file for screen readers: "the PDF". */
  readonly what: string;
  readonly way: 'download' | 'upload';
  readonly progress: Download['progress'];
  readonly text: string;
  /** Cancels the download; null if that is not possible. */
  readonly onCancel: (() => void) | null;
}

const GROUPS = { download: 'Download', upload: 'Upload' } as const;

/** Renders the progress of a file download, with Cancel. */
export function ProgressLine({ what, way, progress, text, onCancel }: ProgressProps) {
  return (
    <Line role="group" aria-label={`${GROUPS[way]} of ${what}`}>
      <Bar aria-label={`Progress of ${what}`} max={1} value={shareOf(progress)} />
      <span>{text}</span>
      {onCancel !== null && (
        <Button size="sm" aria-label={`Cancel the ${way} of ${what}`} onClick={onCancel}>
          <X aria-hidden="true" />
          Cancel
        </Button>
      )}
    </Line>
  );
}

interface Props {
  readonly of: Pick<Download, 'retry' | 'cancel' | 'canCancel' | 'failure' | 'isSlow' | 'progress'>;
  /** The name of the file for screen readers: "the PDF". */
  readonly what: string;
  /** The text if the server may have acted but the file did not arrive. */
  readonly unsure?: string | undefined;
}

/** Renders the progress of a long download, with Cancel; the reason for a failure, with Try Again; otherwise nothing. Place it after the download button. */
export function DownloadProgress({ of: { retry, cancel, canCancel, failure, isSlow, progress }, what, unsure }: Props) {
  if (isSlow) {
    return (
      <ProgressLine way="download" what={what} progress={progress} text={progressText(progress)} onCancel={canCancel ? cancel : null} />
    );
  }
  if (failure === undefined || failure.status === 401) return null;
  return (
    <Line role="status">
      <Reason>{(mayHaveActed(failure) ? unsure : undefined) ?? failedDownloadText(failure)}</Reason>
      {retry !== null && (
        <Button size="sm" aria-label={`Try the download of ${what} again`} onClick={retry}>
          Try Again
        </Button>
      )}
    </Line>
  );
}

/** Returns the received fraction of the file, 0..1; undefined while it is unknown, which the bar indicates. */
const shareOf = (progress: Download['progress']): number | undefined =>
  progress?.total == null || progress.total === 0 ? undefined : progress.bytes / progress.total;
