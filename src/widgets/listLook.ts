import type { Answered } from '#state/useAnswer';

type Asked = Pick<Answered<unknown>, 'at' | 'failure' | 'isLoading'>;

/** The look of a list that is asked again by itself, made of one answer or more: what is known stays, with a word that it is old. */
export function listLook(...asked: readonly Asked[]): 'ready' | 'loading' | 'failed' | 'stale' {
  if (asked.some(({ at, failure }) => failure !== undefined && at === undefined)) return 'failed';
  if (asked.some(({ isLoading }) => isLoading)) return 'loading';
  return asked.some(({ failure }) => failure !== undefined) ? 'stale' : 'ready';
}
