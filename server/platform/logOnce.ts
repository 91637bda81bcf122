import type { Logger } from 'pino';
import { isDatabaseAway } from './database/unavailable.ts';

/** What is said of work that is tried again and again. */
interface Telling {
  readonly failed: (error: unknown) => void;
  readonly worked: () => void;
}

/** Says once that such work fails, and once that it works again, however often it is tried meanwhile. Another failure is said once, too. */
export function tellOnce(log: Pick<Logger, 'warn'>, said: { readonly lost: string; readonly back: string }): Telling {
  let known: string | null = null;
  return {
    failed: (error) => {
      const failure = isDatabaseAway(error) ? 'away' : String(error);
      if (failure !== known) log.warn({ err: error }, said.lost);
      known = failure;
    },
    worked: () => {
      if (known !== null) log.warn(said.back);
      known = null;
    },
  };
}
