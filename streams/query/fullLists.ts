/** Full lists: the page size of each call, how pages are joined, and whether rows are missing. */

import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import type { RequestSpec } from '../event.ts';

/** The page size of the full list of each call. Source: RULE-115..119. */
const fullListPageSizes: ReadonlyMap<string, number> = new Map([
  [getOrganisations.name, 10],
  [getAllMaps.name, 10],
  [getLocations.name, 50],
  [getGreenhouses.name, 50],
  [getDeployments.name, 50],
]);

/** Maximum number of pages of one full list; further pages are not loaded. Example: 1,000 pages of 50 are 50,000 rows. */
const MAX_PAGES = 1_000;

/**
 * Returns the request for the full list of a call, which is loaded page by page; for a call without a page size, a request without paging, which the server
 * answers with a single page.
 */
export function fullListOf(call: { readonly name: string }): RequestSpec {
  const perPage = fullListPageSizes.get(call.name);
  return { call: call.name, params: {}, query: perPage === undefined ? {} : { per_page: perPage } };
}

/** Returns whether a request is for all pages: it has `per_page` but no `page`. */
export function isFullList(request: RequestSpec): boolean {
  return 'per_page' in request.query && !('page' in request.query);
}

/** One page of a list: `total` is the number of all rows, `rowCount` the number of rows on the page, including unreadable ones that were omitted. */
export interface Page {
  readonly total: number;
  readonly results: readonly unknown[];
  readonly rowCount: number;
}

/** Joins pages in order; `total` is the total of the newest page. */
export function joinPages(pages: readonly Page[]): Omit<Page, 'rowCount'> {
  return { total: pages.at(-1)?.total ?? 0, results: pages.flatMap(({ results }) => results) };
}

/** Returns whether rows are still missing. An empty page ends a list with a wrong total. Source: ANY9. */
export function isIncomplete(pages: readonly Page[]): boolean {
  const newest = pages.at(-1);
  const known = pages.reduce((sum, page) => sum + page.rowCount, 0);
  return newest !== undefined && known < newest.total && newest.rowCount > 0 && pages.length < MAX_PAGES;
}
