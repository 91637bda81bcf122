import { createContext, useContext } from 'react';
import type { Observable, SchedulerLike } from 'rxjs';
import type { ConsoleConfig } from '#contract/config';
import type { RecordingCodec } from '#streams/recording/codec';
import type { RecorderStatus } from '#past/recorder/recorder';
import type { LogStore, RootState } from '#state/store';
import type { Names } from '#past/account/sessionAccount';
import type { TimelineData } from '#streams/recording/timeline';
import type { RecordedBlocks } from '#past/moments/recordedBlocks';
import type { Playhead, TravelCommand } from '#past/moments/timeTravel';

/** A file that is shown instead of a live console. Instants in ms since epoch. */
export interface ShownRecording {
  /** Of the file. */
  readonly name: string;
  /** The name of the person who recorded it. */
  readonly by: string;
  readonly from: number;
  readonly to: number;
  /** What of the file is missing or damaged, a line each. */
  readonly damage: readonly string[];
  readonly close: () => void;
}

/** What the timeline needs of the page, besides the recording. */
export interface TimelinePorts {
  /** Of this installation; a saved recording names it. */
  readonly config: ConsoleConfig;
  readonly codec: RecordingCodec;
  /** SHA-256 of a text, in hexadecimal. Rejects in a page without a secure context. */
  readonly digest: (text: string) => Promise<string>;
  /** Saves bytes as a file. */
  readonly saveBytes: (bytes: Uint8Array<ArrayBuffer>, fileName: string) => void;
  /** Loads what screens and calls are named in the account of a session. */
  readonly names: () => Promise<Names>;
}

/** What the parts of the timeline need; the same object until the console enters or leaves the past, plays or pauses. */
export interface TimeTravel {
  readonly isPast: boolean;
  /** False while a moment stands still; live, the log plays by itself. */
  readonly isPlaying: boolean;
  /** A moment is shown, or one that was asked for is not held. */
  readonly hasBanner: boolean;
  readonly send: (command: TravelCommand) => void;
  /** Returns the shown moment, ms since epoch: for what acts on it when it is pressed, and does not render with it. */
  readonly shownAt: () => number;
  /** The recording, to be read and saved. */
  readonly recorded: () => Promise<RecordedBlocks>;
  /** The state at an instant, or at the nearest one that is held; null while nothing is recorded. */
  readonly stateAt: (at: number) => Promise<RootState | null>;
  readonly status$: Observable<RecorderStatus>;
  /** Marks and density, read again from time to time while subscribed. */
  readonly timeline$: Observable<TimelineData>;
  /** The live store, which keeps folding while the screens show the past. */
  readonly liveStore: LogStore;
  /** Absent in a live console. In a recording the "live" store holds its end. */
  readonly recording?: ShownRecording;
  readonly clock: SchedulerLike;
  readonly ports: TimelinePorts;
}

export const TimeTravelContext = createContext<TimeTravel | null>(null);
/** The shown moment; changes with every frame while the past is played. */
export const PlayheadContext = createContext<Playhead>({ kind: 'live' });

/** Returns the time travel of this console. Throws outside its provider. */
export function useTimeTravel(): TimeTravel {
  const there = useContext(TimeTravelContext);
  if (there === null) throw new Error('useTimeTravel is used outside a console.');
  return there;
}
