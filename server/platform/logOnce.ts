import type { Logger } from 'pino';
import { isDatabaseAway } from './database/unavailable.ts';

/** Logs the outcome of work that is repeated. */
interface OnceLogger {
  readonly failed: (error: unknown) => void;
  readonly worked: () => void;
}

/** Logs once that repeated work fails, and once that it works again. A different failure is logged once too. */
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
