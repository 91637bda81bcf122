import type { Answered } from '#state/useAnswer';
import type { DataTableProps } from '#ui/dataTableProps';

type RequestState = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown'>;
type Status = NonNullable<DataTableProps<never>['status']>;

function statusOf(asked: readonly RequestState[]): Status {
  if (asked.some(({ at, failure }) => failure !== undefined && at === undefined)) return 'failed';
  if (asked.some(({ isLoading }) => isLoading)) return 'loading';
  return asked.some(({ failure }) => failure !== undefined) ? 'stale' : 'ready';
}

/**
 * Returns the table properties of a polled list built from one response or more: after a failure its rows stay and are marked as stale. Spread it into a
 * `DataTable`.
 */
export function polledTableState(...asked: readonly RequestState[]) {
  return { status: statusOf(asked), emptyText: asked.some(({ isUnknown }) => isUnknown) ? 'Not known at that time' : undefined };
}
