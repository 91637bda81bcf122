import {
  catchError,
  concat,
  defer,
  EMPTY,
  exhaustMap,
  from,
  map,
  of,
  scan,
  startWith,
  switchMap,
  switchScan,
  takeWhile,
  type Observable,
  type ObservableInput,
} from 'rxjs';
import { reachedIn, type Reached } from '#domain/history/markedSpans';
import type { TimeSpan } from '#domain/text/timeUnits';
import type { Ports } from '#streams/ports';
import type { RecordedMark } from '#streams/recording/timeline';
import type { PastView } from '../history/asKnown.ts';
import { markFrom, readMoment, type MomentSource } from './momentReads.ts';
import { isOfHistory } from '../recorder/historyLog.ts';
import { isHeld, type Moment } from './moments.ts';
import { viewShown } from './viewShown.ts';

/** A command to the timeline. Instants are in ms since epoch; `speed` is a factor, negative for backward playback. */
export type TravelCommand =
  | { readonly kind: 'seek'; readonly at: number }
  /**
   * Shows the moment of an opened URL: an instant of the log or, for a link, of the server. If the moment is not recorded, the console is live, because the
   * nearest moment is not the intended one.
   */
  | { readonly kind: 'open'; readonly at: number; readonly view?: PastView; readonly clock?: 'server' }
  /** Shows the moment in another view of the server's history, which is used until the console is live. */
  | { readonly kind: 'view'; readonly view: PastView }
  /** Shows the first moment at which every screen shows the events of an instant of the log or of the server. */
  | { readonly kind: 'show'; readonly at: number; readonly clock?: 'server' }
  /** With `only`, the times between these spans are skipped, and playback pauses after the last one; started again from there, it plays everything. */
  | { readonly kind: 'play'; readonly speed: number; readonly only?: readonly TimeSpan[] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'skip'; readonly byMs: number }
  | { readonly kind: 'find'; readonly marks: readonly RecordedMark[]; readonly direction: 1 | -1 }
  | { readonly kind: 'live' };

/** The content of the console: live, or a past moment. */
export type Playhead =
  /** `missedAt` is the requested moment if nothing is recorded, or, with `isUnread`, if it cannot be read now. */
  | { readonly kind: 'live'; readonly missedAt?: number; readonly isUnread?: true; readonly linkAt?: number }
  | {
      readonly kind: 'past';
      readonly moment: Moment;
      /** The instant of the server in the link that opened the moment, if the log has another instant for it. */
      readonly linkAt?: number;
      /**
       * The instant of a requested moment that is not recorded or, with `isUnread`, cannot be read, if the shown moment is only the nearest; null otherwise.
       */
      readonly missedAt: number | null;
      /** Present if `missedAt` may be recorded, but cannot be read now. */
      readonly isUnread?: true;
      /** The view in which `missedAt` was requested, if it is not the shown one. */
      readonly missedView?: PastView;
      /** The speed of the playback, as a factor; null while paused. */
      readonly speed: number | null;
      /** The spans that are played; absent if everything is played. */
      readonly only?: readonly TimeSpan[];
      /** The view of the past; absent for the past as it was. */
      readonly view?: PastView;
      /** Changes with every jump, because elements on the screen must not glide to their new position. */
      readonly epoch: number;
    };

type Past = Extract<Playhead, { readonly kind: 'past' }>;
const LIVE: Playhead = { kind: 'live' };

/** Playback closer than this to now, in ms, becomes live. */
const CAUGHT_UP_MS = 1_500;

interface TravelPorts extends Pick<Ports, 'clock' | 'frame$'> {
  readonly moments: MomentSource;
  /** The states as they were known; absent if the recording does not contain them. */
  readonly known?: MomentSource;
  /** Returns the instant of the log that shows an instant of the server; if absent, both are the same. */
  readonly ofServer?: (at: number) => ObservableInput<number>;
  /** Returns how far the server's clock, which dates its history, is ahead of the console's, in ms; 0 if absent. */
  readonly offsetMs?: () => number;
  /** The last instant of a recording without a live console (a file); absent otherwise. */
  readonly endsAt?: number;
}

/** Returns the past at another moment, which is recorded. */
const found = ({ isUnread: _isUnread, missedView: _missedView, linkAt: _linkAt, ...past }: Past, moment: Moment): Past => ({
  ...past,
  moment,
  missedAt: null,
});

/** Returns the past, paused at its moment, because another instant, or this one in another view, cannot be read. */
const pausedBefore = ({ missedView: _missedView, ...past }: Past, wanted: number): Past => ({
  ...past,
  speed: null,
  missedAt: wanted,
  isUnread: true,
});

/** Returns the playhead for an instant that cannot be read: the previous past, paused at its moment; live if it was live. */
const unread = (shown: Playhead, wanted: number): Playhead =>
  shown.kind === 'past' ? pausedBefore(shown, wanted) : { kind: 'live', missedAt: wanted, isUnread: true };

/**
 * Returns how far the clock that dates a moment is ahead of the console's, in ms. If the console's clock is ahead, the result is 0 for a history that this
 * console's recording continues: playback then continues with that recording. Source: CLOCK14.
 */
function presentAheadMs({ block, isBeforeOwn }: Moment, offsetMs: number): number {
  if (!isOfHistory(block)) return 0;
  return isBeforeOwn === true ? Math.max(0, offsetMs) : offsetMs;
}

/**
 * Plays from a moment: shows the due moment once per frame. Pauses at the start of the recording, at the end of a file and at the last moment before
 * one that cannot be read, and, forward, becomes live at the current time.
 */
function played({ moments, clock, frame$, endsAt, offsetMs = () => 0 }: TravelPorts, start: Past, speed: number): Observable<Playhead> {
  type Frame = Playhead | { readonly kind: 'unread'; readonly at: number };
  const isNow = (at: number, aheadMs: number) => speed > 0 && endsAt === undefined && at >= clock.now() + aheadMs - CAUGHT_UP_MS;
  const shownAt = ({ at, jumps }: Pick<Reached, 'at' | 'jumps'>, playing: number | null) =>
    readMoment(() => moments.seek(at), at).pipe(
      map((moment): Frame => {
        if (moment === null) return LIVE;
        if (moment === 'unread') return { kind: 'unread', at };
        if (isNow(at, presentAheadMs(moment, offsetMs()))) return LIVE;
        // When playing backward, a moment later than the requested one is the first recorded moment, unless the history may hold earlier ones.
        const isBegin = speed < 0 && moment.at > at;
        if (isBegin && moment.lacksHistory === true) return { kind: 'unread', at };
        return { ...found(start, moment), speed: isBegin ? null : playing, epoch: start.epoch + jumps };
      }),
    );
  return defer(() => {
    const startedAt = clock.now();
    const due = (): Reached => {
      const byMs = (clock.now() - startedAt) * speed;
      const { at } = start.moment;
      return start.only === undefined ? { at: at + byMs, jumps: 0, isOver: false } : reachedIn(start.only, at, byMs);
    };
    const shown$ = frame$.pipe(
      // A frame is skipped while its moment is still being read.
      exhaustMap(() => {
        const reached = due();
        if (endsAt !== undefined && reached.at >= endsAt) return shownAt({ ...reached, at: endsAt }, null);
        // The clock that dates the moment is known only once the moment is read.
        if (isNow(reached.at, Math.max(0, offsetMs()))) return of<Frame>(LIVE);
        return shownAt(reached, reached.isOver ? null : speed);
      }),
      scan<Frame, Playhead>((last, frame) => (frame.kind === 'unread' ? unread(last, frame.at) : frame), start),
      takeWhile((head) => head.kind === 'past' && head.speed !== null, true),
    );
    return concat(of<Playhead>({ ...start, speed }), shown$);
  });
}

/** Plays from the shown moment; from the start when a recording is shown at its end. */
function playedFrom(ports: TravelPorts, shown: Past, speed: number): Observable<Playhead> {
  const { moments, endsAt } = ports;
  if (endsAt === undefined || speed < 0 || shown.moment.at < endsAt) return played(ports, shown, speed);
  return from(moments.seek(0)).pipe(switchMap((moment) => (moment === null ? EMPTY : played(ports, { ...shown, moment }, speed))));
}

/**
 * Returns the playhead for a moment that was requested by its instant and cannot be read: live, or the same moment in a recording without a live
 * console.
 */
const unopened = ({ endsAt }: TravelPorts, shown: Playhead, wanted: number): Playhead =>
  unread(endsAt === undefined ? LIVE : shown, wanted);

/** Returns the instant from which on a step needs another block. */
const beyond = ({ block: { firstAt, lastAt } }: Moment, by: 1 | -1) => (by > 0 ? lastAt + 1 : firstAt - 1);

/** Returns the view that a command shows. */
function viewAfter({ known }: TravelPorts, shown: Playhead, command: TravelCommand): PastView {
  if (known === undefined) return 'was';
  if (command.kind === 'view' || command.kind === 'open') return command.view ?? 'was';
  return viewShown(shown);
}

/** Shows a moment in another view, and continues playback from there if it was playing. */
function viewed(ports: TravelPorts, shown: Past, past: Past): Observable<Playhead> {
  const { only, speed } = shown;
  return speed === null ? of(past) : playedFrom(ports, only === undefined ? past : { ...past, only }, speed);
}

/** Returns the playhead with the instant of the opened link, even if its moment cannot be shown; unchanged if the log has the same instant. Source: LINK3. */
const ofLink = (head: Playhead, linkAt: number, wanted: number): Playhead => (linkAt === wanted ? head : { ...head, linkAt });

/** Returns the instant of the log that shows the instant of a command. */
const logAt = ({ ofServer }: TravelPorts, { at, clock }: Extract<TravelCommand, { kind: 'show' | 'open' }>): Observable<number> =>
  clock === 'server' && ofServer !== undefined ? from(ofServer(at)) : of(at);

/** Shows the moment of a mark. A failure contains the instant of the log, since the next attempt goes to it. */
function markShown(
  ports: TravelPorts,
  shown: Playhead,
  command: Extract<TravelCommand, { kind: 'show' }>,
  pausedAt: (moment: Moment | null, wanted: number) => Playhead,
): Observable<Playhead> {
  const shownAt = (wanted: number) =>
    from(ports.moments.shown(wanted)).pipe(
      map((moment) => pausedAt(moment, wanted)),
      catchError(() => of(unopened(ports, shown, wanted))),
    );
  return logAt(ports, command).pipe(switchMap(shownAt));
}

/**
 * Opens the moment of an address at its instant in the log. If it cannot be read, the console is live, or a recording without a live console stays at its
 * moment.
 */
const opened = (
  ports: TravelPorts,
  shown: Playhead,
  command: Extract<TravelCommand, { kind: 'open' }>,
  seek: (wanted: number) => Observable<Playhead>,
): Observable<Playhead> =>
  logAt(ports, command).pipe(
    switchMap((wanted) =>
      seek(wanted).pipe(
        catchError(() => of(unopened(ports, shown, wanted))),
        map((head) => ofLink(head, command.at, wanted)),
      ),
    ),
  );

/** Returns the playheads that result from a command and the shown playhead. */
function carriedOut(given: TravelPorts, shown: Playhead, command: TravelCommand): Observable<Playhead> {
  const view = viewAfter(given, shown, command);
  const ports = view === 'known' && given.known !== undefined ? { ...given, moments: given.known } : given;
  const { moments, clock, endsAt } = ports;
  const epoch = shown.kind === 'past' ? shown.epoch + 1 : 0;
  const at = shown.kind === 'past' ? shown.moment.at : clock.now();
  const pausedAt = (moment: Moment | null, wanted: number): Playhead => {
    const isFound = moment !== null && isHeld(moment, wanted);
    const missed = { missedAt: isFound ? null : wanted, ...(!isFound && moment?.lacksHistory === true ? { isUnread: true as const } : {}) };
    if (moment === null || (!isFound && command.kind === 'open' && endsAt === undefined))
      return { ...missed, kind: 'live', missedAt: wanted };
    return { ...missed, kind: 'past', moment, speed: null, ...(view === 'was' ? {} : { view }), epoch };
  };
  const seek = (wanted: number) => from(moments.seek(wanted)).pipe(map((moment) => pausedAt(moment, wanted)));
  if (command.kind === 'view') {
    if (shown.kind === 'live' || given.known === undefined) return EMPTY;
    return readMoment(() => moments.seek(at), at).pipe(
      switchMap((moment): Observable<Playhead> => {
        if (moment === 'unread') return of<Playhead>({ ...pausedBefore(shown, at), missedView: view });
        const head = pausedAt(moment, at);
        return head.kind === 'live' ? of(head) : viewed(ports, shown, head);
      }),
    );
  }
  if (command.kind === 'live') return endsAt === undefined ? of(LIVE) : EMPTY;
  if (command.kind === 'seek') return seek(command.at);
  if (command.kind === 'open') return opened(ports, shown, command, seek);
  const held = (moment: Moment | 'unread', wanted: number): Playhead =>
    moment === 'unread' ? unread(shown, wanted) : pausedAt(moment, moment.at);
  if (command.kind === 'skip') {
    const wanted = at + command.byMs;
    // A skip beyond an end of the recording stops there.
    return readMoment(() => moments.seek(wanted), wanted).pipe(map((moment) => (moment === null ? LIVE : held(moment, wanted))));
  }
  if (command.kind === 'pause') return shown.kind === 'past' ? of({ ...shown, speed: null }) : seek(at);
  if (command.kind === 'play') {
    if (shown.kind === 'live') return EMPTY;
    const { only: _only, ...past } = shown;
    const { only, speed } = command;
    // If no span is left to play, everything is played.
    const isLeft = only !== undefined && !reachedIn(only, at, Math.sign(speed)).isOver;
    return playedFrom(ports, isLeft ? { ...past, only } : past, speed);
  }
  if (command.kind === 'show') return markShown(ports, shown, command, pausedAt);
  if (command.kind === 'find') {
    // Without a further mark, playback pauses.
    const paused$ = shown.kind === 'past' && shown.speed !== null ? of<Playhead>({ ...shown, speed: null }) : EMPTY;
    return concat(paused$, markFrom(moments, at, command.marks, command.direction).pipe(map(({ moment, wanted }) => held(moment, wanted))));
  }
  if (shown.kind === 'live') return seek(at);
  return from(moments.step(shown.moment, command.by)).pipe(
    map((moment): Playhead => ({ ...found(shown, moment), speed: null })),
    catchError(() => of(unread(shown, beyond(shown.moment, command.by)))),
  );
}

/**
 * Returns the playhead: `TravelCommand` (seek, play, pause, step, skip, find, view) → live or a moment; the newest command wins. The playhead is live at first,
 * and again if nothing is recorded or the moment of a `seek`, `open` or `show` cannot be read. If another command meets a block that cannot be read, the past
 * stays, paused at its last moment, and `missedAt` is the wanted moment. A recording without a live console shows `start` at first, and never becomes live.
 * Emits at once; never errors.
 */
export function timeTravel(ports: TravelPorts, commands$: Observable<TravelCommand>, start: Playhead = LIVE): Observable<Playhead> {
  return commands$.pipe(
    switchScan(
      (shown, command) =>
        carriedOut(ports, shown, command).pipe(
          catchError(() => of(unopened(ports, shown, 'at' in command ? command.at : ports.clock.now()))),
        ),
      start,
    ),
    startWith(start),
  );
}
