/** The browser's connections, shared by all tabs: at most two long requests and one slow one at a time, and reads give way to a stop. */

import {
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  finalize,
  from,
  ignoreElements,
  merge,
  NEVER,
  switchMap,
  take,
  tap,
  timer,
  type Observable,
  type SchedulerLike,
  type Unsubscribable,
} from 'rxjs';
import type { FileProgress, HttpRequest, Ports } from '#streams/ports';
import { stallLimit } from './stallLimit.ts';

// A browser has six connections to a server (HTTP/1.1) for all its tabs. Downloads and long polls on all of them would delay a stop that is sent as a call.

/** The names of the slots for the long requests of all tabs, and of those for the slow ones. */
export const requestSlots = { long: ['orangery-long-0', 'orangery-long-1'], slow: ['orangery-slow'] } as const;
/** Maximum time for which reads give way, in ms. */
const GIVE_WAY_MS = 1_500;
/**
 * Time in ms after which reads give way to an unanswered call that changes something: over a slow line, reads may occupy all connections for minutes. A robot
 * that confirms a change needs less time.
 */
const ACT_PATIENCE_MS = 10_000;

/** Acquires one of the slots, waiting if necessary; returns the function that releases it. Rejects if the signal aborts first. */
type TakeSlot = (signal: AbortSignal) => Promise<() => void>;

/** Returns a function that acquires slots shared by the tabs of a browser. */
export function lockSlots(manager: Pick<LockManager, 'request'>, names: readonly string[]): TakeSlot {
  return (signal) =>
    new Promise((resolve, reject) => {
      const waiting = new AbortController();
      const stop = () => waiting.abort();
      signal.addEventListener('abort', stop, { once: true });
      let isTaken = false;
      const hold = () => {
        // Several slots may be granted at the same time; all except the first are released again.
        if (isTaken || signal.aborted) return undefined;
        isTaken = true;
        waiting.abort();
        signal.removeEventListener('abort', stop);
        return new Promise<void>((free) => resolve(free));
      };
      const requests = names.map((name) => manager.request(name, { signal: waiting.signal }, hold).catch(() => undefined));
      void Promise.all(requests).then(() => (isTaken ? undefined : reject(new Error('aborted'))));
    });
}

/** Returns a function that acquires slots of one page, for a browser without Web Locks (a page without TLS). */
export function pageSlots(count: number): TakeSlot {
  const waiting: (() => void)[] = [];
  let free = count;
  const next = () => {
    const first = waiting.shift();
    if (first === undefined) free += 1;
    else first();
  };
  return (signal) =>
    new Promise((resolve, reject) => {
      const start = () => resolve(next);
      if (free > 0) {
        free -= 1;
        start();
        return;
      }
      waiting.push(start);
      signal.addEventListener('abort', () => {
        const at = waiting.indexOf(start);
        if (at !== -1) waiting.splice(at, 1);
        reject(new Error('aborted'));
      });
    });
}

/** The channel that notifies the other tabs of a stop. */
interface UrgentChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: () => void) => void;
}

interface ConnectionParts {
  readonly takeLong: TakeSlot;
  readonly takeSlow: TakeSlot;
  readonly channel: UrgentChannel;
  readonly clock: SchedulerLike;
  readonly progress$: Observable<FileProgress>;
}

type Send = (ask: HttpRequest) => ReturnType<Ports['send']>;

const isRead = ({ requestId }: HttpRequest) => requestId === undefined;

/** Creates the functions that make reads give way: these are aborted, and sent again at `resume` or after a limited time. */
function createGivingWay(clock: SchedulerLike) {
  const isGivingWay$ = new BehaviorSubject(false);
  /** The end of giving way; a later reason replaces it. Uses only a timer, because with a clock that is set back, giving way would never end. */
  let release: Unsubscribable | null = null;
  const resume = () => {
    release?.unsubscribe();
    isGivingWay$.next(false);
  };
  const yieldToStop = () => {
    release?.unsubscribe();
    isGivingWay$.next(true);
    release = clock.schedule(() => isGivingWay$.next(false), GIVE_WAY_MS);
  };
  const interruptible = (request$: ReturnType<Send>): ReturnType<Send> =>
    isGivingWay$.pipe(
      distinctUntilChanged(),
      switchMap((isGivingWay) => (isGivingWay ? NEVER : request$)),
      take(1),
    );
  return { yieldToStop, resume, interruptible };
}

/**
 * Returns a function that wraps sending: all tabs together send at most two long requests and one slow one at a time. While a stop is sent, reads are aborted
 * in all tabs and sent again after it; also once for a call that changes something and remains unanswered. Source: VALID5, SLOW2.
 */
export function createConnections({ takeLong, takeSlow, channel, clock, progress$ }: ConnectionParts): (send: Send) => Send {
  const limited = stallLimit(progress$, clock);
  const { yieldToStop, resume, interruptible } = createGivingWay(clock);
  let stopsUnderWay = 0;
  const postToTabs = channel.postMessage.bind(channel);
  channel.addEventListener('message', yieldToStop);

  const urgently = (request$: ReturnType<Send>): ReturnType<Send> =>
    defer(() => {
      stopsUnderWay += 1;
      postToTabs(null);
      yieldToStop();
      return request$.pipe(
        finalize(() => {
          stopsUnderWay -= 1;
          if (stopsUnderWay === 0) resume();
        }),
      );
    });
  const patiently = (request$: ReturnType<Send>): ReturnType<Send> => {
    const late$ = timer(ACT_PATIENCE_MS, clock).pipe(
      tap(() => {
        postToTabs(null);
        yieldToStop();
      }),
      ignoreElements(),
    );
    return merge(request$, late$).pipe(take(1));
  };
  const inSlot = (takeSlot: TakeSlot, request$: ReturnType<Send>): ReturnType<Send> =>
    defer(() => {
      const leaving = new AbortController();
      const slot = takeSlot(leaving.signal).then((free) => {
        // The slot was granted after the caller had cancelled.
        if (leaving.signal.aborted) free();
        return free;
      });
      return from(slot).pipe(
        switchMap((free) => request$.pipe(finalize(free))),
        finalize(() => leaving.abort()),
      );
    });
  return (send) => (ask) => {
    const request$ = send(ask);
    if (ask.isUrgent) return urgently(request$);
    if (ask.isLong) return inSlot(takeLong, limited(ask, request$));
    if (ask.isSlow) return inSlot(takeSlow, request$);
    // A request that is sent while its page is closed cannot wait, and no code waits for it.
    if (ask.outlivesPage) return request$;
    return isRead(ask) ? interruptible(request$) : patiently(request$);
  };
}
