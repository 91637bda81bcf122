import type { Page } from 'playwright-core';

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
