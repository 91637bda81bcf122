import { useContext } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { DownloadsContext, type DownloadFailure } from './DownloadsContext.ts';

const TEXT = {
  away: 'No connection: this part of the page is not loaded yet. It is loaded once there is one.',
  broken: 'This part of the page could not be loaded.',
} as const;

interface Props {
  readonly reason: DownloadFailure;
  /** A sentence in place of the usual one. */
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Renders the reason why the code of a part of the page could not be loaded, in its place ("A new version is there."). */
export function LoadFailure({ reason, text, onRetry }: Props) {
  const { reload } = useContext(DownloadsContext);
  if (reason === 'outdated') {
    return (
      <Banner
        tone="warning"
        action={
          <Button variant="ghost" onClick={reload}>
            Reload
          </Button>
        }
      >
        A new version is there.
      </Banner>
    );
  }
  return (
    <Banner
      tone={reason === 'away' ? 'warning' : 'error'}
      action={
        <Button variant="ghost" onClick={onRetry}>
          Try Again
        </Button>
      }
    >
      {text ?? TEXT[reason]}
    </Banner>
  );
}
