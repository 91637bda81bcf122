import type { ReactNode } from 'react';
import { StartError } from '#edge/config';
import type { Downloads, DownloadFailure } from '#ui/DownloadsContext';
import { chakra } from '@chakra-ui/react';
import { LoadFailure } from '#ui/LoadFailure';

const Place = chakra('main', { base: { maxWidth: '640px', mx: 'auto', mt: '15vh', px: '16px' } });

interface Props {
  readonly reason: DownloadFailure;
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Renders the reason why the console has not started yet. The start is retried automatically. */
function StartNotice(props: Props) {
  return (
    <Place>
      <LoadFailure {...props} />
    </Place>
  );
}

/** Resolves when another attempt is worthwhile, or when the user requests one. */
async function nextAttempt(downloads: Downloads, offerRetry: (retry: () => void) => void): Promise<void> {
  let end: () => void = () => undefined;
  await new Promise<void>((resolve) => {
    end = downloads.onRetry(resolve);
    offerRetry(resolve);
  });
  end();
}

/** Runs a step of the start; if it fails, shows the reason and repeats the step until it succeeds. */
export async function startStep<T>(step: () => Promise<T>, downloads: Downloads, show: (what: ReactNode) => void): Promise<T> {
  for (;;) {
    try {
      return await step();
    } catch (error) {
      const text = error instanceof StartError ? error.message : undefined;
      const reason = text === undefined ? await downloads.reasonOf(error) : 'broken';
      await nextAttempt(downloads, (retry) => show(<StartNotice reason={reason} text={text} onRetry={retry} />));
    }
  }
}
