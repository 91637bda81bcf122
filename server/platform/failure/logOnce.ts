import type { Logger } from 'pino';
import { isDatabaseAway } from './unavailable.ts';

/** A logger of the outcomes of repeated work. */
export interface OnceLogger {
  readonly failed: (error: unknown) => void;
  readonly worked: () => void;
}

/** Creates a logger that logs each new failure of repeated work once, and its recovery once. */
export function logOnce(log: Pick<Logger, 'warn'>, texts: { readonly lost: string; readonly back: string }): OnceLogger {
  let known: string | null = null;
  return {
    failed: (error) => {
      const failure = isDatabaseAway(error) ? 'away' : String(error);
      if (failure !== known) log.warn({ err: error }, texts.lost);
      known = failure;
    },
    worked: () => {
      if (known !== null) log.warn(texts.back);
      known = null;
    },
  };
}
