/** Sends calls by `fetch`: headers, token, size limits, and the response as text or bytes. */

import { Observable, type SchedulerLike } from 'rxjs';
import { REQUEST_ID_HEADER } from '#contract/call';
import type { FileProgress, HttpRequest, Ports, HttpResponse, Token } from '#streams/ports';
import { announcedLength, totalOf, type OnBytes } from './wholeFile.ts';

/** Maximum length of a response, 32 MiB, much more than the largest plan; the rest of a longer response is not read. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Maximum length of shown bytes, 512 MiB; more could exhaust the memory of the page. */
const LONGEST_BYTES = 512 * 1024 * 1024;

/** Maximum length, in characters, of a body whose transfer continues after its page is closed; browsers refuse more than 64 KiB of such bodies in total. */
const LONGEST_KEPT_ALIVE = 16_000;

/** Dependencies of sending: API root, current token, and the browser's `fetch`. */
export interface SendParts {
  readonly apiRoot: string;
  readonly token: () => Token | null;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Pick<SchedulerLike, 'now'>;
  /** Whether request ids are sent: another server may not allow their header, and a cross-origin request with the header would then fail. */
  readonly sendsRequestIds: boolean;
  /** Called with the progress of a response after every chunk. */
  readonly onProgress: (progress: FileProgress) => void;
  readonly longestBytes?: number;
  readonly longestShownBytes?: number;
}

/** Options of reading a response: its maximum length in bytes, and the receiver of its progress. */
interface Reading {
  readonly longest: number;
  readonly clock: SendParts['clock'];
  readonly onBytes: OnBytes;
}

/**
 * Passes on a response in chunks and returns its length in bytes; null for a response longer than `longest`, whose rest is neither read nor passed on. Source:
 * BODY1.
 */
async function readPieces(answer: Response, { longest, onBytes }: Reading, onPiece: (piece: Uint8Array) => void): Promise<number | null> {
  let bytes = 0;
  if (answer.body === null) return bytes;
  const total = announcedLength(answer);
  const reader = answer.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    const left = longest - bytes;
    bytes += piece.value.byteLength;
    onPiece(piece.value.subarray(0, left));
    if (bytes > longest) {
      await reader.cancel();
      return null;
    }
    onBytes(bytes, totalOf(bytes, total));
  }
  return bytes;
}

/** Returns the text of a response that was read, and whether it is whole. */
async function textOf(answer: Response, reading: Reading): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  const length = await readPieces(answer, reading, (piece) => {
    text += decoder.decode(piece, { stream: true });
  });
  return { text: text + decoder.decode(), isWhole: length !== null };
}

/** Returns the result for a response whose body is too long. */
const tooLong = ({ status }: Response, serverAt: number | null): HttpResponse => ({ status, text: '', serverAt, isTooLong: true });

/** Returns the fields of a body as form data: files unchanged, everything else as text. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  if (typeof body !== 'object' || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** Returns the `fetch` options of a request; `accept` is the expected media type. */
export function requestOf(
  { method, body, withToken, requestId, asForm, isUrgent, outlivesPage }: HttpRequest,
  { token: tokenNow, sendsRequestIds }: Pick<SendParts, 'token' | 'sendsRequestIds'>,
  signal: AbortSignal,
  accept = 'application/json',
): RequestInit {
  const token = tokenNow();
  const content = body === undefined ? undefined : asForm ? formOf(body) : JSON.stringify(body);
  const isKeptAlive = outlivesPage && typeof content === 'string' && content.length <= LONGEST_KEPT_ALIVE;
  return {
    method,
    signal,
    cache: 'no-store',
    // Puts the request ahead of the browser's own queue of requests to this server.
    ...(isUrgent ? { priority: 'high' as const } : {}),
    ...(isKeptAlive ? { keepalive: true } : {}),
    redirect: 'error',
    // A gateway in front of the server may require its own cookie or password; the check of the login method has no credentials to send (ROLE-018).
    credentials: withToken ? 'include' : 'omit',
    headers: {
      accept,
      ...(withToken && token !== null ? { authorization: `Bearer ${token.value}` } : {}),
      // For a form, the browser itself sets the content type, with the boundary.
      ...(body === undefined || asForm ? {} : { 'content-type': 'application/json' }),
      ...(requestId === undefined || !sendsRequestIds ? {} : { [REQUEST_ID_HEADER]: requestId }),
    },
    ...(content === undefined ? {} : { body: content }),
  };
}

/**
 * Returns a function that returns the server's time in ms since epoch: the `Date` header of a response whose headers have just arrived, plus the time since
 * then, because reading the content of a file may take long. Null without that header. Source: CLOCK11.
 */
export function serverTime({ headers }: Pick<Response, 'headers'>, { now }: Pick<SchedulerLike, 'now'>): () => number | null {
  const date = Date.parse(headers.get('date') ?? '');
  const aheadMs = date - now();
  return () => (Number.isNaN(date) ? null : now() + aheadMs);
}

/** Returns a response with its bytes. */
async function bytesOf(answer: Response, reading: Reading): Promise<HttpResponse> {
  const serverAt = serverTime(answer, reading.clock);
  if (Number(answer.headers.get('content-length') ?? 0) > reading.longest) {
    await answer.body?.cancel();
    return tooLong(answer, serverAt());
  }
  const pieces: Uint8Array[] = [];
  const length = await readPieces(answer, reading, (piece) => pieces.push(piece));
  if (length === null) return tooLong(answer, serverAt());
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { status: answer.status, text: '', serverAt: serverAt(), bytes };
}

/** Returns a response with its text; for a failure that is too long, only the beginning, which shows whether the response is from a gateway. */
export async function replyOf(answer: Response, reading: Reading): Promise<HttpResponse> {
  const serverAt = serverTime(answer, reading.clock);
  const { text, isWhole } = await textOf(answer, reading);
  return isWhole || !answer.ok ? { status: answer.status, text, serverAt: serverAt() } : tooLong(answer, serverAt());
}

/** Creates the port that sends requests. Any status is a response; an error means that there was no response. */
export function createSend(parts: SendParts): Ports['send'] {
  const { apiRoot, fetch, clock, onProgress, longestBytes = LONGEST_ANSWER_BYTES, longestShownBytes = LONGEST_BYTES } = parts;
  const root = apiRoot.replace(/\/$/, '');
  const read = (answer: Response, { asBytes, address }: HttpRequest) => {
    const onBytes: OnBytes = (bytes, total) => onProgress({ address, bytes, total });
    if (asBytes === undefined || !answer.ok) return replyOf(answer, { longest: longestBytes, clock, onBytes });
    return bytesOf(answer, { longest: asBytes === 'json' ? longestBytes : longestShownBytes, clock, onBytes });
  };
  return (spec) =>
    new Observable<HttpResponse>((subscriber) => {
      const leaving = new AbortController();
      fetch(`${root}/${spec.address}`, requestOf(spec, parts, leaving.signal, spec.asBytes === 'file' ? '*/*' : undefined))
        .then((answer) => read(answer, spec))
        .then(
          (reply) => {
            subscriber.next(reply);
            subscriber.complete();
          },
          (error: unknown) => subscriber.error(error),
        );
      return () => leaving.abort();
    });
}
