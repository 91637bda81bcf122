/** Sort order, filters, page and page size of a table, as text in the URL. */

import { useContext, useEffect, useMemo, useRef } from 'react';
import type { Column, Filters, Sorting } from '../column.ts';
import { type AddressCodec, PageAddressContext, useAddressState } from '../pageAddress.ts';
import { FIRST_PAGE, PAGE_SIZES } from './pageWindow.ts';

export const NO_FILTERS: Filters = {};

/** `name` ascending, `-name` descending. */
const sortCodec: AddressCodec<Sorting | undefined> = {
  encode: (sorting) => (sorting === undefined ? '' : `${sorting.desc ? '-' : ''}${sorting.id}`),
  decode: (text) => (text === '' ? null : { id: text.replace(/^-/, ''), desc: text.startsWith('-') }),
};

const filterCodec: AddressCodec<Filters> = {
  encode: (filters) => new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString(),
  decode: (text) => Object.fromEntries(new URLSearchParams(text)),
};

/** A whole number of at most seven digits, for rows and pages in a URL; larger numbers are treated as unreadable. */
const WHOLE = /^[1-9]\d{0,6}$/;

const pageCodec: AddressCodec<number> = { encode: String, decode: (text) => (WHOLE.test(text) ? Number(text) : null) };

const sizeCodec: AddressCodec<number | undefined> = {
  encode: (size) => (size === undefined ? '' : String(size)),
  decode: (text) => PAGE_SIZES.find((size) => String(size) === text) ?? null,
};

/** Returns the order of a table, from the URL or else `sortedBy`, and its setter. */
export function useSorting<Row>(name: string, columns: readonly Column<Row>[], sortedBy: Sorting | undefined) {
  const [asked, onSort] = useAddressState(`${name}.sort`, sortCodec, sortedBy);
  const exists = asked !== undefined && columns.some(({ id, sort }) => id === asked.id && sort !== undefined);
  return [exists ? asked : sortedBy, onSort] as const;
}

/** Returns the column filters of a table and their setter, for a screen that controls them. */
export const useTableFilters = (name: string) => useAddressState(`${name}.filter`, filterCodec, NO_FILTERS, 'later');

/** Returns a short hash of a list's parameters (32-bit FNV-1a in base 36). If two lists have the same hash, the worst effect is a wrong page. */
function textOfList(of: string): string {
  const hash = new TextEncoder().encode(of).reduce((sum, byte) => Math.imul(sum ^ byte, 16_777_619), 2_166_136_261);
  return (hash >>> 0).toString(36);
}

/**
 * Returns the page of a list that is loaded page by page, and its setter. `of` is the list's parameters, so the page of another list is not used for this one;
 * '' if there is only one list.
 */
export function useListPage(name: string, of: string) {
  const codec = useMemo((): AddressCodec<number> => {
    if (of === '') return pageCodec;
    const list = textOfList(of);
    return {
      encode: (page) => (page === FIRST_PAGE ? '' : `${page}.${list}`),
      decode: (text) => (text.endsWith(`.${list}`) ? pageCodec.decode(text.slice(0, -list.length - 1)) : null),
    };
  }, [of]);
  const [page, setPage] = useAddressState(`${name}.page`, codec, FIRST_PAGE);
  const shown = useRef(of);
  useEffect(() => {
    if (shown.current === of) return;
    shown.current = of;
    // Removes the page of the previous list, which would otherwise return together with its parameters.
    if (page === FIRST_PAGE) setPage(FIRST_PAGE);
  }, [of, page, setPage]);
  return [page, setPage] as const;
}

/**
 * Returns the page of a table that has all its rows, counted from 1, and its setter; null for a table whose page is stored elsewhere. The page belongs to the
 * list in the URL. Source: LIST3.
 */
export function useTablePage(name: string | null) {
  const list = useContext(PageAddressContext)?.list ?? '';
  return useListPage(name ?? '', name === null ? '' : list);
}

/** Returns the page size in the URL and its setter; undefined if the size is missing. */
export const useAddressSize = (name: string) => useAddressState(`${name}.rows`, sizeCodec, undefined);
