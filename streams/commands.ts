import { acted, getCommands } from '#contract/command';
import { getRawState } from '#contract/machine';
import { getTreatmentAll } from '#contract/treatment';
import { commands, notSentText } from '#domain/commands';
import {
  combineLatest,
  concat,
  connect,
  defer,
  filter,
  map,
  mergeMap,
  of,
  scan,
  startWith,
  switchMap,
  take,
  takeUntil,
  timer,
  withLatestFrom,
  type Observable,
} from 'rxjs';
import { hear, unheard, type Turn } from './answerNews.ts';
import { ask, callNamed, type Attempt } from './ask.ts';
import { keyOf, type Failure, type News, type Question } from './event.ts';
import type { Ports } from './ports.ts';
import { requestIdOf } from './requestId.ts';
import { CONTROL_REFRESH_MS } from './rhythms.ts';
import type { Arrival } from './stamp.ts';
import { isAsking, type AskingWish, type CommandWish, type Wish } from './wish.ts';

/** What a command leads to: its news, and what is asked again because of it. */
export interface Act extends Arrival {
  readonly again: readonly AskingWish[];
}

/** One moment in the life of a command; `changed` is the one after which what it may have changed is worth asking again. */
interface Moment extends Arrival {
  readonly changed: CommandWish | null;
}

const because = (message: string): Attempt => ({ ok: false, failure: { status: 0, message }, serverAt: null });

/** Why a command is not even tried now; null when it is. What waited could act on a device long after the click. */
function hindrance(ports: Ports): Observable<Attempt | null> {
  return combineLatest([ports.token$, ports.online$]).pipe(
    take(1),
    map(([token, isOnline]) => (token === null ? because('Nobody is signed in') : isOnline ? null : because('No internet connection'))),
  );
}

// An answer that says no is a command that was not given.
function failureOf(attempt: Attempt): Failure | null {
  if (!attempt.ok) return attempt.failure;
  return acted.safeParse(attempt.answer).data?.success === true ? null : { status: 200, message: '' };
}

function ending({ command, deviceName }: CommandWish, commandId: string, attempt: Attempt): readonly News[] {
  const failure = failureOf(attempt);
  if (failure !== null) {
    return [
      { kind: 'command.refused', commandId, failure },
      { kind: 'alert.raised', tone: 'warning', text: notSentText(deviceName) },
    ];
  }
  return [
    { kind: 'command.sent', commandId },
    { kind: 'alert.raised', tone: 'success', text: commands[command].successText },
  ];
}

/** What is said of the asking itself, as of every call: asked, answered or failed, and a session that was refused. */
function spoken({ question }: CommandWish, turn: Turn): readonly News[] {
  const call = callNamed(question.call);
  return call === undefined ? [] : hear(unheard, call, keyOf(question), turn).news;
}

function asked(ports: Ports, wish: CommandWish, commandId: string): Observable<readonly News[]> {
  const attempt$ = ask(ports, wish.question, undefined, commandId).pipe(
    map((attempt) => [...spoken(wish, { kind: 'heard', attempt, at: ports.clock.now() }), ...ending(wish, commandId, attempt)]),
  );
  return attempt$.pipe(startWith(spoken(wish, { kind: 'asked' })));
}

/** One command from the click to its end, and the second after it. */
function life(ports: Ports, wish: CommandWish): Observable<Moment> {
  return defer(() => {
    const commandId = requestIdOf(ports.random);
    const { question } = wish;
    const told = (source: string) => map((news: readonly News[]): Moment => ({ source, news, changed: null }));
    const answered$ = hindrance(ports).pipe(
      switchMap((hindered) => (hindered === null ? asked(ports, wish, commandId) : of(ending(wish, commandId, hindered)))),
      told(question.call),
    );
    const left$ = ports.token$.pipe(filter((token) => token === null));
    const later$ = timer(CONTROL_REFRESH_MS, ports.clock).pipe(
      map((): Moment => ({ source: 'log', news: [], changed: wish })),
      takeUntil(left$),
    );
    return concat(of<readonly News[]>([{ ...wish, commandId }]).pipe(told('user')), answered$, later$);
  });
}

/** Calls whose answers a command may change. */
const CHANGEABLE: ReadonlySet<string> = new Set([getRawState.name, getCommands.name, getTreatmentAll.name]);

/** The changeable questions that are looked at, after a wish. */
function openAfter(open: readonly Question[], { kind, question }: AskingWish): readonly Question[] {
  if (!CHANGEABLE.has(question.call) || kind === 'ask.given') return open;
  if (kind === 'interest.opened') return [...open, question];
  const at = open.findIndex((one) => keyOf(one) === keyOf(question));
  return open.filter((_, index) => index !== at);
}

const isChanged = ({ call, params, query }: Question, { serial, command }: CommandWish): boolean =>
  call === getTreatmentAll.name ? command === 'syncTreatments' && query['device_serial'] === serial : params['serial'] === serial;

function againFor(wish: CommandWish, open: readonly Question[]): readonly AskingWish[] {
  const changed = new Map(open.filter((question) => isChanged(question, wish)).map((question) => [keyOf(question), question]));
  return [...changed.values()].map((question) => ({ kind: 'ask.given', question }));
}

/**
 * The commands people give: told at once, sent once, then `command.sent` or `command.refused` with its toast; a second later the state of the
 * device and its commands are asked again where they are looked at, after a synchronisation its treatments too. Never errors. Source: LIVE-017, CONST-021, DEV-083..085.
 */
export function commandActs(ports: Ports, wishes$: Observable<Wish>): Observable<Act> {
  return wishes$.pipe(
    connect((wish$) =>
      wish$.pipe(
        filter((wish) => wish.kind === 'command.given'),
        mergeMap((wish) => life(ports, wish)),
        withLatestFrom(wish$.pipe(filter(isAsking), scan(openAfter, [] satisfies readonly Question[]), startWith([]))),
        map(([{ source, news, changed }, open]): Act => ({ source, news, again: changed === null ? [] : againFor(changed, open) })),
      ),
    ),
  );
}
