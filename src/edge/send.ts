import { Observable } from 'rxjs';
import { REQUEST_ID_HEADER } from '#contract/call';
import type { HttpRequest, Ports, HttpResponse, Token } from '#streams/ports';

/** An answer longer than this is given up: 32 MiB, far above the largest plan. The rest of it is never read. */
const LONGEST_ANSWER_BYTES = 32 * 1024 * 1024;

/** Bytes that are shown are given up above 512 MiB: a page holds no more without harm. */
const LONGEST_BYTES = 512 * 1024 * 1024;

/** What sending needs: where the API is, whose token goes along, and the browser's `fetch`. */
export interface SendParts {
  readonly apiRoot: string;
  readonly token: () => Token | null;
  readonly fetch: typeof globalThis.fetch;
  /** Whether request ids are sent: another server may not know their header, and across origins a browser then sends nothing at all. */
  readonly sendsRequestIds: boolean;
  readonly longestBytes?: number;
  readonly longestShownBytes?: number;
}

/** Hands on an answer piece by piece and gives its length in bytes; one that is longer than so many is given up, and its rest never read. */
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

/** A form of the fields of a body: files as they are, everything else as text. */
function formOf(body: unknown): FormData {
  const form = new FormData();
  if (typeof body !== 'object' || body === null) return form;
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.append(name, value);
    else if (value !== undefined) form.append(name, String(value));
  }
  return form;
}

/** A request as the browser sends it; `accept` is the type of answer that is wanted. */
export function requestOf(
  { method, body, withToken, requestId, asForm }: HttpRequest,
  { token: tokenNow, sendsRequestIds }: Pick<SendParts, 'token' | 'sendsRequestIds'>,
  signal: AbortSignal,
  accept = 'application/json',
): RequestInit {
  const token = tokenNow();
  return {
    method,
    signal,
    cache: 'no-store',
    redirect: 'error',
    credentials: withToken ? 'include' : 'omit',
    headers: {
      accept,
      ...(withToken && token !== null ? { authorization: `Bearer ${token.value}` } : {}),
      // The browser writes the type of a form, with the boundary of its parts.
      ...(body === undefined || asForm ? {} : { 'content-type': 'application/json' }),
      ...(requestId === undefined || !sendsRequestIds ? {} : { [REQUEST_ID_HEADER]: requestId }),
    },
    ...(body === undefined ? {} : { body: asForm ? formOf(body) : JSON.stringify(body) }),
  };
}

/** The `Date` of an answer, ms since epoch; null when absent. */
export function serverAtOf(answer: Response): number | null {
  const date = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** A good answer whose content is shown: its bytes. */
async function bytesOf(answer: Response, longest: number): Promise<HttpResponse> {
  if (Number(answer.headers.get('content-length') ?? 0) > longest) {
    await answer.body?.cancel();
    throw new Error('The file is too long.');
  }
  const pieces: Uint8Array[] = [];
  const bytes = new Uint8Array(await readPieces(answer, longest, (piece) => pieces.push(piece)));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return { status: answer.status, text: '', serverAt: serverAtOf(answer), bytes };
}

/** An answer with its text; rejects one that is longer than so many bytes. */
export async function replyOf(answer: Response, longest: number): Promise<HttpResponse> {
  return { status: answer.status, text: await textOf(answer, longest), serverAt: serverAtOf(answer) };
}

/** Sends requests; any status is an answer, an error means that there was none. */
export function createSend(parts: SendParts): Ports['send'] {
  const { apiRoot, fetch, longestBytes = LONGEST_ANSWER_BYTES, longestShownBytes = LONGEST_BYTES } = parts;
  const root = apiRoot.replace(/\/$/, '');
  return (ask) =>
    new Observable<HttpResponse>((subscriber) => {
      const leaving = new AbortController();
      fetch(`${root}/${ask.address}`, requestOf(ask, parts, leaving.signal, ask.asBytes ? '*/*' : undefined))
        .then((answer) => (ask.asBytes && answer.ok ? bytesOf(answer, longestShownBytes) : replyOf(answer, longestBytes)))
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
