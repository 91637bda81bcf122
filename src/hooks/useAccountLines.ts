import { useObservable, useObservableState } from 'observable-hooks';
import { useState } from 'react';
import { catchError, from, map, of, startWith, switchMap, type Observable } from 'rxjs';
import type { AccountLine } from '#contract/sessionAccount';
import { useIsPast } from './IntentContext.ts';
import { useOwnAccount } from './OwnAccountContext.ts';

interface Read {
  /** `unknown` at a past moment and in a replay, because nothing is requested there. */
  readonly status: 'loading' | 'failed' | 'ready' | 'unknown';
  readonly lines?: readonly AccountLine[];
  /** The reason why the lines could not be read. */
  readonly reason?: string;
}

const LOADING: Read = { status: 'loading' };
const MISSING: Read = { status: 'failed', reason: 'A part of the console could not be loaded.' };
const UNKNOWN: Read = { status: 'unknown' };

/** Reads the lines of an account; `retry` reads them again. They bypass the event log, so no recording contains the actions of another user. */
export function useAccountLines(id: string): Read & { readonly retry: () => void } {
  const { account, isMissing, reload } = useOwnAccount();
  const isPast = useIsPast();
  const [attempt, setAttempt] = useState(0);
  const read$ = useObservable(
    (inputs$) =>
      inputs$.pipe(
        switchMap(([given, past, wanted, , missing]): Observable<Read> => {
          if (past) return of(UNKNOWN);
          if (given === null) return of(missing ? MISSING : LOADING);
          return from(given.readLines(wanted)).pipe(
            map((lines): Read => ({ status: 'ready', lines })),
            catchError((error: unknown) => of<Read>({ status: 'failed', reason: error instanceof Error ? error.message : '' })),
            startWith(LOADING),
          );
        }),
      ),
    [account, isPast, id, attempt, isMissing],
  );
  return { ...useObservableState(read$, LOADING), retry: isMissing ? reload : () => setAttempt(attempt + 1) };
}
