/**
 * Sends the account of the running session to a server that keeps it: what is new, some seconds after it happened, by the numbers of its lines, so that a repeated
 * request does nothing more.
 *
 * 1. Nothing is collected or sent before accounts are on and the notice was seen; both end it at once.
 * 2. Nothing is sent without a connection or while a past moment is shown; it is sent afterwards.
 * 3. What the server refuses for good ends the session's account; after any other failure it is sent again, later.
 * 4. An account has at most `MAX_SESSION_LINES` lines; what comes after them is not sent.
 */

import {
  combineLatest,
  distinctUntilChanged,
  EMPTY,
  expand,
  filter,
  ignoreElements,
  map,
  merge,
  of,
  scan,
  shareReplay,
  skip,
  startWith,
  switchMap,
  take,
  tap,
  timer,
  withLatestFrom,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import type { BodyOf } from '#contract/call';
import { MAX_ACCOUNT_LINES, MAX_ACCOUNT_TEXT, MAX_SESSION_LINES, type postAccountLines } from '#contract/sessionAccount';
import { unsoundProblem } from '#domain/text/fieldText';
import type { FleetEvent, RequestFailure } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';
import { accountWith, type AccountEntry, type Names, type SessionAccount } from './sessionAccount.ts';

type Lines = BodyOf<typeof postAccountLines>;

/** A session whose account goes on after a reload of its page: its id, and the number of its next line. */
export interface CarriedSession {
  readonly id: string;
  readonly next: number;
}

/** How the account of this session is sent. `sentAt` is in ms since epoch, null before the first time. */
export type UploadState =
  | { readonly kind: 'off' }
  | { readonly kind: 'kept'; readonly id: string; readonly lines: number; readonly sentAt: number | null; readonly isFailing: boolean }
  | { readonly kind: 'refused'; readonly id: string; readonly reason: string };

interface Parts {
  /** The events of the live log, from the subscription on. */
  readonly events$: Observable<readonly FleetEvent[]>;
  /** Whether accounts are on and the notice was seen. */
  readonly isAllowed$: Observable<boolean>;
  /** Whether there is a connection and no past moment is shown. Replays the latest. */
  readonly isReady$: Observable<boolean>;
  /** Whether the person shares the account. Replays the latest. */
  readonly isShared$: Observable<boolean>;
  /** Emits when the page is hidden: it may be closed next. */
  readonly hidden$: Observable<unknown>;
  /** Emits when the page is left. */
  readonly left$: Observable<unknown>;
  /** Begins the account of a session, or goes on with that of before a reload. */
  readonly begin: (names: Names) => { readonly session: CarriedSession; readonly account: SessionAccount };
  /** Keeps where the session is for a reload. */
  readonly carry: (session: CarriedSession) => void;
  /** The names of screens and calls; completes. */
  readonly names$: Observable<Names>;
  readonly send: (id: string, lines: Lines) => Observable<Attempt>;
  /** How far the server's clock is ahead of the console's, in ms. */
  readonly offsetMs: () => number;
  readonly clock: SchedulerLike;
}

/** Pauses before lines are sent, in ms: of a page that was opened in passing nothing is kept, and a click that follows another costs no request of its own. */
export const PAUSE_MS = { first: 10_000, next: 30_000, afterFailure: 60_000 };
/** With so many lines, a session does not go on after a reload: the next one begins. */
export const MAX_CARRIED = MAX_SESSION_LINES / 2;
/** Statuses by which the server refuses an account for good. A sign-in whose second factor is pending is no refusal of it. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413]);
const PENDING = 'MfaRequired';

const isRefusal = (failure: RequestFailure | null): failure is RequestFailure =>
  failure !== null && REFUSED.has(failure.status) && !failure.message.startsWith(PENDING);

/** Returns a text as a line may have it: without control and invisible characters, and not too long. */
function lineText(text: string): string {
  const sound = Array.from(text.normalize('NFC')).filter((character) => unsoundProblem(character, '') === undefined);
  return (sound.length > MAX_ACCOUNT_TEXT ? [...sound.slice(0, MAX_ACCOUNT_TEXT - 1), '…'] : sound).join('').trim();
}

/** What was sent: the entries as they were then, by their place in the account. */
interface Progress {
  readonly sent: readonly (AccountEntry | undefined)[];
  readonly isShared: boolean | null;
  readonly sentAt: number | null;
  readonly failure: RequestFailure | null;
  readonly hasMore: boolean;
}

const NOTHING: Progress = { sent: [], isShared: null, sentAt: null, failure: null, hasMore: false };

/** Returns the places of the entries that were not sent as they are now, as many as one request may have. */
const pendingOf = ({ entries }: SessionAccount, { sent }: Progress, { next }: CarriedSession): readonly number[] =>
  entries
    .slice(0, MAX_SESSION_LINES - next)
    .flatMap((entry, place) => (entry === sent[place] ? [] : [place]))
    .slice(0, MAX_ACCOUNT_LINES);

const pauseOf = ({ sentAt, failure, hasMore }: Progress): number =>
  failure !== null ? PAUSE_MS.afterFailure : hasMore ? 0 : sentAt === null ? PAUSE_MS.first : PAUSE_MS.next;

/** Returns the lines of some entries of an account. */
const linesOf = ({ entries }: SessionAccount, places: readonly number[], { next }: CarriedSession, offsetMs: number): Lines['lines'] =>
  places.flatMap((place) => {
    const entry = entries[place];
    if (entry === undefined) return [];
    const { at, kind, text, outcome } = entry;
    const line = { sequence: next + place, at: new Date(at + offsetMs).toISOString(), kind };
    return [{ ...line, text: lineText(text) || '-', outcome: lineText(outcome) }];
  });

/** Sends what is new, once there is anything and it may be sent; emits the progress afterwards. */
function sendOnce(
  { isShared$, isReady$, send, offsetMs, clock }: Parts,
  { session, account$ }: { readonly session: CarriedSession; readonly account$: Observable<SessionAccount> },
  before: Progress,
): Observable<Progress> {
  return combineLatest([account$, isShared$, isReady$]).pipe(
    map(([account, isShared, isReady]) => ({ account, isShared, isReady, places: pendingOf(account, before, session) })),
    filter(({ isReady, isShared, places }) => isReady && (places.length > 0 || (before.isShared !== null && before.isShared !== isShared))),
    take(1),
    switchMap(({ account, isShared, places }) =>
      send(session.id, { is_shared: isShared, lines: linesOf(account, places, session, offsetMs()) }).pipe(
        take(1),
        map((attempt): Progress => {
          if (!attempt.ok) return { ...before, failure: attempt.failure };
          const sent = [...before.sent];
          for (const place of places) sent[place] = account.entries[place];
          return { sent, isShared, sentAt: clock.now(), failure: null, hasMore: places.length === MAX_ACCOUNT_LINES };
        }),
      ),
    ),
  );
}

/** Collects and sends the account of one session. */
function uploadSession(parts: Parts, names: Names): Observable<UploadState> {
  const { events$, isShared$, hidden$, left$, begin, carry, clock } = parts;
  const { session, account: first } = begin(names);
  const account$ = events$.pipe(
    scan((account, events) => accountWith(account, events, names), first),
    startWith(first),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const wake = (progress: Progress) => merge(timer(pauseOf(progress), clock), hidden$, isShared$.pipe(skip(1))).pipe(take(1));
  const progress$ = of(NOTHING).pipe(
    expand((progress) =>
      isRefusal(progress.failure) ? EMPTY : wake(progress).pipe(switchMap(() => sendOnce(parts, { session, account$ }, progress))),
    ),
  );
  const lineCount = ({ entries }: SessionAccount) => Math.min(session.next + entries.length, MAX_SESSION_LINES);
  const state$ = combineLatest([account$, progress$]).pipe(
    map(([account, { sentAt, failure }]): UploadState => {
      const { id } = session;
      if (isRefusal(failure)) return { kind: 'refused', id, reason: failure.message };
      return { kind: 'kept', id, lines: lineCount(account), sentAt, isFailing: failure !== null };
    }),
  );
  const carried$ = left$.pipe(
    withLatestFrom(account$),
    tap(([, account]) => carry({ id: session.id, next: lineCount(account) })),
    ignoreElements(),
  );
  return merge(state$, carried$);
}

/** Sends the accounts of the sessions of this page; emits how. Never errors. */
export const uploadAccount = (parts: Parts): Observable<UploadState> =>
  parts.isAllowed$.pipe(
    distinctUntilChanged(),
    switchMap((isAllowed) =>
      isAllowed ? parts.names$.pipe(switchMap((names) => uploadSession(parts, names))) : of<UploadState>({ kind: 'off' }),
    ),
  );
