import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  exhaustMap,
  filter,
  from,
  map,
  of,
  startWith,
  switchMap,
  switchScan,
  take,
  takeWhile,
  type Observable,
  type ObservableInput,
} from 'rxjs';
import type { Ports } from '#streams/ports';
import type { RecordedMark } from '#streams/recording/timeline';
import type { Moment, Moments } from './moments.ts';

/** What a person asks of the timeline. Instants in ms since epoch; `speed` is a factor, negative for backwards. */
export type TravelCommand =
  | { readonly kind: 'seek'; readonly at: number }
  /** To the moment of an opened address; live where it is not held, since the nearest one is not what was meant. */
  | { readonly kind: 'open'; readonly at: number }
  /** To where every screen shows what happened at an instant. */
  | { readonly kind: 'show'; readonly at: number }
  | { readonly kind: 'play'; readonly speed: number }
  | { readonly kind: 'pause' }
  | { readonly kind: 'step'; readonly by: 1 | -1 }
  | { readonly kind: 'skip'; readonly byMs: number }
  | { readonly kind: 'find'; readonly marks: readonly RecordedMark[]; readonly direction: 1 | -1 }
  | { readonly kind: 'live' };

/** What the console shows: now, or a past moment. */
export type Playhead =
  /** `missedAt` is a moment that was asked for while nothing is recorded, or that cannot be read. */
  | { readonly kind: 'live'; readonly missedAt?: number }
  | {
      readonly kind: 'past';
      readonly moment: Moment;
      /** A moment that was asked for and is not held, when the shown one is only the nearest; null otherwise. */
      readonly missedAt: number | null;
      /** The factor while playing, null while paused. */
      readonly speed: number | null;
      /** Changes with every jump: what moves on the screen must not glide to its new place. */
      readonly epoch: number;
    };

type Past = Extract<Playhead, { readonly kind: 'past' }>;
const LIVE: Playhead = { kind: 'live' };

/** Playing forward this close to now, in ms, becomes live. */
const CAUGHT_UP_MS = 1_500;

/** The states of a recording; `Moments` as they are read, or at once. */
export interface MomentSource {
  readonly seek: (...to: Parameters<Moments['seek']>) => ObservableInput<Moment | null>;
  readonly step: (...from: Parameters<Moments['step']>) => ObservableInput<Moment>;
  readonly shown: (...at: Parameters<Moments['shown']>) => ObservableInput<Moment | null>;
}

interface TravelPorts extends Pick<Ports, 'clock' | 'frame$'> {
  readonly moments: MomentSource;
  /** The last instant of a recording that has no live console behind it; absent in one. */
  readonly endsAt?: number;
}

/** A shown moment this far from the wanted one, in ms, is only the nearest that is held. */
const HELD_MS = 5_000;

/** A mark is shown this long after it happened at most, in ms. */
export const SHOWN_WITHIN_MS = 3_000;

/** Where the next or previous mark is shown. A mark is shown a little later than it happened: the one that is shown here is not the previous one. */
function markFrom(moments: MomentSource, at: number, marks: readonly RecordedMark[], direction: 1 | -1): Observable<Moment> {
  const nearestFirst =
    direction > 0 ? marks.filter((mark) => mark.at > at - SHOWN_WITHIN_MS) : marks.filter((mark) => mark.at < at).toReversed();
  return from(nearestFirst).pipe(
    concatMap((mark) => moments.shown(mark.at)),
    filter((moment) => moment !== null),
    filter((moment) => (direction > 0 ? moment.at > at : moment.at < at)),
    take(1),
  );
}

/**
 * Plays from a moment: once per frame the moment that is due. It pauses at the begin of the recording and at the end of one without a now, and becomes live
 * at now.
 */
function played({ moments, clock, frame$, endsAt }: TravelPorts, start: Past, speed: number): Observable<Playhead> {
  const shownAt = (at: number, playing: number | null) =>
    from(moments.seek(at)).pipe(
      map((moment): Playhead => {
        if (moment === null) return LIVE;
        // Backward, a later moment than the wanted one is the first that is held.
        const isBegin = speed < 0 && moment.at > at;
        return { ...start, moment, speed: isBegin ? null : playing, missedAt: null };
      }),
    );
  return defer(() => {
    const startedAt = clock.now();
    const dueAt = () => start.moment.at + (clock.now() - startedAt) * speed;
    const shown$ = frame$.pipe(
      // A frame whose moment is still being read is left out.
      exhaustMap(() => {
        const due = dueAt();
        if (endsAt !== undefined && due >= endsAt) return shownAt(endsAt, null);
        return endsAt === undefined && due >= clock.now() - CAUGHT_UP_MS ? of(LIVE) : shownAt(due, speed);
      }),
      takeWhile((head) => head.kind === 'past' && head.speed !== null, true),
    );
    return concat(of<Playhead>({ ...start, speed }), shown$);
  });
}

/** Plays from the shown moment; from the begin where a recording is shown at its end. */
function playedFrom(ports: TravelPorts, shown: Past, speed: number): Observable<Playhead> {
  const { moments, endsAt } = ports;
  if (endsAt === undefined || speed < 0 || shown.moment.at < endsAt) return played(ports, shown, speed);
  return from(moments.seek(0)).pipe(switchMap((moment) => (moment === null ? EMPTY : played(ports, { ...shown, moment }, speed))));
}

/** What a command leads to, from what is shown. */
function carriedOut(ports: TravelPorts, shown: Playhead, command: TravelCommand): Observable<Playhead> {
  const { moments, clock, endsAt } = ports;
  const epoch = shown.kind === 'past' ? shown.epoch + 1 : 0;
  const at = shown.kind === 'past' ? shown.moment.at : clock.now();
  const pausedAt = (moment: Moment | null, wanted: number): Playhead => {
    const isHeld = moment !== null && Math.abs(moment.at - wanted) <= HELD_MS;
    if (moment === null || (!isHeld && command.kind === 'open' && endsAt === undefined)) return { kind: 'live', missedAt: wanted };
    return { kind: 'past', moment, missedAt: isHeld ? null : wanted, speed: null, epoch };
  };
  const seek = (wanted: number) => from(moments.seek(wanted)).pipe(map((moment) => pausedAt(moment, wanted)));
  if (command.kind === 'live') return endsAt === undefined ? of(LIVE) : EMPTY;
  if (command.kind === 'seek' || command.kind === 'open') return seek(command.at);
  // A skip beyond an end of the recording ends there.
  if (command.kind === 'skip')
    return from(moments.seek(at + command.byMs)).pipe(map((moment) => (moment === null ? LIVE : pausedAt(moment, moment.at))));
  if (command.kind === 'pause') return shown.kind === 'past' ? of({ ...shown, speed: null }) : seek(at);
  if (command.kind === 'play') return shown.kind === 'past' ? playedFrom(ports, shown, command.speed) : EMPTY;
  if (command.kind === 'show') return from(moments.shown(command.at)).pipe(map((moment) => pausedAt(moment, command.at)));
  if (command.kind === 'find') {
    // Where no mark is found, what was played stands still.
    const paused$ = shown.kind === 'past' && shown.speed !== null ? of<Playhead>({ ...shown, speed: null }) : EMPTY;
    return concat(paused$, markFrom(moments, at, command.marks, command.direction).pipe(map((moment) => pausedAt(moment, moment.at))));
  }
  if (shown.kind === 'live') return seek(at);
  return from(moments.step(shown.moment, command.by)).pipe(map((moment): Playhead => ({ ...shown, moment, missedAt: null, speed: null })));
}

/**
 * What the console shows, as commands arrive: the newest command wins. Live at first, and again when nothing is recorded or a block cannot be read: then `missedAt` is the moment of
 * a failed `seek`, `open` or `show`. In a recording without a live console `start` at first, and what was shown stays where a block cannot be read. Emits at once; never errors.
 */
export function timeTravel(ports: TravelPorts, commands$: Observable<TravelCommand>, start: Playhead = LIVE): Observable<Playhead> {
  const instead = (shown: Playhead, command: TravelCommand): Playhead => {
    if (ports.endsAt !== undefined) return shown;
    return 'at' in command ? { kind: 'live', missedAt: command.at } : LIVE;
  };
  return commands$.pipe(
    switchScan((shown, command) => carriedOut(ports, shown, command).pipe(catchError(() => of(instead(shown, command)))), start),
    startWith(start),
  );
}
