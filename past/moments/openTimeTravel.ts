import { catchError, EMPTY, exhaustMap, from, map, ReplaySubject, switchMap, shareReplay, take, tap, timer, type Observable } from 'rxjs';
import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import { selectClockOffset } from '#state/clock';
import { createLogStore, momentShown, type LogStore, type RootState } from '#state/store';
import type { Intent } from '#streams/intent';
import type { Ports } from '#streams/ports';
import type { PastView } from '../history/asKnown.ts';
import type { HistoryDay } from '../history/historyDays.ts';
import type { HistorySource } from '../history/historySource.ts';
import type { ReadOverview } from '../history/overviews.ts';
import type { PastAnswers } from '../history/pastAnswers.ts';
import { createIntentGate, type IntentGate } from './intentGate.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import type { TimelineData } from '#streams/recording/timeline';
import type { OpenedPast } from './openPast.ts';
import type { BookmarkSource } from '../recorder/bookmarkBook.ts';
import type { RecordedBlocks } from '../recorder/recordedBlocks.ts';
import type { Playhead, TravelCommand } from './timeTravel.ts';
import { viewShown } from './viewShown.ts';

/** Interval at which an open timeline is read again, in ms. */
const TIMELINE_MS = 5_000;

/** The opened time travel of a console, with the reads of the past. */
export interface OpenTimeTravel {
  readonly gate: IntentGate;
  /** The store whose state replaces the shown state. */
  readonly pastStore: LogStore;
  readonly playhead$: Observable<Playhead>;
  readonly timeline$: Observable<TimelineData>;
  readonly send: (command: TravelCommand) => void;
  /** Returns whether the last command is still being carried out. */
  readonly isReading?: () => boolean;
  /** Returns the recording in a view, by default the shown one. */
  readonly recorded: (view?: PastView) => Promise<RecordedBlocks>;
  /** Returns the states in a view, by default the shown one. Rejects when they cannot be read. */
  readonly stateAt: (at: number, view?: PastView) => Promise<RootState | null>;
  /** Returns a day of the server's history, in a zone, by default that of the page; null if the server has no history. Rejects when it cannot be read. */
  readonly dayAt: (at: number, zone?: string) => Promise<HistoryDay | null>;
  /** Returns the overview of a longer span of the server's history; absent if the server provides none. Rejects when it cannot be read. */
  readonly overviewOf?: ReadOverview;
  /** Returns the marks of a device in a span from the server's history; null if the server has no history. Rejects when it cannot be read. */
  readonly marksOf: OpenedPast['marksOf'];
  /** Whether the server's history can be shown as it was known. */
  readonly hasViews?: boolean;
  /** Returns the responses built from the lists of the server's history; null before the past was opened. */
  readonly pastAnswers?: () => PastAnswers | null;
  /** Sends the person's pending notes from an earlier visit, if there are any. */
  readonly sendNotes?: (username: string) => void;
  readonly status$: FlightRecorder['status$'];
  readonly clock: Ports['clock'];
}

/** Returns the playhead after a command while the past cannot be opened; the server's clock is ahead of the console's by `offsetMs`. */
function unopened(command: TravelCommand, offsetMs: number): Playhead {
  if (!('at' in command)) return { kind: 'live' };
  const isOfServer = 'clock' in command && command.clock === 'server' && offsetMs !== 0;
  const missed = { kind: 'live', missedAt: isOfServer ? command.at - offsetMs : command.at, isUnread: true } as const;
  return isOfServer && command.kind === 'open' ? { ...missed, linkAt: command.at } : missed;
}

/**
 * Creates the time travel of a live console: past store, playhead, marks of the timeline. A past moment is in the store, and the gate is
 * closed, before the playhead emits it.
 */
export function openTimeTravel(
  parts: {
    readonly recorder: FlightRecorder;
    readonly codec: RecordingCodec;
    readonly sendIntent: (intent: Intent) => void;
    readonly liveStore: LogStore;
    /** Opens the server's history; absent if the server announces none. */
    readonly openHistory?: () => Promise<HistorySource>;
    /** Whether the server provides overviews of longer spans. */
    readonly hasOverviews?: boolean;
    /** Whether the server's history marks late arrivals. */
    readonly hasViews?: boolean;
    /** The notes on the server, opened when they are needed; absent if the server keeps none. */
    readonly bookmarks?: {
      readonly open: () => Promise<BookmarkSource>;
      /** Returns whether a person has pending notes from an earlier visit. */
      readonly hasWaiting: (username: string) => boolean;
    };
  },
  ports: Pick<Ports, 'clock' | 'frame$'>,
): OpenTimeTravel {
  const { recorder, codec, sendIntent, liveStore, openHistory, hasOverviews = false, hasViews = false, bookmarks } = parts;
  // The first command is held until the code that carries it out is loaded.
  const commands$ = new ReplaySubject<TravelCommand>(1);
  const gate = createIntentGate(sendIntent);
  const pastStore = createLogStore({ devTools: false });
  // The past is loaded when the timeline is first used: a person who stays live needs none of this code.
  let opening: Promise<OpenedPast> | undefined;
  let lists: PastAnswers | null = null;
  // Other reads use the same view as the shown moment.
  let view: PastView = 'was';
  let isReading = false;
  const reading = async (wanted?: PastView) => {
    const opened = await past();
    return ((wanted ?? view) === 'known' ? opened.known : null) ?? opened.was;
  };
  const open = async (): Promise<OpenedPast> => {
    const [{ openPast }, history, source] = await Promise.all([
      import('./openPast.ts'),
      openHistory?.() ?? null,
      bookmarks?.open() ?? null,
    ]);
    const opened = openPast(recorder, { codec, history, bookmarks: source, liveStore, clock: ports.clock });
    lists = opened.lists;
    return opened;
  };
  const past = () => {
    if (opening !== undefined) return opening;
    const begun = open();
    opening = begun;
    // A failed download is retried when the past is needed again for any reason.
    begun.catch(() => {
      if (opening === begun) opening = undefined;
    });
    return begun;
  };
  const show = (state: RootState) => {
    gate.close();
    pastStore.dispatch(momentShown(state));
  };
  const offsetMs = () => selectClockOffset(liveStore.getState());
  const playhead$ = commands$.pipe(
    exhaustMap(() =>
      from(past()).pipe(
        switchMap(({ was: { moments }, known, ofServer, travel, shown }) => {
          const views = known === null || !hasViews ? { moments } : { moments, known: known.moments };
          return shown(travel({ ...ports, ...views, ofServer, offsetMs }, commands$), liveStore, show);
        }),
        tap((head) => {
          view = viewShown(head);
          // At first, the playhead is live, regardless of the request.
          if (head.kind === 'past' || head.missedAt !== undefined) isReading = false;
        }),
        catchError(() =>
          commands$.pipe(
            take(1),
            map((command) => unopened(command, offsetMs())),
          ),
        ),
      ),
    ),
  );
  const timeline$ = timer(0, TIMELINE_MS, ports.clock).pipe(
    // If the marks cannot be read, the last ones stay until the next attempt.
    exhaustMap(() =>
      from(past()).pipe(
        switchMap(({ reader }) => reader.read()),
        catchError(() => EMPTY),
      ),
    ),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  const recorded = async (wanted?: PastView) => (await reading(wanted)).recorded;
  const sendNotes = (username: string) => {
    if (bookmarks?.hasWaiting(username) === true)
      // If the past cannot be opened, the notes stay pending.
      recorded().then(
        ({ notes }) => notes?.send?.(),
        () => undefined,
      );
  };
  const stateAt = async (at: number, wanted?: PastView) => (await past()).stateIn((await reading(wanted)).moments, at);
  const dayAt: OpenTimeTravel['dayAt'] = async (at, zone) => (await past()).days?.day(at, zone) ?? null;
  const overviewOf: ReadOverview = async (span) => {
    const { overviewOf: read } = await past();
    if (read === null) throw new Error('The server summarises no history.');
    return read(span);
  };
  const marksOf: OpenedPast['marksOf'] = async (serial, span) => (await past()).marksOf(serial, span);
  const send = (command: TravelCommand) => {
    isReading = command.kind !== 'live';
    commands$.next(command);
  };
  const status$ = recorder.status$;
  const history = { dayAt, marksOf, ...(hasOverviews ? { overviewOf } : {}), hasViews };
  const pastAnswers = () => lists;
  return {
    gate,
    pastStore,
    playhead$,
    timeline$,
    recorded,
    stateAt,
    ...history,
    pastAnswers,
    status$,
    send,
    isReading: () => isReading,
    sendNotes,
    clock: ports.clock,
  };
}
