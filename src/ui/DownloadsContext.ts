/** The context with the state of downloads: why code could not be downloaded, and how to try again. */

import { createContext } from 'react';

/** Why code could not be downloaded: nothing responds, the page belongs to an older build, or this build lacks the file. */
export type DownloadFailure = 'away' | 'outdated' | 'broken';

/** The page's services for downloads of code. */
export interface Downloads {
  /** Calls back whenever another attempt is worthwhile, e.g. when the network returns; returns a function that ends it. */
  readonly onRetry: (retry: () => void) => () => void;
  /** Never rejects. */
  readonly reasonOf: (error: unknown) => Promise<DownloadFailure>;
  readonly reload: () => void;
}

/** By default, nothing is known except that code could not be downloaded. */
export const DownloadsContext = createContext<Downloads>({
  onRetry: () => () => undefined,
  reasonOf: () => Promise.resolve('away'),
  reload: () => undefined,
});
