/** Reads of moments that return a failure as a value: a moment, null, or `unread` if it cannot be read now. */

import { catchError, concatMap, defer, filter, from, map, of, take, type Observable, type ObservableInput } from 'rxjs';
import type { RecordedMark } from '#streams/recording/timeline';
import { isHeld, type Moment, type Moments } from './moments.ts';

/** The states of a recording; `Moments` whose results may be promises or plain values. */
export interface MomentSource {
  readonly seek: (...to: Parameters<Moments['seek']>) => ObservableInput<Moment | null>;
  readonly step: (...from: Parameters<Moments['step']>) => ObservableInput<Moment>;
  readonly shown: (...at: Parameters<Moments['shown']>) => ObservableInput<Moment | null>;
}

/** A moment; null while nothing is recorded. */
type MomentRead = Moment | null | 'unread';

/**
 * Reads the moment of a wanted instant, in ms since epoch: `unread` if the read fails, or if only the nearest moment of this console's recording could be read.
 * Emits once; never errors.
 */
export const readMoment = (read: () => ObservableInput<Moment | null>, wanted: number): Observable<MomentRead> =>
  defer(read).pipe(
    map((moment) => (moment?.lacksHistory === true && !isHeld(moment, wanted) ? 'unread' : moment)),
    catchError(() => of('unread' as const)),
  );

/** Maximum time between a mark and the moment that shows it, in ms. */
export const SHOWN_WITHIN_MS = 3_000;

/** The moment that shows a mark, and the instant of the mark in ms since epoch (`wanted`). */
interface FoundMark {
  readonly wanted: number;
  readonly moment: Moment | 'unread';
}

/**
 * Returns the moment of the next or previous mark. A mark is shown a little after it occurred, so the mark of the shown moment does not count as the
 * previous one. A mark that cannot be read now is not skipped.
 */
export function markFrom(moments: MomentSource, at: number, marks: readonly RecordedMark[], direction: 1 | -1): Observable<FoundMark> {
  const nearestFirst =
    direction > 0 ? marks.filter((mark) => mark.at > at - SHOWN_WITHIN_MS) : marks.filter((mark) => mark.at < at).toReversed();
  return from(nearestFirst).pipe(
    concatMap((mark) => readMoment(() => moments.shown(mark.at), mark.at).pipe(map((moment) => ({ wanted: mark.at, moment })))),
    filter((found): found is FoundMark => found.moment !== null),
    filter(({ moment }) => moment === 'unread' || (direction > 0 ? moment.at > at : moment.at < at)),
    take(1),
  );
}
