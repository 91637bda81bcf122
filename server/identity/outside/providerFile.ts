/** The file with the last documents that a provider published, for a start while it is unavailable. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { z } from '#contract/schema';
import { discovery } from './discovery.ts';
import { keySet } from './providerKeys.ts';

const kept = z.object({ document: discovery, keys: keySet });
/** The last documents that a provider published. */
export type PublishedByProvider = z.infer<typeof kept>;

/** The store of the documents that a provider published, for a start while it is unavailable. */
export interface ProviderFile {
  /** Returns the documents that an issuer published; null if none are stored. */
  readonly of: (issuer: string) => PublishedByProvider | null;
  readonly store: (published: PublishedByProvider) => void;
}

/**
 * Opens the file, which each write replaces as a whole, with mode 0600. A file that cannot be read is treated as missing; `onFailure` receives the reason for a
 * failed write.
 */
export function openProviderFile(file: string, onFailure: (reason: string) => void): ProviderFile {
  return {
    of: (issuer) => {
      try {
        const found = kept.parse(JSON.parse(readFileSync(file, 'utf8')));
        return found.document.issuer === issuer ? found : null;
      } catch {
        return null;
      }
    },
    store: (published) => {
      try {
        writeFileSync(`${file}.new`, `${JSON.stringify(published)}\n`, { mode: 0o600 });
        renameSync(`${file}.new`, file);
      } catch (error) {
        onFailure(error instanceof Error ? error.message : 'unknown');
      }
    },
  };
}
