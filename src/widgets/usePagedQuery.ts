import { useState } from 'react';
import { useStore } from 'react-redux';
import type { AnswerOf, CallWith, ParamsOf } from '#contract/call';
import { useAnswer, type Answered } from '#hooks/useAnswer';
import type { QueryOptions, ViewQueryOf } from '#hooks/useQuery';
import type { RootState } from '#state/store';
import type { RemotePaging } from '#ui/dataTableProps';
import { callPage, clampPage, pageCount } from '#ui/table/pageWindow';
import { useListPage } from '#ui/table/tableAddress';
import { usePageSize } from '#ui/table/usePageSize';
import { requestedTableState } from './requestedTableState.ts';

/** A page on the wire. Its rows are in `results`, `actions` or `incidents`, depending on the call. */
type PageOf<Row> = { readonly total: number } & (
  | { readonly results: readonly Row[] }
  | { readonly actions: readonly Row[] }
  | { readonly incidents: readonly Row[] }
);

type RowOf<Page> = Page extends PageOf<infer Row> ? Row : never;

function rowsOf<Row>(page: PageOf<Row>): readonly Row[] {
  if ('results' in page) return page.results;
  return 'actions' in page ? page.actions : page.incidents;
}

/** One page of a list. Spread `table` into a `DataTable`. */
export interface PagedAnswer<Row, Page = unknown> {
  readonly table: {
    readonly name: string;
    readonly rows: readonly Row[];
    readonly remote: RemotePaging;
  } & ReturnType<typeof requestedTableState>;
  readonly query: Answered<Page>;
}

/** The row count in the newest response to the parameters in `of`. `knownAt` is when that response was received, in ms since epoch. */
interface Held {
  readonly of: string;
  readonly known: number | null;
  readonly knownAt: number;
}

/** Queries a paged call page by page; the page size is stored under the table's name. After a change of parameters, the first page is shown. */
export function usePagedQuery<C extends CallWith<PageOf<unknown>>>(
  name: string,
  call: C,
  params: ParamsOf<C>,
  query?: Omit<ViewQueryOf<C>, 'page' | 'per_page'>,
  options?: QueryOptions,
): PagedAnswer<RowOf<AnswerOf<C>>, AnswerOf<C>>;
export function usePagedQuery<Row>(
  name: string,
  call: CallWith<PageOf<Row>>,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string | number | undefined>> = {},
  options: QueryOptions = {},
): PagedAnswer<Row, PageOf<Row>> {
  const [size, setSize] = usePageSize(name);
  // After a change of parameters, neither the page nor the row count of the old parameters applies.
  const of = JSON.stringify([params, query]);
  const first: Held = { of, known: null, knownAt: -Infinity };
  const [wanted, setWanted] = useListPage(name, of);
  const [held, setHeld] = useState(first);
  // In the past, a count that was received after the shown moment is ignored.
  const isLater = held.knownAt > (useStore<RootState>().getState().health.newestAt ?? Infinity);
  const now = held.of === of ? { ...held, ...(isLater ? { known: null, knownAt: -Infinity } : {}) } : first;
  if (held.of !== of) setHeld(first);
  const { known, knownAt } = now;
  // The pager is kept while the next page is loading; no page beyond the last is requested.
  const page = known === null ? wanted : clampPage(wanted, pageCount(known, size));
  const asked = useAnswer(call, params, { ...query, page: callPage(page), per_page: size }, options);
  const { answer, at, failure } = asked;
  // A cached page may contain an older count, so only a newer response updates it; otherwise two pages would redirect to each other endlessly.
  if (answer !== undefined && at !== undefined && at > knownAt && answer.total !== known) {
    setHeld({ ...now, known: answer.total, knownAt: at });
  }
  const onChange = (next: number, nextSize: number) => {
    setWanted(next);
    if (nextSize !== size) setSize(nextSize);
  };
  return {
    table: {
      name,
      // If loading fails, the table is empty (RULE-113).
      rows: failure === undefined && answer !== undefined ? rowsOf(answer) : [],
      remote: { page, size, rowCount: known ?? answer?.total ?? 0, onChange },
      ...requestedTableState(asked),
    },
    query: asked,
  };
}
