import { BehaviorSubject, delay, type Observable, of, NEVER, timer, map, merge, shareReplay, Subject } from 'rxjs';
import type { TestScheduler } from 'rxjs/testing';
import { expect, it } from 'vitest';
import type { BodyOf } from '#contract/call';
import { MAX_ACCOUNT_LINES, MAX_ACCOUNT_TEXT, MAX_SESSION_LINES, type postAccountLines } from '#contract/sessionAccount';
import { fieldTextProblem } from '#domain/text/fieldText';
import { type CarriedSession, PAUSE_MS, uploadAccount, type UploadState } from '#past/account/accountUpload';
import { beginAccount } from '#past/account/sessionAccount';
import type { EventPayload, FleetEvent } from '#streams/event';
import type { Attempt } from '#streams/query/requestOnce';
import { marbles } from '../support/marbles.ts';

const names = { titles: new Map(), calls: new Map() };
const event = (payload: EventPayload): FleetEvent => ({ ...payload, seq: 0, at: 1_000, source: 'user' });
const entered = (path: string) => [event({ kind: 'route.entered', path })];
const given: EventPayload = {
  kind: 'command.requested',
  commandId: 'c',
  command: 'takeControl',
  request: { call: 'POST x', params: {}, query: {} },
  serial: 'LF-01',
  deviceName: 'Lumion 01',
};
const done: Attempt = { ok: true, answer: null, deviceEvents: [], text: '', unread: 0, requestedAt: 0, offsetMs: null };
const failing = (status: number, message = ''): Attempt => ({ ok: false, failure: { status, message }, offsetMs: null });

interface Sent {
  readonly at: number;
  readonly id: string;
  readonly body: BodyOf<typeof postAccountLines>;
}
interface Options {
  readonly events$?: Observable<readonly FleetEvent[]>;
  readonly allowedFrom$?: Observable<number | null>;
  readonly isReady$?: Observable<boolean>;
  readonly isShared$?: Observable<boolean>;
  readonly hidden$?: Observable<unknown>;
  readonly left$?: Observable<unknown>;
  readonly answers?: readonly Attempt[];
  readonly answerMs?: number;
  readonly session?: CarriedSession;
}

/** Uploads until an instant, in ms; returns what was sent, what was kept for a reload, and the states. */
function uploaded(clock: TestScheduler, untilMs: number, options: Options) {
  const sent: Sent[] = [];
  const carried: CarriedSession[] = [];
  const states: UploadState[] = [];
  const taken: boolean[] = [];
  const answers = [...(options.answers ?? [])];
  let begun = 0;
  const taken$ = new Subject<boolean>();
  const chosen$ = (options.isShared$ ?? of(false)).pipe(map((isShared, index) => ({ isShared, isChosen: index > 0 })));
  const upload$ = uploadAccount({
    events$: options.events$ ?? NEVER,
    allowedFrom$: options.allowedFrom$ ?? of(0),
    isReady$: options.isReady$ ?? of(true),
    sharing$: merge(chosen$, taken$.pipe(map((isShared) => ({ isShared, isChosen: false })))).pipe(
      shareReplay({ bufferSize: 1, refCount: false }),
    ),
    takeShared: (isShared) => {
      taken.push(isShared);
      taken$.next(isShared);
    },
    hidden$: options.hidden$ ?? NEVER,
    left$: options.left$ ?? NEVER,
    names$: of(names),
    begin: () => {
      begun += 1;
      const account = beginAccount({ at: clock.now(), username: 'an', isBack: false, route: { path: '/a', search: '' } }, names);
      return { session: options.session ?? { id: `s-${String(begun)}`, next: 0 }, account };
    },
    carry: (session) => carried.push(session),
    send: (id, body) => {
      sent.push({ at: clock.now(), id, body });
      const answer$ = of(answers.shift() ?? done);
      return options.answerMs === undefined ? answer$ : answer$.pipe(delay(options.answerMs, clock));
    },
    offsetMs: () => 60_000,
    clock,
  });
  const running = upload$.subscribe((state) => states.push(state));
  clock.schedule(() => running.unsubscribe(), untilMs);
  clock.flush();
  const short = sent.map(({ at, id, body }) => [at, id, body.lines.map(({ sequence, text }) => `${String(sequence)} ${text}`).join(', ')]);
  return { sent, short, carried, states, taken };
}
const FIRST = '0 Signed in as an; recorded from here, 1 /a';

it(
  '[SACCT10] lines are sent some seconds after they happened, together, and again when their outcome follows',
  marbles(({ clock, hot }) => {
    const events$ = hot<readonly FleetEvent[]>('1s a 19s b 999ms c 49s d', {
      a: entered('/b'),
      b: [event(given)],
      c: [event({ kind: 'command.sent', commandId: 'c' })],
      d: [event({ kind: 'command.rejected', commandId: 'x', failure: { status: 0, message: '' } })],
    });
    const { short, sent, states } = uploaded(clock, 300_000, { events$ });
    expect(short).toEqual([
      [10_000, 's-1', `${FIRST}, 2 /b`],
      [40_000, 's-1', '3 Request Control: Lumion 01, LF-01'],
    ]);
    expect(sent[1]?.body).toEqual({
      is_shared: false,
      lines: [
        { sequence: 3, at: new Date(61_000).toISOString(), kind: 'command', text: 'Request Control: Lumion 01, LF-01', outcome: 'Sent' },
      ],
    });
    expect(states.at(-1)).toMatchObject({ kind: 'kept', id: 's-1', lines: 4, sentAt: 40_000, isFailing: false });
  }),
);

it(
  '[SACCT10] a known line is sent again by its number when its outcome comes later',
  marbles(({ clock, hot }) => {
    const events$ = hot<readonly FleetEvent[]>('a 20s b', {
      a: [event(given)],
      b: [event({ kind: 'command.sent', commandId: 'c' })],
    });
    const { sent } = uploaded(clock, 100_000, { events$ });
    expect(sent.map(({ body }) => body.lines.map(({ sequence, outcome }) => [sequence, outcome]))).toEqual([
      [
        [0, ''],
        [1, ''],
        [2, 'Requested; no answer is recorded'],
      ],
      [[2, 'Sent']],
    ]);
  }),
);

it(
  '[SACCT10] nothing is collected or sent before it is allowed, and nothing after that; allowed again, it is another session',
  marbles(({ clock, hot }) => {
    const events$ = hot<readonly FleetEvent[]>('1s a 34s b 9s c 24s d', {
      a: entered('/before'),
      b: entered('/b'),
      c: entered('/unsent'),
      d: entered('/after'),
    });
    const allowedFrom$ = hot<number | null>('n 29s y 30s n 29s y', { n: null, y: 0 });
    const { short, states } = uploaded(clock, 105_000, { events$, allowedFrom$ });
    expect(short).toEqual([
      [39_001, 's-1', `${FIRST}, 2 /b`],
      [98_003, 's-2', FIRST],
    ]);
    expect(states[0]).toEqual({ kind: 'off' });
  }),
);

it(
  '[SACCT10] a notice that is seen again begins another session, also after a refusal; no line is from before it',
  marbles(({ clock, hot }) => {
    const allowedFrom$ = hot<number | null>('a 99s b', { a: 0, b: 500_000 });
    const { sent, states } = uploaded(clock, 150_000, { allowedFrom$, answers: [failing(403, 'Forbidden: The notice was not seen.')] });
    expect(sent.map(({ at, id }) => [at, id])).toEqual([
      [10_000, 's-1'],
      [109_001, 's-2'],
    ]);
    expect(sent[0]?.body.lines[0]?.at).toBe(new Date(60_000).toISOString());
    expect(sent[1]?.body.lines[0]?.at).toBe(new Date(500_000).toISOString());
    expect(states.map(({ kind }) => kind)).toContain('refused');
    expect(states.at(-1)).toMatchObject({ kind: 'kept', id: 's-2' });
  }),
);

const keptAs = (is_shared: boolean): Attempt => ({ ...done, answer: { result: true, is_shared } });

it(
  '[SACCT10] what the server says of sharing is taken, and not changed by lines; what the person chooses then is sent by itself',
  marbles(({ clock, hot }) => {
    const events$ = hot<readonly FleetEvent[]>('15s a 79s b', { a: entered('/b'), b: entered('/c') });
    const isShared$ = new BehaviorSubject(true);
    clock.schedule(() => isShared$.next(true), 60_000);
    const answers = [keptAs(true), keptAs(false), keptAs(true)];
    const { sent, taken } = uploaded(clock, 200_000, { events$, isShared$, answers });
    expect(sent.map(({ at, body }) => [at, body.is_shared, body.lines.length])).toEqual([
      [10_000, true, 2],
      [40_000, true, 1],
      [60_000, true, 0],
      [94_001, true, 1],
    ]);
    expect(taken).toEqual([false]);
  }),
);

it(
  '[SACCT10] sharing that changes while a request runs is sent at once after it, and so is a choice that first lines did not bring',
  marbles(({ clock }) => {
    const isShared$ = new BehaviorSubject(true);
    clock.schedule(() => isShared$.next(false), 12_000);
    const ended = uploaded(clock, 25_000, { isShared$, answerMs: 5_000 });
    expect(ended.sent.map(({ at, body }) => [at, body.is_shared, body.lines.length])).toEqual([
      [10_000, true, 2],
      [15_000, false, 0],
    ]);
    expect(ended.taken).toEqual([]);
  }),
);

it(
  '[SACCT10] a choice before the first lines of a session that goes on is sent after them; a failing server is not asked at once again',
  marbles(({ clock }) => {
    const isShared$ = new BehaviorSubject(true);
    clock.schedule(() => isShared$.next(false), 5_000);
    const answers = [keptAs(true), failing(503), keptAs(false)];
    const { sent } = uploaded(clock, 200_000, { isShared$, answers, session: { id: 's-9', next: 7 } });
    expect(sent.map(({ at, body }) => [at, body.is_shared, body.lines.length])).toEqual([
      [5_000, false, 2],
      [5_000, false, 0],
      [5_000 + PAUSE_MS.afterFailure, false, 0],
    ]);
  }),
);

it(
  '[SACCT11] a session that the server refused does not go on after a reload',
  marbles(({ clock, hot }) => {
    const left$ = hot('20s l', { l: null });
    const answers = [failing(409, 'Conflict: The account of this session was removed.')];
    const { carried, states } = uploaded(clock, 25_000, { left$, answers });
    expect([carried, states.at(-1)?.kind]).toEqual([[], 'refused']);
  }),
);

it(
  '[SACCT10] without a connection, and at a past moment, it waits, and is sent afterwards',
  marbles(({ clock, hot }) => {
    const isReady$ = new BehaviorSubject(false);
    clock.schedule(() => isReady$.next(true), 99_000);
    const events$ = hot<readonly FleetEvent[]>('1s a', { a: entered('/b') });
    expect(uploaded(clock, 200_000, { events$, isReady$ }).short).toEqual([[99_000, 's-1', `${FIRST}, 2 /b`]]);
  }),
);

it(
  '[SACCT10] when the page is hidden it is sent at once, and so is a change of sharing',
  marbles(({ clock, hot }) => {
    const hidden$ = hot('2s h', { h: false });
    const isShared$ = new BehaviorSubject(false);
    clock.schedule(() => isShared$.next(true), 4_000);
    const { sent } = uploaded(clock, 100_000, { hidden$, isShared$ });
    expect(sent.map(({ at, body }) => [at, body.is_shared, body.lines.length])).toEqual([
      [2_000, false, 2],
      [4_000, true, 0],
    ]);
  }),
);

it(
  '[SACCT10] [RULE-109] without an answer it is sent again later; what the server refuses ends it, with the reason',
  marbles(({ clock, hot }) => {
    const events$ = hot<readonly FleetEvent[]>('200s a', { a: entered('/b') });
    const reason = 'At most 200 accounts of a person are kept. Remove one first.';
    const answers = [failing(0), failing(503), failing(403, 'MfaRequired: x'), done, failing(409, `Conflict: ${reason}`)];
    const { short, states } = uploaded(clock, 1_000_000, { events$, answers });
    expect(short).toEqual([
      [10_000, 's-1', FIRST],
      [10_000 + PAUSE_MS.afterFailure, 's-1', FIRST],
      [10_000 + 2 * PAUSE_MS.afterFailure, 's-1', FIRST],
      [10_000 + 3 * PAUSE_MS.afterFailure, 's-1', FIRST],
      [220_000, 's-1', '2 /b'],
    ]);
    expect(states).toContainEqual(expect.objectContaining({ kind: 'kept', isFailing: true, sentAt: null }));
    expect(states.at(-1)).toEqual({ kind: 'refused', id: 's-1', reason });
  }),
);

it(
  '[SACCT10] a request has as many lines as the server takes, the rest follows at once, and a session has no more than it keeps',
  marbles(({ clock }) => {
    const many = timer(1_000, clock).pipe(
      map(() => Array.from({ length: MAX_SESSION_LINES + 10 }, (_, n) => entered(`/${String(n)}`)).flat()),
    );
    const { sent, states } = uploaded(clock, 100_000, { events$: many });
    expect(sent.map(({ body }) => body.lines.length)).toEqual(
      Array.from({ length: MAX_SESSION_LINES / MAX_ACCOUNT_LINES }, () => MAX_ACCOUNT_LINES),
    );
    expect(sent.at(-1)?.body.lines.at(-1)?.sequence).toBe(MAX_SESSION_LINES - 1);
    expect(states.at(-1)).toMatchObject({ lines: MAX_SESSION_LINES });
  }),
);

it(
  '[SACCT10] texts are as the server takes them: not too long, without control and invisible characters, never empty',
  marbles(({ clock }) => {
    const texts = [`/${'x'.repeat(MAX_ACCOUNT_TEXT)}`, '/a\u0000b\u200Bc\u202Ed', '\u0007', '/👩‍🌾'];
    const { sent } = uploaded(clock, 100_000, { events$: timer(1, clock).pipe(map(() => texts.flatMap(entered))) });
    const lines = sent.flatMap(({ body }) => body.lines).slice(2);
    expect(lines.map(({ text }) => text.slice(-6))).toEqual(['xxxxx…', '/abcd', '-', '/👩🌾']);
    const bounds = { label: 'A line', maxLength: MAX_ACCOUNT_TEXT, isRequired: true };
    expect(lines.map(({ text }) => fieldTextProblem(text, bounds))).toEqual([undefined, undefined, undefined, undefined]);
  }),
);

it(
  '[SACCT11] a session goes on after a reload with the next number, and keeps where it is when its page is left',
  marbles(({ clock, hot }) => {
    const left$ = hot('20s l', { l: null });
    const events$ = hot<readonly FleetEvent[]>('11s a', { a: entered('/b') });
    // Its page is closed then: the last line, which was not sent, is lost, and its number is not used again.
    const { short, carried } = uploaded(clock, 20_001, { left$, events$, session: { id: 's-9', next: 7 } });
    expect(short).toEqual([[10_000, 's-9', '7 Signed in as an; recorded from here, 8 /a']]);
    expect(carried).toEqual([{ id: 's-9', next: 10 }]);
  }),
);
