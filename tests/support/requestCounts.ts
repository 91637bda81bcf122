import type { BrowserContext, Page } from 'playwright-core';
import { calls } from '#contract/catalogue/calls';
import { everyMsOf } from '#streams/query/pollIntervals';

/** The requests of a page since the last `clear`. */
export interface RequestCounts {
  /** API paths without the root, in request order. */
  readonly paths: () => readonly string[];
  readonly count: (path: string) => number;
  readonly clear: () => void;
  /** Number of requests without a response yet. */
  readonly open: () => number;
}

/** Counts the requests of a page. */
export function countRequests(page: Page): RequestCounts {
  let paths: string[] = [];
  const open = new Set<unknown>();
  const pathOf = (url: string) => /\/api\/(.*)$/.exec(url)?.[1];
  page.on('request', (request) => {
    const path = pathOf(request.url());
    if (path === undefined) return;
    paths.push(path);
    open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  return {
    paths: () => paths,
    count: (path) => paths.filter((asked) => asked === path).length,
    clear: () => {
      paths = [];
    },
    open: () => open.size,
  };
}

/** Returns the growing list of the API requests of a context, as they are sent: `GET /api/machines`. */
export function apiRequests(context: BrowserContext): readonly string[] {
  const seen: string[] = [];
  context.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) seen.push(`${request.method()} ${pathname}`);
  });
  return seen;
}

/** The requests that the console repeats at an interval, whatever is chosen. */
const polls: ReadonlySet<string> = new Set(
  Object.values(calls).flatMap((call) => (everyMsOf(call) === null ? [] : [`${call.method} /api/${call.path}`])),
);

/** Returns the requests that are no polls of what was asked for before: a slow machine takes longer for a test than the longest interval. */
export const otherThanPolls = (requests: readonly string[], before: readonly string[]): readonly string[] =>
  requests.filter((one) => !polls.has(one) || !before.includes(one));
