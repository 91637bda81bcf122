/** The connections of the browser, shared by all tabs: two long requests at a time, and reads give way to a stop. */

import { BehaviorSubject, defer, distinctUntilChanged, finalize, from, NEVER, switchMap, take, type SchedulerLike } from 'rxjs';
import type { HttpRequest, Ports } from '#streams/ports';

// A browser has six connections to a server (HTTP/1.1) for all its tabs. Downloads and long polls that occupy all of them would delay a stop that is sent as a
// call.

/** Maximum number of long requests of all tabs at a time. */
const LONG_SLOTS = ['orangery-long-0', 'orangery-long-1'];
/** Maximum time for which reads give way to a stop, in ms. */
const GIVE_WAY_MS = 1_500;

/** Acquires one of the slots, waiting if necessary; returns the function that releases it. Rejects if the signal aborts first. */
type TakeSlot = (signal: AbortSignal) => Promise<() => void>;

/** Slots shared by the tabs of a browser. */
export function lockSlots(manager: Pick<LockManager, 'request'>, names: readonly string[] = LONG_SLOTS): TakeSlot {
  return (signal) =>
    new Promise((resolve, reject) => {
      const waiting = new AbortController();
      const stop = () => waiting.abort();
      signal.addEventListener('abort', stop, { once: true });
      let isTaken = false;
      const hold = () => {
        // Several slots may be granted at the same time; all but the first are released again.
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

/** Slots of one page, for a browser without Web Locks (a page without TLS). */
export function pageSlots(count = LONG_SLOTS.length): TakeSlot {
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

/** Notifies the other tabs of a stop. */
interface UrgentChannel {
  readonly postMessage: (message: unknown) => void;
  readonly addEventListener: (type: 'message', listener: () => void) => void;
}

interface ConnectionParts {
  readonly takeSlot: TakeSlot;
  readonly channel: UrgentChannel;
  readonly clock: SchedulerLike;
}

type Send = (ask: HttpRequest) => ReturnType<Ports['send']>;

const isRead = ({ method, requestId }: HttpRequest) => method === 'GET' && requestId === undefined;

/**
 * Returns a function that wraps sending: all tabs together send two long requests at a time; while a stop is sent, reads are aborted in all tabs and
 * sent again after it.
 */
export function createConnections({ takeSlot, channel, clock }: ConnectionParts): (send: Send) => Send {
  const isGivingWay$ = new BehaviorSubject(false);
  const yieldToStop = () => {
    isGivingWay$.next(true);
    return clock.schedule(() => isGivingWay$.next(false), GIVE_WAY_MS);
  };
  const postToTabs = channel.postMessage.bind(channel);
  channel.addEventListener('message', yieldToStop);

  const interruptible = (request$: ReturnType<Send>): ReturnType<Send> =>
    isGivingWay$.pipe(
      distinctUntilChanged(),
      switchMap((isGivingWay) => (isGivingWay ? NEVER : request$)),
      take(1),
    );
  const urgently = (request$: ReturnType<Send>): ReturnType<Send> =>
    defer(() => {
      postToTabs(null);
      const over = yieldToStop();
      return request$.pipe(
        finalize(() => {
          over.unsubscribe();
          isGivingWay$.next(false);
        }),
      );
    });
  const inSlot = (request$: ReturnType<Send>): ReturnType<Send> =>
    defer(() => {
      const leaving = new AbortController();
      const slot = takeSlot(leaving.signal).then((free) => {
        // The slot was granted after the caller had given up.
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
    if (ask.isLong) return inSlot(request$);
    return isRead(ask) ? interruptible(request$) : request$;
  };
}
