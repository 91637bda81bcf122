/**
 * The subprotocols that a console offers with its next socket: column frames (`column_frames`) once their reader is downloaded, otherwise only lists of JSON
 * pushes.
 */

import { defer, from, of, race, timer, type Observable, type SchedulerLike } from 'rxjs';
import { COLUMN_PROTOCOL, JSON_PROTOCOL } from '#contract/fleet/socket';
import type { FrameReader } from '#streams/columnFrame/frameReader';
import type { SocketEvent } from '#streams/ports';

/**
 * Maximum time in ms that a socket waits for the reader of column frames before it opens without; a page should not wait long for its socket because of a file.
 */
const READER_MS = 3_000;

/** The offer of subprotocols for the next socket. */
export interface Offer {
  /** Emits once, when the next socket may be opened. */
  readonly ready$: Observable<unknown>;
  /** Returns the subprotocols of the next socket. */
  readonly protocols: () => readonly string[];
  /** Takes account of an event of a socket that offered these subprotocols. */
  readonly note: (protocols: readonly string[], kind: SocketEvent['kind']) => void;
  /** Creates the reader of a socket's column frames; null while its code is not downloaded. */
  readonly newReader: () => FrameReader | null;
}

/** The offer for a server that does not announce column frames. */
export const jsonOffer: Offer = { ready$: of(null), protocols: () => [], note: () => undefined, newReader: () => null };

/**
 * Creates the offer of column frames. Their reader is downloaded immediately; if that fails, again before each later socket. After a socket that offered column
 * frames and did not open, the next one offers nothing, because an intermediary may refuse unknown subprotocols. After an unreadable frame, column frames are
 * not offered again. Without column frames, lists of pushes are offered, because otherwise a server sends each push separately.
 */
export function columnOffer(load: () => Promise<() => FrameReader>, clock: SchedulerLike): Offer {
  let newReader: (() => FrameReader) | null = null;
  let loading: Promise<void> | null = null;
  let isUsable = true;
  let isSkipped = false;
  let hasOpened = false;
  const loaded = () => {
    loading ??= load().then(
      (made) => {
        newReader = made;
      },
      () => {
        loading = null;
      },
    );
    return loading;
  };
  void loaded();
  const mayOffer = () => isUsable && !isSkipped;
  return {
    ready$: defer(() => (newReader !== null || !mayOffer() ? of(null) : race(from(loaded()), timer(READER_MS, clock)))),
    protocols: () => {
      hasOpened = false;
      if (isSkipped) return [];
      return newReader !== null && isUsable ? [COLUMN_PROTOCOL, JSON_PROTOCOL] : [JSON_PROTOCOL];
    },
    note: (protocols, kind) => {
      if (kind === 'opened') hasOpened = true;
      if (kind === 'unreadable') isUsable = false;
      if (kind === 'closed') isSkipped = protocols.length > 0 && !hasOpened;
    },
    newReader: () => newReader?.() ?? null,
  };
}
