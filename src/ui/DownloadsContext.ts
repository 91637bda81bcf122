import { createContext } from 'react';

/** Why code could not be downloaded: nothing answers, the page is of an older build, or this build lacks the file. */
export type DownloadFailure = 'away' | 'outdated' | 'broken';

/** What the surroundings know of downloads of code. */
export interface Downloads {
  /** Calls back whenever another attempt is worth while, e.g. when the network returns; returns a function that ends it. */
  readonly onRetry: (retry: () => void) => () => void;
  /** Never rejects. */
  readonly reasonOf: (error: unknown) => Promise<DownloadFailure>;
  readonly reload: () => void;
}

/** By default, nothing is known but that code did not come. */
export const DownloadsContext = createContext<Downloads>({
  onRetry: () => () => undefined,
  reasonOf: () => Promise.resolve('away'),
  reload: () => undefined,
});
