/** Sends requests to a directory, with limits on time, size and number of attempts. */

import { directoryFailure } from './directoryFailure.ts';

/** Maximum size of a response, in bytes: 500 accounts with all their attributes take a few hundred kB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads a response as text. Throws for a response over `MAX_BYTES`. */
async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.byteLength;
    if (bytes > MAX_BYTES) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** A request to a directory. `isRead` marks a request that may be repeated. */
export interface DirectoryRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isRead: boolean;
}

/** The response of a directory; `body` is null if it is not JSON. */
export interface DirectoryAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A function that sends requests to a directory. */
export type DirectoryClient = (request: DirectoryRequest, signal?: AbortSignal) => Promise<DirectoryAnswer>;

const PATIENCE_MS = 5_000;
const MAX_TRIES = 3;
const PAUSE_MS = 250;
/** Maximum pause that a directory may request, in ms; after a request for a longer pause there is no further attempt. */
const MAX_PAUSE_MS = 2_000;
const BUSY = 429;

const isPassing = (status: number) => status === BUSY || status >= 500;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Returns the pause before another attempt, in ms: the pause that the response requests, otherwise a growing one; null if the pause would be too long. */
function pauseFor(retryAfter: string | null, tries: number): number | null {
  const asked = Number(retryAfter) * 1_000;
  const pause = retryAfter !== null && Number.isFinite(asked) ? asked : PAUSE_MS * 2 ** tries;
  return pause > MAX_PAUSE_MS ? null : pause;
}

async function once({ method, url, headers, body }: DirectoryRequest, signal: AbortSignal | undefined, patienceMs: number) {
  const limit = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, {
    method,
    // Redirects are refused, because they would carry the credentials elsewhere.
    redirect: 'error',
    headers,
    signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
    ...(body === undefined ? {} : { body }),
  });
  const text = await readBounded(answer);
  return { status: answer.status, body: jsonOf(text), retryAfter: answer.headers.get('retry-after') };
}

/**
 * Creates the client of a directory: a timeout of 5 s per request, responses of bounded size, and up to three attempts if the directory is busy or, for reads,
 * fails. `pause` waits for a number of ms. Throws failures for people; the caller handles statuses below 500, except 429.
 */
export function createDirectoryClient(pause: (ms: number) => Promise<void>, patienceMs = PATIENCE_MS): DirectoryClient {
  const attempt = async (request: DirectoryRequest, signal: AbortSignal | undefined, tries: number): Promise<DirectoryAnswer> => {
    const answer = await once(request, signal, patienceMs).catch(() => null);
    if (answer !== null && !isPassing(answer.status)) return answer;
    const failure = answer?.status === BUSY ? directoryFailure.busy() : directoryFailure.away();
    const wait = pauseFor(answer?.retryAfter ?? null, tries);
    const mayRepeat = request.isRead || answer?.status === BUSY;
    if (!mayRepeat || wait === null || tries + 1 >= MAX_TRIES || signal?.aborted === true) throw failure;
    await pause(wait);
    return attempt(request, signal, tries + 1);
  };
  return (request, signal) => attempt(request, signal, 0);
}
