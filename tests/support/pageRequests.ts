import type { Page, Request } from 'playwright-core';

/** The requests of each page that have not ended. */
const open = new WeakMap<Page, Set<Request>>();
/** A video is read for as long as it is shown. */
const ENDLESS = ['media', 'eventsource', 'websocket'];

/** Notes the requests of a page from now on, for `openRequests`. */
export function noteRequests(page: Page): void {
  const of = new Set<Request>();
  open.set(page, of);
  page.on('request', (request) => {
    if (!ENDLESS.includes(request.resourceType())) of.add(request);
  });
  page.on('requestfinished', (request) => void of.delete(request));
  page.on('requestfailed', (request) => void of.delete(request));
}

/** Returns the addresses of the requests of a page that have not ended. */
export const openRequests = (page: Page): readonly string[] => [...(open.get(page) ?? [])].map((request) => request.url());
