import type { Answered } from '#state/useAnswer';
import { listLook } from './listLook.ts';

type RequestState = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown' | 'refresh'>;

/** How a list stands whose failed load empties it without a word (RULE-113): the reason is in the data-age indicator, and it can be tried again. Spread it into a `DataTable`. */
export function askedLook(asked: RequestState) {
  const look = asked.failure !== undefined ? 'failed' : asked.isLoading ? 'loading' : 'ready';
  return { look, emptyText: listLook(asked).emptyText, isSilent: true, onRetry: asked.refresh } as const;
}
