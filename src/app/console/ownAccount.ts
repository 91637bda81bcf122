/** Sends the account of this session to the server, and reads accounts: these calls bypass the event log, so no recording contains them. */

import {
  BehaviorSubject,
  combineLatest,
  defer,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  from,
  fromEvent,
  map,
  type Observable,
  of,
  shareReplay,
  skip,
  startWith,
  Subject,
  switchMap,
} from 'rxjs';
import { getAccountLines, getAccountPolicy, postAccountLines, type AccountLine } from '#contract/sessionAccount';
import { alertText } from '#domain/text/alertText';
import { instantMs } from '#domain/text/dates';
import { openCarriedAccount } from '#edge/carriedAccount';
import type { OwnAccount } from '#hooks/OwnAccountContext';
import { MAX_CARRIED, type Sharing, uploadAccount, type UploadState } from '#past/account/accountUpload';
import { beginAccount, type Names } from '#past/account/sessionAccount';
import { selectKeepsAccounts } from '#state/accountPolicy';
import { selectAnswer } from '#state/answers';
import { selectClockOffset } from '#state/clock';
import { selectRoute } from '#state/page';
import { selectListedDevice } from '#state/referenceData';
import { selectProfile } from '#state/session';
import type { LogStore, RootState } from '#state/store';
import { requestOf } from '#state/viewRequest';
import { type FleetEvent, keyOf } from '#streams/event';
import type { Ports } from '#streams/ports';
import { requestOnce } from '#streams/query/requestOnce';
import type { BrowserStorage } from '#ui/browserStorage';

interface Parts {
  readonly ports: Ports;
  readonly store: LogStore;
  readonly events$: Observable<readonly FleetEvent[]>;
  readonly remember: BrowserStorage;
  readonly page: Pick<Window, 'sessionStorage' | 'addEventListener' | 'removeEventListener' | 'crypto'>;
  readonly names: () => Promise<Names>;
}

const PER_PAGE = 100;
/** Returns the storage key of a user's choice to share accounts. */
const sharedKey = (username: string) => `share-accounts.${username}`;

const POLICY = keyOf(requestOf(getAccountPolicy, {}));

/** Selects when the notice was seen, in ms since epoch; null while no account may be kept. */
function selectAllowedFrom(s: RootState): number | null {
  const seenAt = selectAnswer(s, getAccountPolicy, POLICY)?.notice_seen_at ?? null;
  return seenAt !== null && selectKeepsAccounts(s) ? instantMs(seenAt) : null;
}

/** Creates the function that reads all lines of an account, page by page. */
const createReadLines =
  (ports: Ports): OwnAccount['readLines'] =>
  async (id) => {
    const lines: AccountLine[] = [];
    for (let page = 0; ; page += 1) {
      const query = { page, per_page: PER_PAGE };
      const attempt = await firstValueFrom(requestOnce(ports, { call: getAccountLines.name, params: { session_id: id }, query }));
      if (!attempt.ok) throw new Error(alertText(attempt.failure) ?? 'No answer came.');
      const { total, results } = getAccountLines.answer.parse(attempt.answer);
      lines.push(...results);
      if (results.length === 0 || lines.length >= total) return lines;
    }
  };

/** Opens the state of whether the user's sessions are shared; the initial value is the one that this browser stored for the user. */
function openSharing(username$: Observable<string | null>, { store, remember }: Pick<Parts, 'store' | 'remember'>) {
  const given$ = new Subject<Sharing>();
  const isRemembered = (username: string | null) => username !== null && remember.get(sharedKey(username)) === 'yes';
  const sharing$ = username$.pipe(
    switchMap((username) => given$.pipe(startWith<Sharing>({ isShared: isRemembered(username), isChosen: false }))),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const give = (sharing: Sharing, isForLater: boolean) => {
    const username = selectProfile(store.getState())?.username;
    if (isForLater && username !== undefined) remember.set(sharedKey(username), sharing.isShared ? 'yes' : 'no');
    given$.next(sharing);
  };
  return { sharing$, give };
}

/** Creates the account of the sessions of this page, for one user at a time. */
export function createOwnAccount({ ports, store, events$, remember, page, names }: Parts): OwnAccount {
  const carried = openCarriedAccount(page);
  const isPast$ = new BehaviorSubject(false);
  const username$ = from(store).pipe(
    map((s) => selectProfile(s)?.username ?? null),
    distinctUntilChanged(),
  );
  const { sharing$, give } = openSharing(username$, { store, remember });
  const parts = {
    events$,
    sharing$,
    takeShared: (isShared: boolean) => {
      // Starting to share in another tab or browser shares only this session; stopping there also applies to later sessions.
      give({ isShared, isChosen: false }, !isShared);
    },
    allowedFrom$: from(store).pipe(map(selectAllowedFrom)),
    isReady$: combineLatest([ports.online$, isPast$]).pipe(map(([isOnline, isPast]) => isOnline && !isPast)),
    hidden$: ports.visible$.pipe(
      skip(1),
      filter((isVisible) => !isVisible),
    ),
    left$: fromEvent(page, 'pagehide'),
    names$: defer(names).pipe(
      map((known): Names => ({ ...known, kept: { hasDevice: (serial) => selectListedDevice(store.getState(), serial) !== undefined } })),
    ),
    offsetMs: () => selectClockOffset(store.getState()),
    send: (id: string, body: unknown) => requestOnce(ports, { call: postAccountLines.name, params: { session_id: id }, query: {} }, body),
    clock: ports.clock,
  };
  const ofPerson = (username: string): Observable<UploadState> =>
    uploadAccount({
      ...parts,
      carry: (session) => carried.keep(username, session),
      begin: (known) => {
        const before = carried.take(username);
        const session = before !== null && before.next < MAX_CARRIED ? before : { id: page.crypto.randomUUID(), next: 0 };
        const begin = { at: ports.clock.now(), username, isBack: session === before, route: selectRoute(store.getState()) };
        return { session, account: beginAccount(begin, known) };
      },
    });
  return {
    state$: username$.pipe(
      switchMap((username) => (username === null ? of<UploadState>({ kind: 'off' }) : ofPerson(username))),
      shareReplay({ bufferSize: 1, refCount: true }),
    ),
    isShared$: sharing$.pipe(
      map(({ isShared }) => isShared),
      distinctUntilChanged(),
    ),
    setShared: (isShared) => give({ isShared, isChosen: true }, true),
    setPast: (isPast) => isPast$.next(isPast),
    readLines: createReadLines(ports),
  };
}
