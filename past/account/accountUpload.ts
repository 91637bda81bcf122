/**
 * Sends the account of the running session to a server that keeps it: new lines, a few seconds after they are written, with their numbers, so that a
 * repeated request changes nothing.
 *
 * 1. Nothing is collected or sent before accounts are on and the notice was seen; both end it at once, and a notice that is seen again begins another session.
 * 2. Nothing is sent without a connection or while a past moment is shown; it is sent afterwards.
 * 3. A permanent refusal ends the account of the session, even if the page is reloaded; after any other failure, the lines are sent again later.
 * 4. An account has at most `MAX_SESSION_LINES` lines; further ones are not sent.
 * 5. The server's response determines whether the session is shared, unless the user has since chosen otherwise. A choice is sent separately; sending lines
 *    does not change it.
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
import { MAX_ACCOUNT_LINES, MAX_ACCOUNT_TEXT, MAX_SESSION_LINES, postAccountLines } from '#contract/sessionAccount';
import { alertText } from '#domain/text/alertText';
import { unsoundProblem } from '#domain/text/fieldText';
import type { FleetEvent, RequestFailure } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';
import { accountWith, type AccountEntry, type Names, type SessionAccount } from './sessionAccount.ts';

type Lines = BodyOf<typeof postAccountLines>;

/** A session whose account continues after a reload of its page: its id, and the number of its next line. */
export interface CarriedSession {
  readonly id: string;
  readonly next: number;
}

/** The state of the upload of this session's account. `sentAt` is in ms since epoch, null before the first upload. */
export type UploadState =
  | { readonly kind: 'off' }
  | { readonly kind: 'kept'; readonly id: string; readonly lines: number; readonly sentAt: number | null; readonly isFailing: boolean }
  | { readonly kind: 'refused'; readonly id: string; readonly reason: string };

/** The sharing of a session; `isChosen` is true if the person chose it on this page, false if the server or the browser remembers it. */
export interface Sharing {
  readonly isShared: boolean;
  readonly isChosen: boolean;
}

interface Parts {
  /** The events of the live log, starting at the subscription. */
  readonly events$: Observable<readonly FleetEvent[]>;
  /** The time at which the notice was seen, ms since epoch by the server's clock; null while it was not seen, or accounts are off. */
  readonly allowedFrom$: Observable<number | null>;
  /** Emits whether there is a connection and no past moment is shown. Replays the latest value. */
  readonly isReady$: Observable<boolean>;
  /** Emits whether the person shares the account. Replays the latest value. */
  readonly sharing$: Observable<Sharing>;
  /** Stores the server's value of whether the session is shared; `sharing$` then emits this value. */
  readonly takeShared: (isShared: boolean) => void;
  /** Emits when the page is hidden, after which it may be closed. */
  readonly hidden$: Observable<unknown>;
  /** Emits when the person leaves the page. */
  readonly left$: Observable<unknown>;
  /** Starts the account of a session, or continues the one from before a reload. */
  readonly begin: (names: Names) => { readonly session: CarriedSession; readonly account: SessionAccount };
  /** Stores the id and next line number of the session for a reload. */
  readonly carry: (session: CarriedSession) => void;
  /** Emits the names of screens and calls once, and completes. */
  readonly names$: Observable<Names>;
  readonly send: (id: string, lines: Lines) => Observable<Attempt>;
  /** Returns the time, in ms, by which the server's clock is ahead of the console's. */
  readonly offsetMs: () => number;
  readonly clock: SchedulerLike;
}

/** Pauses before lines are sent, in ms, so that a page that was open only briefly leaves no account, and quick successive clicks share a request. */
export const PAUSE_MS = { first: 10_000, next: 30_000, afterFailure: 60_000 };
/** Number of lines from which a session does not continue after a reload; a new one begins instead. */
export const MAX_CARRIED = MAX_SESSION_LINES / 2;
/** Status codes of a permanent refusal of an account. A pending second factor of the sign-in is not a refusal. */
const REFUSED: ReadonlySet<number> = new Set([400, 403, 404, 409, 413]);
const PENDING = 'MfaRequired';

const isRefusal = (failure: RequestFailure | null): failure is RequestFailure =>
  failure !== null && REFUSED.has(failure.status) && !failure.message.startsWith(PENDING);

/** Sanitises a text for a line: removes control and invisible characters, and limits its length. */
function lineText(text: string): string {
  const sound = Array.from(text.normalize('NFC')).filter((character) => unsoundProblem(character, '') === undefined);
  return (sound.length > MAX_ACCOUNT_TEXT ? [...sound.slice(0, MAX_ACCOUNT_TEXT - 1), '…'] : sound).join('').trim();
}

/** The state of the upload. `sent` contains the entries as they were sent, by their position in the account. */
interface Progress {
  readonly sent: readonly (AccountEntry | undefined)[];
  /** The last choice of sharing that the server has applied. */
  readonly followed: Sharing | null;
  readonly sentAt: number | null;
  readonly failure: RequestFailure | null;
  readonly hasMore: boolean;
}

const NOTHING: Progress = { sent: [], followed: null, sentAt: null, failure: null, hasMore: false };

const isOpen = (sharing: Sharing, { followed }: Progress): boolean => sharing.isChosen && sharing !== followed;

/** Returns the positions of the entries that were not yet sent in their current form, up to the maximum of one request. */
const pendingOf = ({ entries }: SessionAccount, { sent }: Progress, { next }: CarriedSession): readonly number[] =>
  entries
    .slice(0, MAX_SESSION_LINES - next)
    .flatMap((entry, place) => (entry === sent[place] ? [] : [place]))
    .slice(0, MAX_ACCOUNT_LINES);

const pauseOf = ({ sentAt, failure, hasMore }: Progress): number =>
  failure !== null ? PAUSE_MS.afterFailure : hasMore ? 0 : sentAt === null ? PAUSE_MS.first : PAUSE_MS.next;

interface Running {
  readonly session: CarriedSession;
  readonly account$: Observable<SessionAccount>;
  readonly allowedFrom: number;
}

/** Returns the lines of some entries of an account. No line is dated before the notice, even if the console's clock is behind. */
const linesOf = (
  { entries }: SessionAccount,
  places: readonly number[],
  { session: { next }, allowedFrom }: Running,
  offsetMs: number,
): Lines['lines'] =>
  places.flatMap((place) => {
    const entry = entries[place];
    if (entry === undefined) return [];
    const { at, kind, text, outcome } = entry;
    const line = { sequence: next + place, at: new Date(Math.max(at + offsetMs, allowedFrom)).toISOString(), kind };
    return [{ ...line, text: lineText(text) || '-', outcome: lineText(outcome) }];
  });

/** Sends new data as soon as there is any and sending is allowed, a choice of sharing before lines; then emits the progress. */
function sendOnce(
  { sharing$, takeShared, isReady$, send, offsetMs, clock }: Parts,
  running: Running,
  before: Progress,
): Observable<Progress> {
  return combineLatest([running.account$, sharing$, isReady$]).pipe(
    map(([account, sharing, isReady]) => {
      // A session cannot be shared before its first lines are sent.
      const isChoice = before.sentAt !== null && isOpen(sharing, before);
      return { account, sharing, isReady, isChoice, places: isChoice ? [] : pendingOf(account, before, running.session) };
    }),
    filter(({ isReady, isChoice, places }) => isReady && (isChoice || places.length > 0)),
    take(1),
    switchMap(({ account, sharing, isChoice, places }) =>
      send(running.session.id, { is_shared: sharing.isShared, lines: linesOf(account, places, running, offsetMs()) }).pipe(
        take(1),
        withLatestFrom(sharing$),
        map(([attempt, latest]): Progress => {
          if (!attempt.ok) return { ...before, failure: attempt.failure };
          const isShared = postAccountLines.answer.safeParse(attempt.answer).data?.is_shared ?? sharing.isShared;
          const followed = isChoice || isShared === sharing.isShared ? sharing : before.followed;
          if (isShared !== sharing.isShared && latest === sharing && !isOpen(sharing, { ...before, followed })) takeShared(isShared);
          const sent = [...before.sent];
          for (const place of places) sent[place] = account.entries[place];
          return { sent, followed, sentAt: clock.now(), failure: null, hasMore: places.length === MAX_ACCOUNT_LINES };
        }),
      ),
    ),
  );
}

/** Collects and sends the account of one session. */
function uploadSession(parts: Parts, names: Names, allowedFrom: number): Observable<UploadState> {
  const { events$, sharing$, hidden$, left$, begin, carry, clock } = parts;
  const { session, account: first } = begin(names);
  const account$ = events$.pipe(
    scan((account, events) => accountWith(account, events, names), first),
    startWith(first),
    distinctUntilChanged(),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const running: Running = { session, account$, allowedFrom };
  const chosen = (progress: Progress) => {
    // A choice that was made while a request ran is sent at once; after a failure, and before the first lines, it is sent only after a pause.
    const isDue = progress.sentAt !== null && progress.failure === null;
    return sharing$.pipe(filter((sharing, index) => isOpen(sharing, progress) && (index > 0 || isDue)));
  };
  const wake = (progress: Progress) => merge(timer(pauseOf(progress), clock), hidden$, chosen(progress)).pipe(take(1));
  const progress$ = of(NOTHING).pipe(
    expand((progress) => (isRefusal(progress.failure) ? EMPTY : wake(progress).pipe(switchMap(() => sendOnce(parts, running, progress))))),
  );
  const lineCount = ({ entries }: SessionAccount) => Math.min(session.next + entries.length, MAX_SESSION_LINES);
  const state$ = combineLatest([account$, progress$]).pipe(
    map(([account, { sentAt, failure }]): UploadState => {
      const { id } = session;
      if (isRefusal(failure)) return { kind: 'refused', id, reason: alertText(failure) ?? '' };
      return { kind: 'kept', id, lines: lineCount(account), sentAt, isFailing: failure !== null };
    }),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const carried$ = left$.pipe(
    withLatestFrom(state$),
    tap(([, state]) => {
      if (state.kind === 'kept') carry({ id: session.id, next: state.lines });
    }),
    ignoreElements(),
  );
  return merge(state$, carried$);
}

/** Sends the accounts of the sessions of this page; emits the state of the upload. Never errors. */
export const uploadAccount = (parts: Parts): Observable<UploadState> =>
  parts.allowedFrom$.pipe(
    distinctUntilChanged(),
    switchMap((from) =>
      from === null ? of<UploadState>({ kind: 'off' }) : parts.names$.pipe(switchMap((names) => uploadSession(parts, names, from))),
    ),
  );
