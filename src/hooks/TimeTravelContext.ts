/**
 * The contexts of time travel: `TimeTravelContext` with `useTimeTravel`, `PlayheadContext`, and `TimelinePorts`, the functions of the page that the timeline
 * needs.
 */

import type { TimeSpan } from '#domain/text/timeUnits';
import { createContext, useContext } from 'react';
import type { Observable, SchedulerLike } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import type { RecordingCodec } from '#streams/recording/codec';
import type { RecorderStatus } from '#past/recorder/recorder';
import type { LogStore, RootState } from '#state/store';
import type { Names } from '#past/account/sessionAccount';
import type { RecordedMark, TimelineData } from '#streams/recording/timeline';
import type { HistoryDay } from '#past/history/historyDays';
import type { PastView } from '#past/history/asKnown';
import type { ReadOverview } from '#past/history/overviews';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';
import { viewShown } from '#past/moments/viewShown';

/** A file that is shown instead of a live console. Instants in ms since epoch. */
export interface ShownRecording {
  /** The name of the file. */
  readonly name: string;
  /** The name of the user who recorded it. */
  readonly by: string;
  readonly from: number;
  readonly to: number;
  /** The missing or damaged parts of the file, one line each. */
  readonly damage: readonly string[];
  readonly close: () => void;
}

/** A span of the history that the user wants the server to keep; instants in ms since epoch. */
export interface WantedSpan {
  /** A UUID: a request with the same id is the same span. */
  readonly id: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** The functions of the page that the timeline needs in addition to the recording. */
export interface TimelinePorts {
  /** The settings of this installation, which are written into a saved recording. */
  readonly config: ConsoleConfig;
  readonly codec: RecordingCodec;
  /** Returns the SHA-256 of a text, in hexadecimal. Rejects on a page without a secure context. */
  readonly digest: (text: string) => Promise<string>;
  /** Saves bytes as a file. */
  readonly saveBytes: (bytes: Uint8Array<ArrayBuffer>, fileName: string) => void;
  /** Returns a UUID for an entity that the user creates. */
  readonly newId: () => string;
  /** Keeps a span on the server; resolves with the reason if it is refused. Absent in a recording, and if the server does not announce `history_pins`. */
  readonly keepSpan?: (span: WantedSpan) => Promise<string | null>;
  /** Loads the display names of screens and calls for the account of a session. */
  readonly names: () => Promise<Names>;
}

/** The context of the parts of the timeline; the same object until the console enters or leaves the past, or playback starts or pauses. */
export interface TimeTravel {
  readonly isPast: boolean;
  /** False while a moment is paused; the live log always plays. */
  readonly isPlaying: boolean;
  /** Whether a past moment is shown, or a requested moment is not recorded. */
  readonly hasBanner: boolean;
  readonly send: (command: TravelCommand) => void;
  /** Returns whether the last command has not been carried out yet. Absent in a recording. */
  readonly isReading?: (() => boolean) | undefined;
  /** Returns the shown moment in ms since epoch; for handlers, which need it only when they run, so views do not render whenever it changes. */
  readonly shownAt: () => number;
  /** Returns the view of the past, for handlers. Absent in a recording, which has only one view. */
  readonly shownView?: () => PastView;
  /** Returns the blocks of the recording, for reading and saving, by default in the shown view. */
  readonly recorded: (view?: PastView) => Promise<RecordedBlocks>;
  /**
   * Returns the state at an instant, or at the nearest recorded one, by default in the shown view; null while nothing is recorded. Rejects if the state cannot
   * be read.
   */
  readonly stateAt: (at: number, view?: PastView) => Promise<RootState | null>;
  /**
   * Returns the day of the server's history that contains an instant, in a zone (IANA name), by default that of the page; null if there is none. Rejects if the
   * day cannot be read. Absent in a recording.
   */
  readonly dayAt?: (at: number, zone?: string) => Promise<HistoryDay | null>;
  /**
   * Returns the overview of a longer span of the server's history. Rejects if the overview cannot be read. Absent in a recording, and if the server provides
   * none.
   */
  readonly overviewOf?: ReadOverview;
  /**
   * Returns the marks of a device in a span from the server's history; null if the server has no history. Rejects if the marks cannot be read. Absent in a
   * recording.
   */
  readonly marksOf?: (serial: string, span: TimeSpan) => Promise<readonly RecordedMark[] | null>;
  /** Whether the server's history can also be shown as it was known at the time. Absent in a recording. */
  readonly hasViews?: boolean;
  readonly status$: Observable<RecorderStatus>;
  /** Marks and density; read again periodically while there is a subscriber. */
  readonly timeline$: Observable<TimelineData>;
  /** The live store, which continues to reduce events while the screens show the past. */
  readonly liveStore: LogStore;
  /** The shown file; absent in a live console. With a file, `liveStore` contains its end. */
  readonly recording?: ShownRecording;
  readonly clock: SchedulerLike;
  readonly ports: TimelinePorts;
}

export const TimeTravelContext = createContext<TimeTravel | null>(null);
/** The shown moment, or live; changes with every animation frame during playback. */
export const PlayheadContext = createContext<Playhead>({ kind: 'live' });

/** Returns the time travel of this console. Throws outside its provider. */
export function useTimeTravel(): TimeTravel {
  const there = useContext(TimeTravelContext);
  if (there === null) throw new Error('useTimeTravel is used outside a console.');
  return there;
}

/** Returns the shown view of the past; while the console is live, the view of the past as it was. */
export const useShownView = (): PastView => viewShown(useContext(PlayheadContext));
