import type { TimeSpan } from '#domain/text/timeUnits';
import type { FlightRecorder } from '../recorder/flightRecorder.ts';
import type { RecordingCodec } from '#streams/recording/codec';
import type { RecordedMark, TimelineReader } from '#streams/recording/timeline';
import { createMoments, ownBlocks, stateIn, type Moments } from './moments.ts';
import { createHistoryDays, type HistoryDays } from '../history/historyDays.ts';
import type { PastView } from '../history/asKnown.ts';
import type { HistorySource } from '../history/historySource.ts';
import { createOverviews, type ReadOverview } from '../history/overviews.ts';
import { pastAnswers, type PastAnswers } from '../history/pastAnswers.ts';
import { madePerPerson, sourceOfPerson, type Username } from '../history/perPerson.ts';
import { joinedBlocks } from '../history/joinedBlocks.ts';
import { type BookmarkSource, createBookmarkBook, type NoteTimes } from '../recorder/bookmarkBook.ts';
import { createNoteBook, type NoteBook } from '../recorder/noteBook.ts';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import { isSameClock, logInstant, serverInstant } from './serverInstant.ts';
import { timeTravel, type Playhead } from './timeTravel.ts';
import {
  combineLatest,
  distinctUntilChanged,
  filter,
  firstValueFrom,
  from,
  map,
  race,
  take,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
} from 'rxjs';
import { selectClockOffset } from '#state/clock';
import { selectProfile } from '#state/session';
import { selectStateOfNow, shownState } from '#state/shownState';
import type { LogStore, RootState } from '#state/store';

/**
 * Emits the playhead after calling `show` with the state of its moment, which contains the live session and rights; calls `show` again whenever those change,
 * even while the moment does not.
 */
function shownMoments(playhead$: Observable<Playhead>, liveStore: LogStore, show: (state: RootState) => void): Observable<Playhead> {
  const now$ = from(liveStore).pipe(map(selectStateOfNow), distinctUntilChanged());
  return combineLatest([now$, playhead$]).pipe(
    tap(([now, head]) => {
      if (head.kind === 'past') show(shownState(head.moment.state, now));
    }),
    map(([, head]) => head),
    distinctUntilChanged(),
  );
}

/** A recording and its states. */
interface PastReading {
  readonly recorded: RecordedBlocks;
  readonly moments: Moments;
}

/** The reader of a recording; loaded as one chunk when the timeline is first used. */
export interface OpenedPast {
  /** The recording with each report of the server's history at its own time. */
  readonly was: PastReading;
  /** The recording without the parts that the server did not know at their instants; null if the server has no history. */
  readonly known: PastReading | null;
  /** The days of the server's history; null if the server has none. */
  readonly days: HistoryDays | null;
  /** Returns the overview of a longer span of the server's history; null if the server provides none. */
  readonly overviewOf: ReadOverview | null;
  /** Returns the marks of a device in a span from the server's history; null if the server has none. Rejects like the source. */
  readonly marksOf: (serial: string, span: TimeSpan) => Promise<readonly RecordedMark[] | null>;
  /** The responses built from the lists of the history. */
  readonly lists: PastAnswers;
  /** Returns the instant of the log that shows an instant of the server, both in ms since epoch. */
  readonly ofServer: (at: number) => Promise<number>;
  readonly reader: TimelineReader;
  readonly travel: typeof timeTravel;
  readonly shown: typeof shownMoments;
  readonly stateIn: typeof stateIn;
}

/** Dependencies of the readers of the past, in addition to this console's recording. */
interface PastParts {
  readonly codec: RecordingCodec;
  /** The server's history; null if the server announces none. */
  readonly history: HistorySource | null;
  /** The notes on the server; null if the server keeps none. */
  readonly bookmarks: BookmarkSource | null;
  readonly liveStore: LogStore;
  readonly clock: SchedulerLike;
}

/** Returns the note book: the recording's, or the server's on top of it. */
function openNotes(
  local: NoteBook,
  { username, times }: { readonly username: Username; readonly times: NoteTimes },
  { bookmarks, liveStore, clock }: Pick<PastParts, 'bookmarks' | 'liveStore' | 'clock'>,
): NoteBook {
  if (bookmarks === null) return local;
  const username$ = from(liveStore).pipe(map(username), distinctUntilChanged());
  return createBookmarkBook({ ...bookmarks, local, username, username$, clock, times });
}

/** Returns the conversion of instants between this console's recording and the server, by the newest offset of the server's clock. */
function timesOf(recorder: Pick<FlightRecorder, 'blocks'>, { history, liveStore }: Pick<PastParts, 'history' | 'liveStore'>): NoteTimes {
  const log = async () => {
    const offsetMs = selectClockOffset(liveStore.getState());
    // While its list cannot be read, the recording is assumed to hold the instant.
    const blocks = isSameClock(offsetMs) ? [] : await recorder.blocks().catch(() => []);
    return { blocks, offsetMs, hasHistory: history !== null };
  };
  return {
    toServer: async (at) => serverInstant(at, await log()),
    toLog: async (serverAts) => {
      const own = await log();
      return serverAts.map((serverAt) => logInstant(serverAt, own));
    },
  };
}

/** Dependencies of the readers of the history; `clock` is that of the server. Source: CLOCK14. */
interface ReaderParts extends Pick<PastParts, 'codec'> {
  readonly clock: Pick<SchedulerLike, 'now'>;
}

/** The readers of the server's history, and of this console's recording joined with it. They cache the parts that they have read. */
interface Readers {
  readonly views: Readonly<Record<PastView, PastReading>>;
  readonly days: HistoryDays;
  readonly overviewOf: ReadOverview | null;
}

function openReaders(own: RecordedBlocks, source: HistorySource, { codec, clock }: ReaderParts): Readers {
  const days = createHistoryDays(source, clock);
  const { overview } = source;
  const overviewOf = overview === undefined ? null : createOverviews({ overview }, days, clock);
  const { was, known } = joinedBlocks(own, { source, days, overviewOf, codec, clock });
  const readingOf = (recorded: RecordedBlocks): PastReading => ({ recorded, moments: createMoments(recorded) });
  return { views: { was: readingOf(was), known: readingOf(known) }, days, overviewOf };
}

type History = Pick<OpenedPast, 'was' | 'known' | 'days' | 'overviewOf' | 'marksOf'>;

/** Returns moments that pass each read on to the current ones. */
const momentsOf = (current: () => Moments): Moments => ({
  seek: (at) => current().seek(at),
  step: (moment, by) => current().step(moment, by),
  shown: (at) => current().shown(at),
});

/** Opens this console's recording alone, for the person who is signed in when it is read. */
function openOwn(own: RecordedBlocks, username: Username): History {
  const moments = momentsOf(madePerPerson(username, () => createMoments(own)));
  return { was: { recorded: own, moments }, known: null, days: null, overviewOf: null, marksOf: async () => null };
}

/** Opens this console's recording joined with a history, for the person who is signed in when it is read. */
function openHistory(own: RecordedBlocks, history: HistorySource, username: Username, parts: ReaderParts): History {
  const source = sourceOfPerson(history, username);
  const readers = madePerPerson(username, () => openReaders(own, source, parts));
  const hasOverviews = source.overview !== undefined;
  const overviewOf: ReadOverview = (span) => readers().overviewOf?.(span) ?? Promise.reject(new Error('The server provides no overviews.'));
  const viewed = (view: PastView): PastReading => ({
    recorded: {
      ...own,
      hasHistory: true,
      blocks: (near, by) => readers().views[view].recorded.blocks(near, by),
      blocksOfSpan: (span, offsetMs) => blocksOfSpan(readers().views[view].recorded, span, offsetMs),
      block: (reference) => readers().views[view].recorded.block(reference),
    },
    moments: momentsOf(() => readers().views[view].moments),
  });
  return {
    was: viewed('was'),
    known: viewed('known'),
    days: { indexAt: (at) => readers().days.indexAt(at), day: (at, zone) => readers().days.day(at, zone) },
    overviewOf: hasOverviews ? overviewOf : null,
    marksOf: async (serial, span) => (await source.index(span, serial)).marks,
  };
}

/** Maximum time, in ms, for which a moment by the server's clock waits for the first response, which measures that clock. */
const MEASURE_MS = 3_000;

const hasResponse = ({ answers }: RootState): boolean =>
  Object.values(answers).some(({ answer, failure }) => answer !== undefined || failure !== undefined);

/**
 * Emits once a response could have measured the server's clock, at the latest after `MEASURE_MS`: a page that opens with a link has no response yet. Source:
 * LINK1.
 */
const offsetKnown = (liveStore: LogStore, clock: SchedulerLike): Observable<unknown> =>
  race(from(liveStore).pipe(filter(hasResponse)), timer(MEASURE_MS, clock)).pipe(take(1));

/**
 * Opens the readers of this console's recording and of the server's history, and time travel, when the timeline is first used. `shown` shows the moment of the
 * playhead with the current sign-in and rights.
 */
export function openPast(
  recorder: Pick<FlightRecorder, 'blocks' | 'block' | 'since' | 'timeline' | 'notes' | 'status$'>,
  { codec, history, bookmarks, liveStore, clock }: PastParts,
): OpenedPast {
  const username = () => selectProfile(liveStore.getState())?.username ?? null;
  const times = timesOf(recorder, { history, liveStore });
  const notes = openNotes(createNoteBook(recorder), { username, times }, { bookmarks, liveStore, clock });
  const own = { ...ownBlocks(recorder, codec), notes };
  // The history is dated by the server's clock.
  const serverClock = { now: () => clock.now() + selectClockOffset(liveStore.getState()) };
  const opened: History = history === null ? openOwn(own, username) : openHistory(own, history, username, { codec, clock: serverClock });
  const ofServer = async (at: number) => {
    await firstValueFrom(offsetKnown(liveStore, clock));
    const [logAt = at] = await times.toLog([at]);
    return logAt;
  };
  return { ...opened, ofServer, lists: pastAnswers, reader: { read: recorder.timeline }, travel: timeTravel, shown: shownMoments, stateIn };
}
