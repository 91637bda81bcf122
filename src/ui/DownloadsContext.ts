/** The context with the state of downloads: why code could not be downloaded, and how to try again. */

import { createContext } from 'react';

/** The reason why code could not be downloaded: nothing responds, the page belongs to an older build, or this build lacks the file. */
export type DownloadFailure = 'away' | 'outdated' | 'broken';

/** The page's services for downloads of code. */
export interface Downloads {
  /** Calls `retry` whenever another attempt is worthwhile, e.g. when the network returns; returns a function that removes `retry`. */
  readonly onRetry: (retry: () => void) => () => void;
  /** Resolves with the reason; never rejects. */
  readonly reasonOf: (error: unknown) => Promise<DownloadFailure>;
  readonly reload: () => void;
}

/** Without a provider, every failure has the reason `away` and nothing is retried. */
export const DownloadsContext = createContext<Downloads>({
  onRetry: () => () => undefined,
  reasonOf: () => Promise.resolve('away'),
  reload: () => undefined,
});
