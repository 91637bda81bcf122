/** The account of this session on the server: its context, and the hook `useOwnAccount`. */

import { useObservableState } from 'observable-hooks';
import { createContext, useContext, useState } from 'react';
import { catchError, from, map, of, startWith, Subject, switchMap, type Observable } from 'rxjs';
import type { AccountLine } from '#contract/sessionAccount';
import type { UploadState } from '#past/account/accountUpload';

/** The account of this session, for a server that keeps accounts. */
export interface OwnAccount {
  /** Emits the state of the upload; the account is sent while this observable has a subscriber. */
  readonly state$: Observable<UploadState>;
  readonly isShared$: Observable<boolean>;
  /** Shares, or stops sharing, this session and the user's later sessions in this browser. */
  readonly setShared: (isShared: boolean) => void;
  /** Sets whether a past moment is shown, during which nothing is sent. */
  readonly setPast: (isPast: boolean) => void;
  /** Reads the lines of an account, bypassing the event log, so no recording contains them. Rejects with a reason. */
  readonly readLines: (id: string) => Promise<readonly AccountLine[]>;
}

/** The function that opens the account of this session; null in a replay, and if the server keeps no accounts. */
export const OwnAccountContext = createContext<(() => Promise<OwnAccount>) | null>(null);

interface Shown {
  /** The account; null until its code is loaded, and on a page without an account. */
  readonly account: OwnAccount | null;
  readonly state: UploadState;
  readonly isShared: boolean;
  /** Whether the code of the account could not be loaded. */
  readonly isMissing: boolean;
}

const NONE: Shown = { account: null, state: { kind: 'off' }, isShared: false, isMissing: false };

/** Returns the account of this session and the state of its upload; `reload` loads the code of the account again after a failure. */
export function useOwnAccount(): Shown & { readonly reload: () => void } {
  const open = useContext(OwnAccountContext);
  const [reload$] = useState(() => new Subject<null>());
  const [shown$] = useState(() =>
    open === null
      ? of(NONE)
      : reload$.pipe(
          startWith(null),
          switchMap(() =>
            from(open()).pipe(
              switchMap((account) =>
                account.state$.pipe(
                  switchMap((state) => account.isShared$.pipe(map((isShared): Shown => ({ ...NONE, account, state, isShared })))),
                ),
              ),
              catchError(() => of<Shown>({ ...NONE, isMissing: true })),
              startWith(NONE),
            ),
          ),
        ),
  );
  return { ...useObservableState(shown$, NONE), reload: () => reload$.next(null) };
}
