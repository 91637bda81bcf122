import type { IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import { REQUEST_ID_HEADER } from '#contract/call';
import { forbidden, invalid } from '../failure.ts';

const REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/;
/** What browsers say when they fetch ahead of a person's wish. */
const AHEAD = /prefetch|prerender|preview/i;
const AHEAD_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/** A page that a link opens or a browser fetches ahead must not act or read with a person's rights; the console does neither with a call. */
export function refuseUnwished(headers: IncomingHttpHeaders): void {
  if (headers['sec-fetch-mode'] === 'navigate') throw forbidden('a call is not a page');
  if (AHEAD_HEADERS.some((name) => AHEAD.test(String(headers[name] ?? '')))) throw forbidden('a call is not fetched ahead');
}

/** The id of this act: the caller's, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const id = headers[REQUEST_ID_HEADER];
  if (id === undefined) return randomUUID();
  if (typeof id !== 'string' || !REQUEST_ID.test(id)) throw invalid(`${REQUEST_ID_HEADER}: 1 to 64 letters, digits or hyphens`);
  return id;
}
