import { createContext, useContext } from 'react';
import type { Observable } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import type { Session } from '#edge/session';
import type { Attempt } from '#streams/requestOnce';
import type { CallRequest } from '#streams/event';
import type { SaveFile, ShowBytes } from '#ui/saveFile';

/** What the sign-in and the frame need beside the log. Screens never see it. */
export interface Console {
  readonly config: ConsoleConfig;
  readonly session: Session;
  /** Whether the browser has a network connection, for the sign-in page, which has no log. */
  readonly online$: Observable<boolean>;
  /** Saves what the console itself made. */
  readonly saveFile: SaveFile;
  /** Gives bytes an address at which the page can show them, until they are let go. */
  readonly showBytes: ShowBytes;
  /** Sends one request beside the log, for the steps of the sign-in. */
  readonly requestOnce: (request: CallRequest, body: unknown) => Promise<Attempt>;
}

export const ConsoleContext = createContext<Console | null>(null);

/** The console this page runs. */
export function useConsole(): Console {
  const there = useContext(ConsoleContext);
  if (there === null) throw new Error('useConsole is used outside a console.');
  return there;
}
