/** Sends calls by `fetch`: headers, token, size limits, and the response as text or bytes. */

import { Observable } from 'rxjs';
import { REQUEST_ID_HEADER } from '#contract/call';
import type { FileProgress, HttpRequest, Ports, HttpResponse, Token } from '#streams/ports';
import { announcedLength, type OnBytes } from './wholeFile.ts';

/** Maximum length of a response, 32 MiB, far above the largest plan; the rest of a longer response is not read. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Maximum length of shown bytes, 512 MiB: more would endanger the page. */
const LONGEST_BYTES = 512 * 1024 * 1024;

/** Maximum length of a body that is sent to its end when its page is closed, in characters: browsers refuse more than 64 KiB of such bodies. */
const LONGEST_KEPT_ALIVE = 16_000;

/** Dependencies of sending: API root, current token, and the browser's `fetch`. */
export interface SendParts {
  readonly apiRoot: string;
  readonly token: () => Token | null;
  readonly fetch: typeof globalThis.fetch;
  /** Whether request ids are sent: another server may not allow their header, and a cross-origin request with it would then fail. */
  readonly sendsRequestIds: boolean;
  /** Receives the progress of a file, with every chunk. */
  readonly onProgress: (progress: FileProgress) => void;
  readonly longestBytes?: number;
  readonly longestShownBytes?: number;
}

/** Passes on a response in chunks and returns its length in bytes; rejects a response longer than `longest` without reading the rest. */
async function readPieces(answer: Response, longest: number, onPiece: (piece: Uint8Array) => void): Promise<number> {
  let bytes = 0;
  if (answer.body === null) return bytes;
  const reader = answer.body.getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
    bytes += piece.value.byteLength;
    if (bytes > longest) {
      await reader.cancel();
      throw new Error('The answer is too long.');
    }
    onPiece(piece.value);
  }
  return bytes;
}

async function textOf(answer: Response, longest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  await readPieces(answer, longest, (piece) => {
    text += decoder.decode(piece, { stream: true });
  });
  return text + decoder.decode();
}

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

/** Returns a request as `fetch` options; `accept` is the expected media type. */
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
    // A gateway in front of the server may require its own cookie or password.
    credentials: withToken ? 'include' : 'same-origin',
    headers: {
      accept,
      ...(withToken && token !== null ? { authorization: `Bearer ${token.value}` } : {}),
      // The browser sets the content type of a form, with its boundary.
      ...(body === undefined || asForm ? {} : { 'content-type': 'application/json' }),
      ...(requestId === undefined || !sendsRequestIds ? {} : { [REQUEST_ID_HEADER]: requestId }),
    },
    ...(content === undefined ? {} : { body: content }),
  };
}

/** Returns the `Date` header of a response, in ms since epoch; null if it is missing. */
export function serverAtOf(answer: Pick<Response, 'headers'>): number | null {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** Returns a response with its bytes; rejects one longer than `longest` bytes. */
async function bytesOf(answer: Response, longest: number, onBytes: OnBytes): Promise<HttpResponse> {
  if (Number(answer.headers.get('content-length') ?? 0) > longest) {
    await answer.body?.cancel();
    throw new Error('The answer is too long.');
  }
  const pieces: Uint8Array[] = [];
  const total = announcedLength(answer);
  let length = 0;
  const add = (piece: Uint8Array) => {
    pieces.push(piece);
    length += piece.byteLength;
    onBytes(length, total);
  };
  const bytes = new Uint8Array(await readPieces(answer, longest, add));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { status: answer.status, text: '', serverAt: serverAtOf(answer), bytes };
}

/** Returns a response with its text; rejects one longer than `longest` bytes. */
export async function replyOf(answer: Response, longest: number): Promise<HttpResponse> {
  return { status: answer.status, text: await textOf(answer, longest), serverAt: serverAtOf(answer) };
}

/** Creates the port that sends requests. Any status is a response; an error means that there was no response. */
export function createSend(parts: SendParts): Ports['send'] {
  const { apiRoot, fetch, onProgress, longestBytes = LONGEST_ANSWER_BYTES, longestShownBytes = LONGEST_BYTES } = parts;
  const root = apiRoot.replace(/\/$/, '');
  const read = (answer: Response, { asBytes, address }: HttpRequest) => {
    if (asBytes === undefined || !answer.ok) return replyOf(answer, longestBytes);
    if (asBytes === 'json') return bytesOf(answer, longestBytes, () => undefined);
    return bytesOf(answer, longestShownBytes, (bytes, total) => onProgress({ address, bytes, total }));
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
