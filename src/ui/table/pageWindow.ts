export const PAGE_SIZES = [5, 10, 20, 25, 50, 100] as const;
export const DEFAULT_PAGE_SIZE = 10;
export const FIRST_PAGE = 1;
export const MOST_PAGE_BUTTONS = 6;

export const pageCount = (rowCount: number, size: number): number => Math.max(1, Math.ceil(rowCount / size));

/** Clamps a page, counted from 1, to 1..pages. */
export const clampPage = (page: number, pages: number): number =>
  Math.min(Math.max(FIRST_PAGE, Math.trunc(page) || FIRST_PAGE), Math.max(1, pages));

/** Converts a page number of the table (counted from 1) to that of the calls (counted from 0). */
export const callPage = (page: number): number => page - 1;

/** Returns the page that holds the first row of the current page after the page size changes. */
export const pageAfterResize = (page: number, from: number, to: number): number => Math.floor(((page - 1) * from) / to) + 1;

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Returns the numbers of the pager around `current`: at most six, always including the first and the last page, 'gap' for omitted ones. */
export function pageWindow(current: number, pages: number): readonly (number | 'gap')[] {
  if (pages <= MOST_PAGE_BUTTONS) return range(1, pages);
  const edge = MOST_PAGE_BUTTONS - 1;
  if (current < edge) return [...range(1, edge), 'gap', pages];
  if (current > pages - edge + 1) return [1, 'gap', ...range(pages - edge + 1, pages)];
  return [1, 'gap', ...range(current - 1, current + 2), 'gap', pages];
}
