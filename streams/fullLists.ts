import { getAllMaps } from '#contract/map';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import type { Question } from './event.ts';

/** Rows per page with which the full list of each call is loaded. Source: RULE-115..119. */
const fullListPageSizes: ReadonlyMap<string, number> = new Map([
  [getOrganisations.name, 10],
  [getAllMaps.name, 10],
  [getLocations.name, 50],
  [getGreenhouses.name, 50],
  [getDeployments.name, 50],
]);

/** Most pages of one full list; what lies beyond is not loaded. Example: 1,000 pages of 50 are 50,000 rows. */
const MAX_PAGES = 1_000;

/** The question for the full list of a call, to be loaded page by page; the one page the server gives where the table has no size. */
export function fullListOf(call: { readonly name: string }): Question {
  const perPage = fullListPageSizes.get(call.name);
  return { call: call.name, params: {}, query: perPage === undefined ? {} : { per_page: perPage } };
}

/** A question with `per_page` and without `page` means all pages. */
export function isFullList(question: Question): boolean {
  return 'per_page' in question.query && !('page' in question.query);
}

/** One page of a list: `total` counts all rows there are. */
export interface Page {
  readonly total: number;
  readonly results: readonly unknown[];
}

/** A page and those before it, joined; `total` is the newest one. */
export function joinPages(before: Page, page: Page): Page {
  return { total: page.total, results: [...before.results, ...page.results] };
}

/** Whether rows are missing still; an empty page ends a list whose total is wrong. */
export function isIncomplete(joined: Page, page: Page, pages: number): boolean {
  return joined.results.length < page.total && page.results.length > 0 && pages < MAX_PAGES;
}
