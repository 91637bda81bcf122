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
import { isHeld, type Moment } from './moments.ts';
import { viewShown } from './viewShown.ts';

/** A command to the timeline. Instants are in ms since epoch; `speed` is a factor, negative for backward playback. */
export type TravelCommand =
  | { readonly kind: 'seek'; readonly at: number }
  /** Shows the moment in an opened URL; live when it is not recorded, since the nearest moment is not the intended one. */
  | { readonly kind: 'open'; readonly at: number; readonly view?: PastView }
  /** Shows the moment in another view of the server's history, which stays until the console is live. */
  | { readonly kind: 'view'; readonly view: PastView }
  /** Shows the first moment at which every screen shows the events of an instant, which is one of the log, or one of the server. */
  | { readonly kind: 'show'; readonly at: number; readonly clock?: 'server' }
  /** With `only`, what is between these spans is left out, and playback pauses behind the last one; from there on it plays everything. */
  | { readonly kind: 'play'; readonly speed: number; readonly only?: readonly TimeSpan[] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'skip'; readonly byMs: number }
  | { readonly kind: 'find'; readonly marks: readonly RecordedMark[]; readonly direction: 1 | -1 }
  | { readonly kind: 'live' };

/** The content of the console: live, or a past moment. */
export type Playhead =
  /** `missedAt` is the requested moment if nothing is recorded, or, with `isUnread`, if it cannot be read now. */
  | { readonly kind: 'live'; readonly missedAt?: number; readonly isUnread?: true }
  | {
      readonly kind: 'past';
      readonly moment: Moment;
      /** A requested moment that is not recorded, or with `isUnread` cannot be read, when the shown one is only the nearest; null otherwise. */
      readonly missedAt: number | null;
      /** Present where `missedAt` may be recorded, but cannot be read now. */
      readonly isUnread?: true;
      /** The view in which `missedAt` was requested, where it is not the shown one. */
      readonly missedView?: PastView;
      /** The factor while playing, null while paused. */
      readonly speed: number | null;
      /** The spans that are played; absent where everything is. */
      readonly only?: readonly TimeSpan[];
      /** Which past is shown; absent for the one as it was. */
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
  /** The states as they were known; absent where the recording does not tell. */
  readonly known?: MomentSource;
  /** Returns the instant of the log that shows an instant of the server; the same one if absent. */
  readonly ofServer?: (at: number) => ObservableInput<number>;
  /** The last instant of a recording without a live console; absent otherwise. */
  readonly endsAt?: number;
}

/** Returns the past at another moment, which is recorded. */
const found = ({ isUnread: _isUnread, missedView: _missedView, ...past }: Past, moment: Moment): Past => ({
  ...past,
  moment,
  missedAt: null,
});

/** Returns the past paused where it is, since another instant, or this one in another view, cannot be read. */
const pausedBefore = ({ missedView: _missedView, ...past }: Past, wanted: number): Past => ({
  ...past,
  speed: null,
  missedAt: wanted,
  isUnread: true,
});

/** Returns what is shown where an instant cannot be read: the past that was, paused at its moment; live where it was live. */
const unread = (shown: Playhead, wanted: number): Playhead =>
  shown.kind === 'past' ? pausedBefore(shown, wanted) : { kind: 'live', missedAt: wanted, isUnread: true };

/**
 * Plays from a moment: shows the due moment once per frame. Pauses at the start of the recording, at the end of a file and at the last moment before one that cannot
 * be read, and becomes live at the current time.
 */
function played({ moments, clock, frame$, endsAt }: TravelPorts, start: Past, speed: number): Observable<Playhead> {
  type Frame = Playhead | { readonly kind: 'unread'; readonly at: number };
  const shownAt = ({ at, jumps }: Pick<Reached, 'at' | 'jumps'>, playing: number | null) =>
    readMoment(() => moments.seek(at), at).pipe(
      map((moment): Frame => {
        if (moment === null) return LIVE;
        if (moment === 'unread') return { kind: 'unread', at };
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
        if (endsAt === undefined && reached.at >= clock.now() - CAUGHT_UP_MS) return of<Frame>(LIVE);
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

/** Returns what is shown where a moment that was asked for by its instant cannot be read: now, or in a recording without a live console the same moment. */
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

/** Shows a moment in another view, and plays on from it if it was playing. */
function viewed(ports: TravelPorts, shown: Past, past: Past): Observable<Playhead> {
  const { only, speed } = shown;
  return speed === null ? of(past) : playedFrom(ports, only === undefined ? past : { ...past, only }, speed);
}

/** Shows the moment of a mark. A failure names the instant of the log, since the next attempt goes to it. */
function markShown(
  ports: TravelPorts,
  shown: Playhead,
  { at, clock }: Extract<TravelCommand, { kind: 'show' }>,
  pausedAt: (moment: Moment | null, wanted: number) => Playhead,
): Observable<Playhead> {
  const at$ = clock === 'server' && ports.ofServer !== undefined ? from(ports.ofServer(at)) : of(at);
  const shownAt = (wanted: number) =>
    from(ports.moments.shown(wanted)).pipe(
      map((moment) => pausedAt(moment, wanted)),
      catchError(() => of(unopened(ports, shown, wanted))),
    );
  return at$.pipe(switchMap(shownAt));
}

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
  if (command.kind === 'seek' || command.kind === 'open') return seek(command.at);
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
    // Where no span is left to play, everything is.
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
 * The playhead: `TravelCommand` (seek, play, pause, step, skip, find, view) → live or a moment; the newest command wins. Live at first, and again
 * when nothing is recorded or the moment of a `seek`, `open` or `show` cannot be read. Where another command meets a block that cannot be read, the past stays, paused at
 * its last moment. `missedAt` is then the wanted moment. A recording without a live console shows `start` at first, and always stays so. Emits at once; never errors.
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
