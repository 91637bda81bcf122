/** The limits of a call: the maximum time for its response, and its share of the browser's connections. */

import { filter, first, map, merge, timeout, type Observable } from 'rxjs';
import type { Call } from '#contract/call';
import { getStopImmediately, getWait } from '#contract/command';
import { postAccountLines } from '#contract/sessionAccount';
import { getValidate } from '#contract/validation';
import type { HttpRequest, Ports } from '../ports.ts';

/** Timeout of a request, in ms, without which a poll could wait forever. For a read, it limits the time without progress of the response. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Timeout of a read whose response keeps making progress, in ms: a list of many MB over a slow line takes minutes. */
const SLOW_READ_TIMEOUT_MS = 15 * 60_000;
/** Timeout of a stop, in ms: the server responds within 5.3 s, and the person must learn quickly that a stop failed. */
export const STOP_TIMEOUT_MS = 10_000;
/**
 * Timeout of an upload or a download, in ms: the lifetime of a sign-in, since a large file can take hours over a slow line. A transfer that makes no progress is
 * aborted earlier, by the port that performs it.
 */
const TRANSFER_TIMEOUT_MS = 12 * 3_600_000;
/** Timeout of a validation, in ms; a validation makes no progress before it is complete. */
const VALIDATION_TIMEOUT_MS = 3_600_000;

/** Returns whether a call transfers a file. */
const isTransfer = (call: Call): boolean => call.file || call.multipart;

function timeoutMs(call: Call): number {
  if (call.name === getStopImmediately.name) return STOP_TIMEOUT_MS;
  if (call.name === getValidate.name) return VALIDATION_TIMEOUT_MS;
  return isTransfer(call) ? TRANSFER_TIMEOUT_MS : REQUEST_TIMEOUT_MS;
}

/**
 * Returns the share of a call in the browser's connections, and whether the call is completed after its page is closed. A validation does not wait for
 * downloads, and the limit for transfers without progress does not apply to it. Source: VALID4, VALID5.
 */
export function weightOf(call: Call): Pick<HttpRequest, 'isUrgent' | 'isLong' | 'isSlow' | 'outlivesPage'> {
  if (call.name === getStopImmediately.name) return { isUrgent: true };
  if (call.name === getValidate.name) return { isSlow: true };
  if (call.name === postAccountLines.name) return { outlivesPage: true };
  return isTransfer(call) || call.name === getWait.name ? { isLong: true } : {};
}

/** Returns whether a call only reads data: it has no side effects and transfers no file. */
const isRead = (call: Call): boolean => !call.hasSideEffects && !isTransfer(call);

/** Ends a read with an error if its response makes no progress for a while, or is not complete after a long time. Source: SLOW1. */
function whileArriving<Outcome>(ports: Ports, address: string, response$: Observable<Outcome>): Observable<Outcome> {
  const arriving$ = ports.progress$.pipe(
    filter((progress) => progress.address === address),
    map(() => null),
  );
  return merge(response$, arriving$).pipe(
    timeout({ each: REQUEST_TIMEOUT_MS, scheduler: ports.clock }),
    first((outcome) => outcome !== null),
    timeout({ first: SLOW_READ_TIMEOUT_MS, scheduler: ports.clock }),
  );
}

/** Ends a call with an error if its response takes too long. Source: SLOW1. */
export const limited = <Outcome>(ports: Ports, call: Call, address: string, response$: Observable<Outcome>): Observable<Outcome> =>
  isRead(call) ? whileArriving(ports, address, response$) : response$.pipe(timeout({ first: timeoutMs(call), scheduler: ports.clock }));
