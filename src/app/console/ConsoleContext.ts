/** The context and hook of `Console`: the configuration, the session and the requests of the sign-in. */

import { createContext, useContext } from 'react';
import type { Observable } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import type { Session } from '#edge/session';
import type { Attempt } from '#streams/query/requestOnce';
import type { RequestSpec } from '#streams/event';

/** Dependencies of the sign-in and the private layout, besides the log. Screens do not use these. */
export interface Console {
  readonly config: ConsoleConfig;
  readonly session: Session;
  /** Whether the browser has a network connection; used by the sign-in page, which has no log. */
  readonly online$: Observable<boolean>;
  /** Sends one request that is not recorded in the event log; used by the steps of the sign-in. */
  readonly requestOnce: (request: RequestSpec, body: unknown) => Promise<Attempt>;
}

export const ConsoleContext = createContext<Console | null>(null);

/** Returns the console of this page. Throws outside its provider. */
export function useConsole(): Console {
  const there = useContext(ConsoleContext);
  if (there === null) throw new Error('useConsole is used outside a console.');
  return there;
}
