import type { Answered } from '#hooks/useAnswer';
import { dateTimeText } from '#domain/text/dates';
import type { DataTableProps } from '#ui/dataTableProps';

type RequestState = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown' | 'isOfNow' | 'knownSince'> & {
  readonly unreadCount?: number;
};
type Status = NonNullable<DataTableProps<never>['status']>;

function statusOf(query: readonly RequestState[]): Status {
  if (query.some(({ at, failure }) => failure !== undefined && at === undefined)) return 'failed';
  if (query.some(({ isLoading }) => isLoading)) return 'loading';
  return query.some(({ failure }) => failure !== undefined) ? 'stale' : 'ready';
}

/** The text for a list whose past is not recorded and that rarely changes. */
const OF_NOW = 'As it is now: how it was then is not known';

/** Returns the text of a list without rows; a list of the server's history names the instant since which it is known. */
function emptyTextOf(query: readonly RequestState[], since: string | undefined): string | undefined {
  if (query.some(({ isUnknown }) => isUnknown)) return 'Not known at that time';
  return since === undefined ? undefined : `None known since ${since}`;
}

/**
 * Returns the table properties of a polled list that is built from one or more responses: after a failure, its rows are kept and marked as stale. Spread the
 * result into a `DataTable`.
 */
export function polledTableState(...query: readonly RequestState[]) {
  const since = query.flatMap(({ knownSince }) => knownSince ?? []);
  const knownSince = since.length === 0 ? undefined : dateTimeText(Math.max(...since));
  return {
    status: statusOf(query),
    emptyText: emptyTextOf(query, knownSince),
    knownText: query.some(({ isOfNow }) => isOfNow) ? OF_NOW : knownSince === undefined ? undefined : `Known since ${knownSince}`,
    unreadCount: query.reduce((sum, { unreadCount = 0 }) => sum + unreadCount, 0),
  };
}
