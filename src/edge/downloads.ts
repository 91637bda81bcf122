import type { SchedulerLike } from 'rxjs';
import { DownloadError } from './moduleFiles.ts';

/** Pause between two attempts of a failed download, in ms, because a browser does not always notice that the connection is back. */
const RETRY_MS = 5_000;
const ENTRY = /<script\b[^>]*\bsrc="([^"]+)"/g;

/** The parts of a page on which downloads depend. */
type Page = Pick<Window & typeof globalThis, 'fetch' | 'addEventListener' | 'removeEventListener' | 'document' | 'location'>;

const entriesIn = (html: string): readonly string[] => [...html.matchAll(ENTRY)].map(([, entry = '']) => entry);

/** Returns whether the server has another build than this page; null if the response is not from the console. */
async function hasOtherBuild({ fetch, document }: Pick<Page, 'fetch' | 'document'>): Promise<boolean | null> {
  const answer = await fetch('/', { cache: 'no-store', credentials: 'same-origin', headers: { accept: 'text/html' } }).catch(() => null);
  const html = answer?.ok === true ? await answer.text().catch(() => '') : '';
  if (!html.includes('id="root"')) return null;
  const own = [...document.scripts].map((script) => script.getAttribute('src'));
  return !entriesIn(html).some((entry) => own.includes(entry));
}

/** Creates the state of the downloads of a page's code: why code could not be downloaded, and when to try again. */
export function createDownloads(page: Page, clock: SchedulerLike) {
  return {
    onRetry: (retry: () => void) => {
      const end = new AbortController();
      const whenVisible = () => page.document.visibilityState === 'visible' && retry();
      page.addEventListener('online', retry, { signal: end.signal });
      page.document.addEventListener('visibilitychange', whenVisible, { signal: end.signal });
      const pause = clock.schedule(function again() {
        retry();
        this.schedule(undefined, RETRY_MS);
      }, RETRY_MS);
      return () => {
        end.abort();
        pause.unsubscribe();
      };
    },
    reasonOf: async (error: unknown): Promise<'away' | 'outdated' | 'broken'> => {
      if (error instanceof DownloadError && error.reason === 'away') return 'away';
      const isOther = await hasOtherBuild(page);
      if (isOther === null) return 'away';
      return isOther ? 'outdated' : 'broken';
    },
    reload: () => page.location.reload(),
  };
}
