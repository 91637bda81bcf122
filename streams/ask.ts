import { addressOf, type Call } from '#contract/call';
import { calls } from '#contract/calls';
import { errorBody } from '#contract/schema';
import { catchError, defer, map, of, switchMap, take, throwIfEmpty, timeout, type Observable } from 'rxjs';
import type { Failure, News, Question } from './event.ts';
import { factRowOf } from './facts.ts';
import { masked } from './mask.ts';
import type { Ask, Ports, Reply, Token } from './ports.ts';
import { requestIdOf } from './requestId.ts';

/**
 * What came of one question. `text` is the body as it came, to tell an equal answer; `askedAt` is when it was asked by the console's clock, `serverAt`
 * the server's clock, both ms since epoch; `unread` counts the items of its lists that could not be read.
 */
export type Attempt =
  | {
      readonly ok: true;
      readonly answer: unknown;
      readonly facts: readonly News[];
      readonly text: string;
      readonly unread: number;
      readonly askedAt: number;
      readonly serverAt: number | null;
    }
  | { readonly ok: false; readonly failure: Failure; readonly serverAt: number | null };

/** After so many ms without an answer a question has failed without a response; a poll would wait for ever otherwise. */
const ASK_TIMEOUT_MS = 30_000;
/** A file is made while a person waits, and may be long: a question for one has failed after so many ms. */
const FILE_TIMEOUT_MS = 600_000;
/** A token is near its end this many ms before it: a read that is refused then is worth one renewal. Source: design, decision 4. */
const NEAR_END_MS = 60_000;

const callByName = new Map<string, Call>(Object.values(calls).map((call) => [call.name, call]));

/** The call of that name in the contract. */
export const callNamed = (name: string): Call | undefined => callByName.get(name);

const failed = (status: number, message: string, serverAt: number | null): Attempt => ({
  ok: false,
  failure: { status, message },
  serverAt,
});

// A port that errors, completes without a word or keeps silent has not answered.
const noResponse = (): Observable<Attempt> => of(failed(0, '', null));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a reply: an answer of the contract's shape, or a failure with the status as it came and the body's `error` text or ''. */
function readReply(call: Call, question: Question, { status, text, serverAt, bytes }: Reply, askedAt: number): Attempt {
  const json = parsed(text);
  if (status < 200 || status > 299) {
    const body = errorBody.safeParse(json);
    return failed(status, body.success ? body.data.error : '', serverAt);
  }
  if (call.file)
    return { ok: true, answer: call.shown ? (bytes ?? new Uint8Array()) : null, facts: [], text: '', unread: 0, askedAt, serverAt };
  const reading = factRowOf(call).read(json, question.params);
  if (reading === null) return failed(status, '', serverAt);
  const { answer, facts, unread } = reading;
  return { ok: true, answer: call.secret ? answer : masked(answer), facts, text, unread, askedAt, serverAt };
}

// The one long answer says nothing but facts; where it was read apart, they are all there is.
function read(ports: Ports, call: Call, question: Question, reply: Reply, askedAt: number): Observable<Attempt> {
  const { status, text, serverAt } = reply;
  if (status !== 200 || !factRowOf(call).isLong) return of(readReply(call, question, reply, askedAt));
  return ports
    .readApart('machines', text)
    .pipe(
      map((reading) =>
        reading === null
          ? readReply(call, question, reply, askedAt)
          : { ok: true, answer: null, facts: reading.reports, text, unread: 0, askedAt, serverAt },
      ),
    );
}

const isRefused = (attempt: Attempt): boolean => !attempt.ok && attempt.failure.status === 401;

/** One renewal and one retry for a read that was refused while its token was near its end; else the attempt as it is. What acts is never repeated. */
function renewed(ports: Ports, call: Call, token: Token | null, attempt: Observable<Attempt>): Observable<Attempt> {
  return defer(() => {
    const isNearEnd = token !== null && token.expiresAt - ports.clock.now() < NEAR_END_MS;
    if (!isNearEnd || call.method !== 'GET' || call.acts) return attempt;
    return attempt.pipe(
      switchMap((first) => (isRefused(first) ? ports.renew().pipe(switchMap((worked) => (worked ? attempt : of(first)))) : of(first))),
    );
  });
}

/** The name of a file whose server gives none: the documents' name, else its address in one piece. */
const fallbackName = (call: Call, { params, query }: Question, { address, body }: Ask): string =>
  (call.fileName?.({ params, query, body }) ?? decodeURIComponent(address.split('?')[0] ?? '')).replaceAll('/', '-');

const sent = (ports: Ports, call: Call, question: Question, request: Ask): Observable<Reply> =>
  call.file && !call.shown ? ports.saveFile(request, fallbackName(call, question, request)) : ports.send(request);

/**
 * Asks one question once; emits one attempt and completes. Never errors: hostile parameters and unknown calls are failures with status 0. A
 * call that acts carries `requestId`, or one of its own.
 */
export function ask(ports: Ports, question: Question, body?: unknown, requestId?: string): Observable<Attempt> {
  return defer(() => {
    const call = callNamed(question.call);
    if (call === undefined) return of(failed(0, `unknown call: ${question.call}`, null));
    const address = addressOf(call, question.params, question.query);
    const request: Ask = {
      method: call.method,
      address,
      withToken: call.access !== 'none',
      ...(body === undefined ? {} : { body }),
      ...(call.multipart ? { asForm: true as const } : {}),
      ...(call.shown ? { asBytes: true as const } : {}),
      ...(call.acts ? { requestId: requestId ?? requestIdOf(ports.random) } : {}),
    };
    const askedAt = ports.clock.now();
    const attempt = defer(() => sent(ports, call, question, request)).pipe(
      take(1),
      timeout({ first: call.file ? FILE_TIMEOUT_MS : ASK_TIMEOUT_MS, scheduler: ports.clock }),
      throwIfEmpty(),
      switchMap((reply) => read(ports, call, question, reply, askedAt)),
      catchError(noResponse),
    );
    return request.withToken
      ? ports.token$.pipe(
          take(1),
          switchMap((token) => renewed(ports, call, token, attempt)),
        )
      : attempt;
  }).pipe(catchError(noResponse));
}
