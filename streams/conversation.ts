import type { Call } from '#contract/call';
import {
  connect,
  defer,
  EMPTY,
  filter,
  map,
  merge,
  mergeMap,
  of,
  scan,
  startWith,
  switchMap,
  take,
  tap,
  timer,
  type Observable,
} from 'rxjs';
import { hear, unheard, type Turn } from './answerNews.ts';
import { ask, callNamed, type Attempt } from './ask.ts';
import { askAll } from './askAll.ts';
import { keyOf, type Question } from './event.ts';
import { isFullList } from './fullLists.ts';
import { interest, type Wanted } from './operators/interest.ts';
import { onlineAgain } from './operators/onlineAgain.ts';
import { poll, rhythm } from './operators/poll.ts';
import { whileSignedIn } from './operators/whileSignedIn.ts';
import { whileVisible } from './operators/whileVisible.ts';
import type { Ports } from './ports.ts';
import type { Arrival } from './stamp.ts';
import type { AskingWish } from './wish.ts';

/** Hands the answer of a secret call, and the bytes of a shown file, to whoever asked: they are kept nowhere else. `key` is the key of the question. */
export type OnSecret = (key: string, answer: unknown) => void;

const ASKED: Turn = { kind: 'asked' };
const FORGOTTEN: Turn = { kind: 'forgotten' };

const isAnswer = (turn: Turn): boolean => turn.kind === 'heard' && turn.attempt.ok;

const toTurn = (ports: Ports) => map((attempt: Attempt): Turn => ({ kind: 'heard', attempt, at: ports.clock.now() }));

const isSignedIn = (ports: Ports, call: Call): Observable<boolean> =>
  call.access === 'none' ? of(true) : ports.token$.pipe(map((token) => token !== null));

// What one person was told is not compared with what the next one is told.
function perPerson(ports: Ports, call: Call, turns$: Observable<Turn>): Observable<Turn> {
  if (call.access === 'none') return turns$;
  const left$ = isSignedIn(ports, call).pipe(
    filter((isIn) => !isIn),
    map(() => FORGOTTEN),
  );
  return merge(left$, turns$.pipe(whileSignedIn(ports)));
}

function kept(ports: Ports, call: Call, question: Question, everyMs: Wanted): Observable<Turn> {
  if (everyMs === undefined) return EMPTY;
  const attempt = () => (isFullList(question) ? askAll(ports, question) : ask(ports, question));
  if (everyMs === null) return perPerson(ports, call, defer(attempt).pipe(toTurn(ports), startWith(ASKED)));
  const polled$ = poll(attempt, rhythm(everyMs), ports.clock).pipe(toTurn(ports), startWith(ASKED));
  // Without a connection a poll goes on in its rhythm and fails; when it returns nobody waits for the rhythm.
  const turns$ = onlineAgain(ports).pipe(
    startWith(null),
    switchMap(() => polled$),
  );
  return perPerson(ports, call, turns$.pipe(whileVisible(ports)));
}

/** What changes something or is secret was meant by the person of that moment; the next one to sign in must not be the one who asks it. */
const mayWait = (call: Call): boolean => call.method === 'GET' && !call.acts && !call.secret;

const NOBODY: Attempt = { ok: false, failure: { status: 0, message: 'Nobody is signed in' }, serverAt: null };

/** One ask, now or later, by a person; a read waits for a sign-in, and none is interrupted by what follows. */
function given(ports: Ports, call: Call, { question, body, afterMs }: Extract<AskingWish, { kind: 'ask.given' }>): Observable<Turn> {
  const attempt = defer(() => (isFullList(question) ? askAll(ports, question) : ask(ports, question, body)));
  const due$: Observable<unknown> = afterMs === undefined ? of(0) : timer(afterMs, ports.clock);
  return due$.pipe(
    switchMap(() => isSignedIn(ports, call)),
    filter((isIn) => isIn || !mayWait(call)),
    take(1),
    mergeMap((isIn) => (isIn ? attempt : of(NOBODY)).pipe(toTurn(ports), startWith(ASKED))),
  );
}

/** All that is said about one question, from the wishes about its key: kept fresh while there is interest, asked once when told to. */
export function conversation(ports: Ports, question: Question, wishes$: Observable<AskingWish>, onSecret: OnSecret): Observable<Arrival> {
  const call = callNamed(question.call);
  const key = keyOf(question);
  if (call === undefined) {
    const failure = { status: 0, message: `unknown call: ${question.call}` };
    return of({ source: 'log', news: [{ kind: 'call.failed', key, call: question.call, failure }] });
  }
  return wishes$.pipe(
    connect((wish$) =>
      merge(
        wish$.pipe(
          interest(),
          switchMap((everyMs) => kept(ports, call, question, everyMs)),
        ),
        wish$.pipe(mergeMap((wish) => (wish.kind === 'ask.given' ? given(ports, call, wish) : EMPTY))),
      ),
    ),
    tap((turn) => (call.secret || call.shown) && turn.kind === 'heard' && turn.attempt.ok && onSecret(key, turn.attempt.answer)),
    // What an answer says of who is there belongs to that answer alone: a failure after it says nothing.
    scan((heard, turn) => ({ turn, heard: hear(heard.heard, call, key, turn) }), { turn: FORGOTTEN, heard: unheard }),
    filter(({ heard: { news } }) => news.length > 0),
    map(({ turn, heard: { news, presence } }) => ({
      source: call.name,
      news,
      ...(isAnswer(turn) && presence !== undefined ? { presence } : {}),
    })),
  );
}
