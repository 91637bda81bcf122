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
import { type BookmarkSource, createBookmarkBook } from '../recorder/bookmarkBook.ts';
import { createNoteBook, type NoteBook } from '../recorder/noteBook.ts';
import { blocksOfSpan, type RecordedBlocks } from '../recorder/recordedBlocks.ts';
import { logInstant } from './serverInstant.ts';
import { timeTravel, type Playhead } from './timeTravel.ts';
import { combineLatest, distinctUntilChanged, from, map, tap, type Observable, type SchedulerLike } from 'rxjs';
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
  /** The recording without what the server did not know at its instants; null where the server has no history. */
  readonly known: PastReading | null;
  /** The days of the server's history; null where the server has none. */
  readonly days: HistoryDays | null;
  /** Returns a longer span of the server's history; null where the server summarises none. */
  readonly overviewOf: ReadOverview | null;
  /** Returns the marks of a device in a span from the server's history; null where the server has none. Rejects like the source. */
  readonly marksOf: (serial: string, span: TimeSpan) => Promise<readonly RecordedMark[] | null>;
  /** The answers that the lists of the history give. */
  readonly lists: PastAnswers;
  /** Returns the instant of the log that shows an instant of the server, both in ms since epoch. */
  readonly ofServer: (at: number) => Promise<number>;
  readonly reader: TimelineReader;
  readonly travel: typeof timeTravel;
  readonly shown: typeof shownMoments;
  readonly stateIn: typeof stateIn;
}

/** The dependencies of reading the past, in addition to the console's own recording. */
interface PastParts {
  readonly codec: RecordingCodec;
  /** Null where the server announces none. */
  readonly history: HistorySource | null;
  /** Null where the server keeps no notes. */
  readonly bookmarks: BookmarkSource | null;
  readonly liveStore: LogStore;
  readonly clock: SchedulerLike;
}

/** Returns the note book: that of the recording, or that of the server over it. */
function openNotes(
  local: NoteBook,
  username: Username,
  { bookmarks, liveStore, clock }: Pick<PastParts, 'bookmarks' | 'liveStore' | 'clock'>,
): NoteBook {
  if (bookmarks === null) return local;
  const username$ = from(liveStore).pipe(map(username), distinctUntilChanged());
  return createBookmarkBook({ ...bookmarks, local, username, username$, clock });
}

/** The readers of the server's history, and of the own recording joined with it. They keep what they have read. */
interface Readers {
  readonly views: Readonly<Record<PastView, PastReading>>;
  readonly days: HistoryDays;
}

function openReaders(own: RecordedBlocks, source: HistorySource, { codec, clock }: Pick<PastParts, 'codec' | 'clock'>): Readers {
  const days = createHistoryDays(source, clock);
  const { was, known } = joinedBlocks(own, { source, days, codec, clock });
  const readingOf = (recorded: RecordedBlocks): PastReading => ({ recorded, moments: createMoments(recorded) });
  return { views: { was: readingOf(was), known: readingOf(known) }, days };
}

type History = Pick<OpenedPast, 'was' | 'known' | 'days' | 'overviewOf' | 'marksOf'>;

/** Opens the own recording joined with a history, for whoever is signed in when it is read. */
function openHistory(own: RecordedBlocks, history: HistorySource, username: Username, parts: Pick<PastParts, 'codec' | 'clock'>): History {
  const source = sourceOfPerson(history, username);
  const readers = madePerPerson(username, () => openReaders(own, source, parts));
  const { overview } = source;
  const overviews =
    overview === undefined ? null : madePerPerson(username, () => createOverviews({ overview }, readers().days, parts.clock));
  const viewed = (view: PastView): PastReading => ({
    recorded: {
      ...own,
      hasHistory: true,
      blocks: (near) => readers().views[view].recorded.blocks(near),
      blocksOfSpan: (span, offsetMs) => blocksOfSpan(readers().views[view].recorded, span, offsetMs),
      block: (reference) => readers().views[view].recorded.block(reference),
    },
    moments: {
      seek: (at) => readers().views[view].moments.seek(at),
      step: (moment, by) => readers().views[view].moments.step(moment, by),
      shown: (at) => readers().views[view].moments.shown(at),
    },
  });
  return {
    was: viewed('was'),
    known: viewed('known'),
    days: { indexAt: (at) => readers().days.indexAt(at), day: (at, zone) => readers().days.day(at, zone) },
    overviewOf: overviews === null ? null : (span) => overviews()(span),
    marksOf: async (serial, span) => (await source.index(span, serial)).marks,
  };
}

/**
 * Opens moments, time travel and gate over the flight recorder and the server's history, when the timeline is first used; `shownMoments`: the shown moment with the
 * sign-in and rights of now.
 */
export function openPast(
  recorder: Pick<FlightRecorder, 'blocks' | 'block' | 'since' | 'timeline' | 'notes' | 'status$'>,
  { codec, history, bookmarks, liveStore, clock }: PastParts,
): OpenedPast {
  const username = () => selectProfile(liveStore.getState())?.username ?? null;
  const own = { ...ownBlocks(recorder, codec), notes: openNotes(createNoteBook(recorder), username, { bookmarks, liveStore, clock }) };
  const opened: History =
    history === null
      ? { was: { recorded: own, moments: createMoments(own) }, known: null, days: null, overviewOf: null, marksOf: async () => null }
      : openHistory(own, history, username, { codec, clock });
  const ofServer = async (at: number) => {
    const offsetMs = selectClockOffset(liveStore.getState());
    // Without its list, the recording holds the instant as far as anybody knows.
    const blocks = await recorder.blocks().catch(() => []);
    return logInstant(at, { blocks, offsetMs, hasHistory: history !== null });
  };
  return { ...opened, ofServer, lists: pastAnswers, reader: { read: recorder.timeline }, travel: timeTravel, shown: shownMoments, stateIn };
}
