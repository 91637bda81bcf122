import type { Answered } from '#state/useAnswer';
import { listLook } from './listLook.ts';

type Asked = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading' | 'isUnknown' | 'refresh'>;

/** How a list stands that a person asks for: a failed load empties it (RULE-113) and can be tried again. Spread it into a `DataTable`. */
export function askedLook(asked: Asked) {
  const look = asked.failure !== undefined ? 'failed' : asked.isLoading ? 'loading' : 'ready';
  return { look, emptyText: listLook(asked).emptyText, onRetry: asked.refresh } as const;
}
