import type { Answered } from '#hooks/useAnswer';
import { polledTableState } from './polledTableState.ts';

type RequestState = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown' | 'isOfNow' | 'knownSince' | 'refresh'> & {
  readonly unreadCount?: number;
};

/**
 * Returns the table properties of a list that a failed load empties without a reason (RULE-113): the data-age indicator shows the reason, and the table offers
 * a retry. Spread the result into a `DataTable`.
 */
export function requestedTableState(query: RequestState) {
  const status = query.failure !== undefined ? 'failed' : query.isLoading ? 'loading' : 'ready';
  const { emptyText, knownText, unreadCount } = polledTableState(query);
  return { status, emptyText, knownText, unreadCount, isSilent: true, onRetry: query.refresh } as const;
}
