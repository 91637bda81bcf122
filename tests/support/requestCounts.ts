import type { Page } from 'playwright-core';

/** What a page asked of the server since it was last cleared. */
export interface RequestCounts {
  /** API paths without the root, in the order asked. */
  readonly paths: () => readonly string[];
  readonly count: (path: string) => number;
  readonly clear: () => void;
  /** Requests without an answer yet. */
  readonly open: () => number;
}

/** Listens to the requests of a page. */
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
