/** The progress of a download or upload as text: "1.5 MB of 12 MB", or why it failed. */

import { alertText } from './alertText.ts';
import { dataSizeText } from './dataSize.ts';

/**
 * Formats how much of a file has arrived, in bytes: `1.5 MB of 12 MB`; `1.5 MB` if the length is unknown. Before the first bytes, the text states that the
 * server is working.
 */
export function progressText(progress: { readonly bytes: number; readonly total: number | null } | undefined): string {
  if (progress === undefined) return 'The server prepares the file';
  const { bytes, total } = progress;
  return total === null ? dataSizeText(bytes) : `${dataSizeText(bytes)} of ${dataSizeText(total)}`;
}

/** Formats how much of a file has been sent, in bytes; after the last byte, the text states that the server checks the file. */
export function sentText(progress: { readonly bytes: number; readonly total: number | null } | undefined): string {
  if (progress === undefined) return 'The upload begins';
  return progress.bytes === progress.total ? 'The server checks the file' : progressText(progress);
}

/** Returns why a file was not saved: the server's reason, or that no complete response arrived. */
export const failedDownloadText = (failure: { readonly status: number; readonly message: string }): string =>
  `Nothing was saved: ${alertText(failure) ?? 'the file did not come completely.'}`;
