import { chakra } from '@chakra-ui/react';
import type { DownloadFailure } from '#ui/DownloadsContext';
import { LoadFailure } from '#ui/LoadFailure';

const Place = chakra('main', { base: { maxWidth: '640px', mx: 'auto', mt: '15vh', px: '16px' } });

interface Props {
  readonly reason: DownloadFailure;
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

/** Renders why the console does not start yet. It is tried again by itself. */
export function StartNotice(props: Props) {
  return (
    <Place>
      <LoadFailure {...props} />
    </Place>
  );
}
