import { addressOf, callNamed, type Call } from '#contract/call';
import { NOT_RENEWED } from '#domain/commands/commandText';
import { isDeeper } from '#domain/text/nesting';
import { getStopImmediately } from '#contract/command';
import { errorBody } from '#contract/schema';
import { catchError, defer, map, of, switchMap, take, throwIfEmpty, timeout, type Observable } from 'rxjs';
import type { RequestFailure, EventPayload, RequestSpec } from '../event.ts';
import { limited, STOP_TIMEOUT_MS, weightOf } from './callLimits.ts';
import { responseMapperOf } from './responseMappers.ts';
import { masked } from '../parse/mask.ts';
import type { HttpRequest, Ports, HttpResponse, Renewal } from '../ports.ts';
import { requestIdOf } from './requestId.ts';

/**
 * The outcome of one request. `text` is the body as received, for comparison with the next one, null if a worker parsed it; `requestedAt` is the instant of the
 * request by the console's clock, in ms since epoch; `offsetMs` is the time by which the server's clock was ahead when the response arrived, null if unknown;
 * `unread` is the number of unreadable list items and fields; `order` is the number of the request among the requests of its query; `unreadBody` is the JSON,
 * with secrets masked, of an accepted write whose response does not fit the contract.
 */
export type Attempt =
  | {
      readonly ok: true;
      readonly answer: unknown;
      readonly deviceEvents: readonly EventPayload[];
      readonly text: string | null;
      readonly unread: number;
      /** The number of rows on a page of a list, including unreadable ones. */
      readonly rowCount?: number;
      readonly requestedAt: number;
      readonly offsetMs: number | null;
      /** For a list that is loaded page by page: the attempts of its pages. */
      readonly pages?: readonly Attempt[];
      readonly order?: number;
    }
  | Readonly<{ ok: false; failure: RequestFailure; offsetMs: number | null; unreadBody?: unknown; order?: number }>;

/** The message of a response that is not read because it is too long. */
const TOO_LONG = 'The answer is too long to be read.';
/** The message of a call with side effects whose token had expired and is now being renewed. */
const NOW_RENEWED = 'Your sign-in had run out and is renewed now. Try again.';

const failed = (status: number, message: string, offsetMs: number | null): Attempt => ({
  ok: false,
  failure: { status, message },
  offsetMs,
});

const offsetIn = ({ serverAt }: HttpResponse, now: number): number | null => (serverAt === null ? null : serverAt - now);

// A port that errors or completes without a value, or that exceeds the limit of the call, counts as no response.
const noResponse = (): Observable<Attempt> => of(failed(0, '', null));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The failure of a call that an intermediary answered: status 511 (RFC 6585), since it is neither a reason of the server nor a rejected token, which would end
 * the session.
 */
const ON_THE_WAY = {
  status: 511,
  message:
    'Something on the way answered in place of the server, e.g. a sign-in page of a network or a proxy. Sign in there, then try again.',
} as const;
/** Statuses with which a proxy, a gateway or a network may return its own sign-in page. */
const SIGN_IN_PAGE_STATUSES: ReadonlySet<number> = new Set([401, 403]);
const SIGN_IN_STATUSES: ReadonlySet<number> = new Set([407, 511]);

/** Returns whether a proxy, a gateway or a portal sent the response: the server's own responses are JSON, not pages. */
const isOnTheWay = (call: Call, { status, text }: HttpResponse): boolean =>
  SIGN_IN_STATUSES.has(status) || ((SIGN_IN_PAGE_STATUSES.has(status) || (status < 400 && !call.file)) && /^\s*</.test(text));

/** The instant of a request by the console's clock, and the time by which the server's clock was ahead when the response arrived. */
type ResponseTimes = Pick<Extract<Attempt, { ok: true }>, 'requestedAt' | 'offsetMs'>;

/** Parses an HTTP response: returns the value if it matches the contract, otherwise a failure with the status and the body's `error` text or ''. */
function parseResponse(call: Call, request: RequestSpec, response: HttpResponse, { requestedAt, offsetMs }: ResponseTimes): Attempt {
  const { status, text, bytes } = response;
  if (isOnTheWay(call, response)) return failed(ON_THE_WAY.status, ON_THE_WAY.message, offsetMs);
  if (response.isTooLong) return failed(status, TOO_LONG, offsetMs);
  const json = parsed(text);
  if (status < 200 || status > 299) {
    const body = errorBody.safeParse(json);
    return failed(status, body.success ? body.data.error : '', offsetMs);
  }
  if (call.file)
    return {
      ok: true,
      answer: call.shown ? (bytes ?? new Uint8Array()) : null,
      deviceEvents: [],
      text: '',
      unread: 0,
      requestedAt,
      offsetMs,
    };
  // A secret is not masked, so the nesting limit of masks is checked here.
  if (call.secret && isDeeper(json)) return failed(status, '', offsetMs);
  const mapper = responseMapperOf(call);
  // A long response contains only fields of reports, so it is not masked as a whole.
  const shown = call.secret || mapper.isLong ? json : masked(json);
  const reading = mapper.read(shown, request.params);
  if (reading === null) return { ...failed(status, '', offsetMs), ...(call.hasSideEffects && !call.secret && { unreadBody: shown }) };
  return { ok: true, ...reading, text, requestedAt, offsetMs };
}

// Most lists are the same at each poll; parsing, checking and masking them again would take longer than the rest of the request.
function knownResponse(call: Call, before: Attempt | null, { status, text }: HttpResponse): Attempt | null {
  const isSame = before?.ok === true && status === 200 && text !== '' && before.text === text;
  return isSame && !call.secret && !call.file ? before : null;
}

// The only long response contains only device reports, so no other content remains after a worker has parsed it.
function parse(
  ports: Ports,
  { call, request, before }: { readonly call: Call; readonly request: RequestSpec; readonly before: Attempt | null },
  response: HttpResponse,
  times: ResponseTimes,
): Observable<Attempt> {
  const { bytes } = response;
  const known = knownResponse(call, before, response);
  if (known !== null) return of({ ...known, ...times });
  if (bytes === undefined || !responseMapperOf(call).isLong) return of(parseResponse(call, request, response, times));
  return ports
    .parseInWorker(bytes)
    .pipe(
      map((reading) =>
        typeof reading === 'string'
          ? parseResponse(call, request, { ...response, text: reading }, times)
          : { ok: true, answer: null, deviceEvents: reading.reports, text: null, unread: 0, ...times },
      ),
    );
}

/** Returns the purpose for which the response of a call is needed as bytes; empty if it is needed as text. */
function bytesFor(call: Call): Pick<HttpRequest, 'asBytes'> {
  if (call.shown) return { asBytes: 'file' };
  return responseMapperOf(call).isLong ? { asBytes: 'json' } : {};
}

const isRejected = (attempt: Attempt): boolean => !attempt.ok && attempt.failure.status === 401;

/** Returns the failure of a call whose token expired and cannot be renewed at present. It differs from a rejected token, which would end the session. */
const notRenewed = ({ offsetMs }: Attempt): Attempt => failed(503, NOT_RENEWED, offsetMs);

/**
 * Returns whether a call may be sent again after it was rejected: a read, and the stop, which is idempotent by its request id and must not be lost.
 */
const isRepeatable = (call: Call): boolean => call.name === getStopImmediately.name || (call.method === 'GET' && !call.hasSideEffects);

/** Renews the token for a call. A stop does not wait for the pause after earlier renewals, and waits at most `STOP_TIMEOUT_MS`. */
function renewed(ports: Ports, call: Call): Observable<Renewal> {
  if (call.name !== getStopImmediately.name) return ports.renew();
  const unreachable$ = of<Renewal>('unreachable');
  return ports.renew({ isUrgent: true }).pipe(timeout({ first: STOP_TIMEOUT_MS, scheduler: ports.clock, with: () => unreachable$ }));
}

/**
 * Renews the token of a rejected call once, regardless of its expiry by the local clock, and retries a read or stop once. If the renewal is unreachable, the
 * call fails and the session is kept. Any other call with side effects is never repeated; it fails with the advice to try again.
 */
function retryAfterRenewal(ports: Ports, call: Call, attempt: Observable<Attempt>): Observable<Attempt> {
  const afterRenewal = (first: Attempt) => ({
    renewed: isRepeatable(call) ? attempt : of(failed(503, NOW_RENEWED, first.offsetMs)),
    unreachable: of(notRenewed(first)),
    refused: of(first),
  });
  return attempt.pipe(
    switchMap((first) => (isRejected(first) ? renewed(ports, call).pipe(switchMap((end) => afterRenewal(first)[end])) : of(first))),
  );
}

/** Returns the name of a file without a name in the response: the name in the contract, otherwise its URL. */
const fallbackName = (call: Call, { params, query }: RequestSpec, { address, body }: HttpRequest): string =>
  (call.fileName?.({ params, query, body }) ?? decodeURIComponent(address.split('?')[0] ?? '')).replaceAll('/', '-');

const sendOrSave = (ports: Ports, call: Call, request: RequestSpec, http: HttpRequest): Observable<HttpResponse> =>
  call.file && !call.shown ? ports.saveFile(http, fallbackName(call, request, http)) : ports.send(http);

/**
 * Sends one request and emits one attempt: applies the timeout, renews the token and retries, parses the response or takes the bytes of a file. Never errors:
 * hostile parameters and unknown calls are failures with status 0. A call with side effects carries `requestId`, or a new id.
 */
export const requestOnce = (ports: Ports, request: RequestSpec, body?: unknown, requestId?: string): Observable<Attempt> =>
  attempted(ports, request, { body, requestId, before: null });

/** Sends a read again, like `requestOnce`, but does not parse a response that is equal to the response of `before`. */
export const requestAgain = (ports: Ports, request: RequestSpec, before: Attempt | null): Observable<Attempt> =>
  attempted(ports, request, { body: undefined, requestId: undefined, before });

interface Sent {
  readonly body: unknown;
  readonly requestId: string | undefined;
  readonly before: Attempt | null;
}

function attempted(ports: Ports, request: RequestSpec, { body, requestId, before }: Sent): Observable<Attempt> {
  return defer(() => {
    const call = callNamed(request.call);
    if (call === undefined) return of(failed(0, `unknown call: ${request.call}`, null));
    const address = addressOf(call, request.params, request.query);
    const http: HttpRequest = {
      method: call.method,
      address,
      withToken: call.access !== 'none',
      ...(body === undefined ? {} : { body }),
      ...(call.multipart ? { asForm: true as const } : {}),
      ...bytesFor(call),
      ...weightOf(call),
      ...(call.hasSideEffects ? { requestId: requestId ?? requestIdOf(ports.random) } : {}),
    };
    const requestedAt = ports.clock.now();
    const response$ = defer(() => sendOrSave(ports, call, request, http)).pipe(
      take(1),
      throwIfEmpty(),
      switchMap((response) =>
        parse(ports, { call, request, before }, response, { requestedAt, offsetMs: offsetIn(response, ports.clock.now()) }),
      ),
    );
    // The limit includes parsing, because the worker may not respond either.
    const attempt = limited(ports, call, address, response$).pipe(catchError(noResponse));
    return http.withToken
      ? ports.token$.pipe(
          take(1),
          switchMap((token) => (token === null ? attempt : retryAfterRenewal(ports, call, attempt))),
        )
      : attempt;
  }).pipe(catchError(noResponse));
}
