import type { Answered } from '#hooks/useAnswer';
import type { DataTableProps } from '#ui/dataTableProps';

type RequestState = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown'> & { readonly unreadCount?: number };
type Status = NonNullable<DataTableProps<never>['status']>;

function statusOf(query: readonly RequestState[]): Status {
  if (query.some(({ at, failure }) => failure !== undefined && at === undefined)) return 'failed';
  if (query.some(({ isLoading }) => isLoading)) return 'loading';
  return query.some(({ failure }) => failure !== undefined) ? 'stale' : 'ready';
}

/**
 * Returns the table properties of a polled list built from one or more responses: after a failure its rows are kept and marked as stale. Spread the result into
 * a `DataTable`.
 */
export function polledTableState(...query: readonly RequestState[]) {
  return {
    status: statusOf(query),
    emptyText: query.some(({ isUnknown }) => isUnknown) ? 'Not known at that time' : undefined,
    unreadCount: query.reduce((sum, { unreadCount = 0 }) => sum + unreadCount, 0),
  };
}
