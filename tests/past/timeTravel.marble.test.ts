import { filter, firstValueFrom, interval, map, NEVER, of, ReplaySubject, skip, Subject, take, throwError, toArray } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { createMoments, ownBlocks, type Moment } from '#past/moments/moments';
import { timeTravel, type Playhead, type TravelCommand } from '#past/moments/timeTravel';
import { reduceLog } from '#state/store';
import { marbles } from '../support/marbles.ts';
import { aLog, recordedLog } from './recordedLog.ts';

const state = reduceLog(undefined, []);
const block = { id: 1, log: '0', firstSeq: 0, count: 1, firstAt: 0, lastAt: 60_000 };
const momentAt = (at: number): Moment => ({ at, count: 1, block, state });
/** A recording that is read at once, from instant 0 on. */
const seek = (at: number) => of(momentAt(Math.max(0, at)));
const moments = { seek, step: (from: Moment, by: number) => of(momentAt(from.at + by)), shown: seek };
const textOf = (head: Playhead) =>
  head.kind === 'live' ? 'live' : `${String(head.moment.at)}${head.speed === null ? '' : ` ${String(head.speed)}x`}`;
const mark = (at: number) => ({ kind: 'error', at, text: '' }) as const;

/** The playheads of a real recording of a minute after each command, which is sent when the previous one is done; now is the 61st second. */
async function shown(...commands: readonly TravelCommand[]): Promise<readonly string[]> {
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 61_000, schedule: () => NEVER.subscribe() };
  const heads$ = new ReplaySubject<string>();
  timeTravel({ moments: createMoments(ownBlocks(recordedLog(aLog(60)).recorder, recordingCodec)), clock, frame$: NEVER }, commands$)
    .pipe(map(textOf))
    .subscribe(heads$);
  const seen = [await firstValueFrom(heads$)];
  for (const command of commands) {
    commands$.next(command);
    seen.push(await firstValueFrom(heads$.pipe(skip(seen.length))));
  }
  return seen;
}

it.each<[string, TravelCommand, string]>([
  ['seek', { kind: 'seek', at: 12_000 }, '12000'],
  ['skip', { kind: 'skip', byMs: -10_000 }, '51000'],
  ['pause', { kind: 'pause' }, '60000'],
  ['previous error', { kind: 'find', marks: [mark(4_000), mark(9_000)], direction: -1 }, '9000'],
  ['live', { kind: 'live' }, 'live'],
])('[PAST4] from now, %s', async (_, command, wanted) => {
  expect(await shown(command)).toEqual(['live', wanted]);
});

it('[PAST4] from a past moment: skip, next and previous error, step, live', async () => {
  const marks = [mark(20_000), mark(40_000)];
  expect(
    await shown(
      { kind: 'seek', at: 30_000 },
      { kind: 'skip', byMs: 5_000 },
      { kind: 'find', marks, direction: 1 },
      { kind: 'find', marks, direction: -1 },
      { kind: 'step', by: -1 },
      { kind: 'live' },
    ),
  ).toEqual(['live', '30000', '35000', '40000', '20000', '19000', 'live']);
});

it('[PAST22] an error is shown at the tick behind it, where the previous one is not this one; a moment that is asked for is shown, too', async () => {
  const marks = [mark(20_300), mark(39_700), mark(39_900)];
  const [next, previous] = [{ kind: 'find', marks, direction: 1 } as const, { kind: 'find', marks, direction: -1 } as const];
  expect(await shown({ kind: 'seek', at: 10_000 }, next, next, previous, { kind: 'show', at: 30_001 })).toEqual([
    'live',
    '10000',
    '21000',
    '40000',
    '21000',
    '31000',
  ]);
});

it('[PAST22] between an error and the tick that shows it, the next error is that one, the previous one an earlier one', async () => {
  const marks = [mark(20_300), mark(39_700)];
  const at = { kind: 'seek', at: 39_800 } as const;
  const [next, previous] = [{ kind: 'find', marks, direction: 1 } as const, { kind: 'find', marks, direction: -1 } as const];
  expect(await shown(at, next, at, previous)).toEqual(['live', '39800', '40000', '39800', '21000']);
});

it('[PAST4] [PAST8] a skip beyond an end of the recording ends there, and asks for no moment that is not held', () => {
  const missed: (number | null | undefined)[] = [];
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 61_000, schedule: () => NEVER.subscribe() };
  const held = (at: number) => of(momentAt(Math.min(60_000, Math.max(0, at))));
  timeTravel({ moments: { ...moments, seek: held }, clock, frame$: NEVER }, commands$).subscribe(({ missedAt }) => missed.push(missedAt));
  commands$.next({ kind: 'seek', at: 58_000 });
  commands$.next({ kind: 'skip', byMs: 10_000 });
  commands$.next({ kind: 'skip', byMs: -90_000 });
  commands$.next({ kind: 'seek', at: 90_000 });
  expect(missed).toEqual([undefined, null, null, null, 90_000]);
});

it('[UNREAD1] what cannot be read is not called gone: a block that fails, and the nearest moment while the history does not answer', () => {
  const heads: Playhead[] = [];
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 61_000, schedule: () => NEVER.subscribe() };
  const answering = (at: number) =>
    at === 13 ? throwError(() => new Error('busy')) : of({ ...momentAt(60_000), lacksHistory: true as const });
  timeTravel({ moments: { ...moments, seek: answering }, clock, frame$: NEVER }, commands$).subscribe((head) => heads.push(head));
  for (const command of [
    { kind: 'seek', at: 13 },
    { kind: 'seek', at: 500 },
    { kind: 'open', at: 500 },
    { kind: 'seek', at: 60_000 },
  ] as const)
    commands$.next(command);
  expect(heads.slice(1)).toMatchObject([
    { kind: 'live', missedAt: 13, isUnread: true },
    { kind: 'past', missedAt: 500, isUnread: true },
    { kind: 'live', missedAt: 500, isUnread: true },
    { kind: 'past', missedAt: null },
  ]);
  expect(heads.at(-1)).not.toHaveProperty('isUnread');
});

it('[UNREAD1] [CLOCK6] [LINK1] an instant of the server that cannot be read is named by the clock of the log, by which it is tried again', () => {
  const heads: Playhead[] = [];
  const commands$ = new Subject<TravelCommand>();
  const ports = {
    clock: { now: () => 61_000, schedule: () => NEVER.subscribe() },
    frame$: NEVER,
    ofServer: (at: number) => of(at + 3_000),
  };
  const busy = () => throwError(() => new Error('busy'));
  timeTravel({ ...ports, moments: { ...moments, seek: busy, shown: busy } }, commands$).subscribe((head) => heads.push(head));
  commands$.next({ kind: 'open', at: 20_000, clock: 'server' });
  commands$.next({ kind: 'show', at: 20_000, clock: 'server' });
  commands$.next({ kind: 'show', at: 20_000 });
  expect(heads.slice(1)).toEqual([
    { kind: 'live', missedAt: 23_000, isUnread: true, linkAt: 20_000 },
    { kind: 'live', missedAt: 23_000, isUnread: true },
    { kind: 'live', missedAt: 20_000, isUnread: true },
  ]);
});

/** The playheads after each command, from a moment at 20 s whose block ends at 60 s: what lies outside it cannot be read in the way of `outside`. */
function heldUpTo60(outside: 'fails' | 'nearest', commands: readonly TravelCommand[]): readonly Playhead[] {
  const heads: Playhead[] = [];
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 500_000, schedule: () => NEVER.subscribe() };
  const busy = () => throwError(() => new Error('busy'));
  const nearest = () => of({ ...momentAt(300_000), lacksHistory: true as const });
  const read = (at: number) => (at >= 0 && at <= 60_000 ? of(momentAt(at)) : outside === 'fails' ? busy() : nearest());
  const held = { seek: read, shown: read, step: busy };
  const known = { seek: outside === 'fails' ? busy : nearest, shown: busy, step: busy };
  timeTravel({ moments: held, known, clock, frame$: NEVER }, commands$).subscribe((head) => heads.push(head));
  for (const command of [{ kind: 'seek', at: 20_000 } as const, ...commands]) commands$.next(command);
  return heads.slice(2);
}

it.each<[string, TravelCommand, object]>([
  ['a skip forward', { kind: 'skip', byMs: 60_000 }, { missedAt: 80_000 }],
  ['a skip back', { kind: 'skip', byMs: -60_000 }, { missedAt: -40_000 }],
  ['a step', { kind: 'step', by: 1 }, { missedAt: 60_001 }],
  ['a step back', { kind: 'step', by: -1 }, { missedAt: -1 }],
  ['the next error', { kind: 'find', marks: [mark(90_000)], direction: 1 }, { missedAt: 90_000 }],
  ['another view', { kind: 'view', view: 'known' }, { missedAt: 20_000, missedView: 'known' }],
])('[UNREAD2] %s that cannot be read keeps the past, paused, and names the wanted moment', (_, command, missed) => {
  const kept = { kind: 'past', moment: { at: 20_000 }, speed: null, isUnread: true, ...missed };
  for (const outside of ['fails', 'nearest'] as const) {
    const heads = heldUpTo60(outside, [command, { kind: 'seek', at: 30_000 }]);
    expect(heads.at(0)).toMatchObject(kept);
    expect(heads.at(0)).not.toHaveProperty('view');
    expect(heads.at(1)).toMatchObject({ kind: 'past', moment: { at: 30_000 }, missedAt: null });
    expect(heads.at(1)).not.toHaveProperty('isUnread');
    expect(heads.at(1)).not.toHaveProperty('missedView');
  }
});

it('[UNREAD2] an error behind a mark that cannot be read is not taken for the next one, and a recording stays where it is', () => {
  const marks = [mark(90_000), mark(20_100)];
  expect(heldUpTo60('fails', [{ kind: 'find', marks, direction: 1 }])).toMatchObject([{ moment: { at: 20_000 }, missedAt: 90_000 }]);
  const heads: Playhead[] = [];
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 500_000, schedule: () => NEVER.subscribe() };
  const start: Playhead = { kind: 'past', moment: momentAt(20_000), missedAt: null, speed: 2, epoch: 0 };
  const damaged = { ...moments, seek: () => throwError(() => new Error('damaged')) };
  timeTravel({ moments: damaged, clock, frame$: NEVER, endsAt: 60_000 }, commands$, start).subscribe((head) => heads.push(head));
  commands$.next({ kind: 'seek', at: 40_000 });
  expect(heads.at(-1)).toMatchObject({ kind: 'past', moment: { at: 20_000 }, missedAt: 40_000, isUnread: true, speed: null });
});

const commands = {
  s: { kind: 'seek', at: 5 },
  f: { kind: 'play', speed: 2 },
  b: { kind: 'play', speed: -2 },
  p: { kind: 'pause' },
  e: { kind: 'find', marks: [], direction: 1 },
} satisfies Readonly<Record<string, TravelCommand>>;

it(
  '[PAST5] plays at its speed, a moment per frame, until it is paused; without an error to find nothing changes',
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    const commands$ = hot<TravelCommand>('-s-f----p-e-', commands);
    const seen$ = timeTravel({ moments, clock, frame$: interval(1, clock) }, commands$).pipe(map(textOf));
    expectObservable(seen$, '------------!').toBe('ab-cdefgi---', {
      a: 'live',
      b: '5',
      c: '5 2x',
      d: '7 2x',
      e: '9 2x',
      f: '11 2x',
      g: '13 2x',
      i: '13',
    });
  }),
);

it(
  '[PAST5] looking for an error pauses, also where none is found',
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    const commands$ = hot<TravelCommand>('-s-f-e---', commands);
    const seen$ = timeTravel({ moments, clock, frame$: interval(1, clock) }, commands$).pipe(map(textOf));
    expectObservable(seen$, '---------!').toBe('ab-cde---', { a: 'live', b: '5', c: '5 2x', d: '7 2x', e: '7' });
  }),
);

it(
  '[PAST5] backward it ends paused at the first moment',
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    const commands$ = hot<TravelCommand>('-s-b--------', commands);
    const seen$ = timeTravel({ moments, clock, frame$: interval(1, clock) }, commands$).pipe(map(textOf));
    expectObservable(seen$, '------------!').toBe('ab-cdef-----', { a: 'live', b: '5', c: '5 -2x', d: '3 -2x', e: '1 -2x', f: '0' });
  }),
);

const marksOnly = {
  ...commands,
  f: {
    kind: 'play',
    speed: 2,
    only: [
      { from: 8, to: 10 },
      { from: 50, to: 53 },
    ],
  },
  b: { kind: 'play', speed: -2, only: [{ from: 0, to: 3 }] },
} satisfies Readonly<Record<string, TravelCommand>>;
const epochOf = (head: Playhead) => `${textOf(head)}${head.kind === 'past' ? ` e${String(head.epoch)}` : ''}`;

it(
  '[PAST30] from mark to mark the quiet is left out by a jump, and playback pauses behind the last one',
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    // Played again behind the last one, it plays everything.
    const commands$ = hot<TravelCommand>('-s-f------f-p', marksOnly);
    const seen$ = timeTravel({ moments, clock, frame$: interval(1, clock) }, commands$).pipe(map(epochOf));
    expectObservable(seen$, '-------------!').toBe('ab-cdef---hip', {
      a: 'live',
      b: '5 e0',
      c: '5 2x e0',
      d: '50 2x e2',
      e: '52 2x e2',
      f: '53 e2',
      h: '53 2x e2',
      i: '55 2x e2',
      p: '55 e2',
    });
  }),
);

const unreadTextOf = (head: Playhead) => `${textOf(head)}${head.isUnread === true ? ` unread ${String(head.missedAt)}` : ''}`;
const busy = () => throwError(() => new Error('busy'));

it.each([
  ['fails', busy],
  ['is only the nearest one of the own recording', () => of({ ...momentAt(90_000), lacksHistory: true as const })],
])('[UNREAD2] playing pauses at the last moment before one whose block %s, and goes on from there when it is read', (_, unread) => {
  const from = (second: number) => (at: number) => (at >= second ? unread() : seek(at));
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    let limit = 9;
    const source = { ...moments, seek: (at: number) => from(limit)(at) };
    const commands$ = hot<TravelCommand>('-s-f----f-p', commands).pipe(
      map((command) => {
        if (clock.frame >= 8) limit = Infinity;
        return command;
      }),
    );
    const seen$ = timeTravel({ moments: source, clock, frame$: interval(1, clock) }, commands$).pipe(map(unreadTextOf));
    expectObservable(seen$, '-----------!').toBe('ab-cde--fgp', {
      a: 'live',
      b: '5',
      c: '5 2x',
      d: '7 2x',
      e: '7 unread 9',
      f: '7 2x unread 9',
      g: '9 2x',
      p: '9',
    });
  })();
});

it(
  '[UNREAD2] playing back over the begin of the own recording, before which the history cannot be read, says so',
  marbles(({ hot, expectObservable, clock }) => {
    clock.now = () => clock.frame + 100_000;
    const lacking = (at: number) => of(at < 0 ? { ...momentAt(0), lacksHistory: true as const } : momentAt(at));
    const commands$ = hot<TravelCommand>('-s-b--------', commands);
    const seen$ = timeTravel({ moments: { ...moments, seek: lacking }, clock, frame$: interval(1, clock) }, commands$).pipe(
      map(unreadTextOf),
    );
    expectObservable(seen$, '------------!').toBe('ab-cdef-----', {
      a: 'live',
      b: '5',
      c: '5 -2x',
      d: '3 -2x',
      e: '1 -2x',
      f: '1 unread -1',
    });
  }),
);

it.each([
  ['of the history becomes live at the present of a server that is ahead', 'history', 5_000, 0, 4_001],
  ['of the history becomes live at the present of a server that is behind', 'history', -5_000, -20_000, 14_001],
  ['of the own recording becomes live at that of the console', '0', 5_000, -5_000, 4_001],
])('[CLOCK14] playing a moment %s', (_, log, offset, from, liveAt) => {
  marbles(({ hot, expectObservable, clock }) => {
    const read = (at: number) => of({ ...momentAt(at), block: { ...block, log } });
    const ports = { moments: { ...moments, seek: read }, clock, frame$: interval(1_000, clock), offsetMs: () => offset };
    const commands$ = hot<TravelCommand>('sp', { s: { kind: 'seek', at: from }, p: { kind: 'play', speed: 2 } });
    const live$ = timeTravel(ports, commands$).pipe(
      skip(1),
      filter(({ kind }) => kind === 'live'),
      map(() => 'l'),
    );
    expectObservable(live$, '30s !').toBe(`${String(liveAt)}ms l`);
  })();
});

/** The history before the own recording, which begins at -10 s, of a console whose clock is an hour ahead. */
const joined = (at: number): Moment => {
  const isOwn = at >= -10_000;
  return { ...momentAt(at), block: { ...block, log: isOwn ? '0' : 'history' }, ...(isOwn ? {} : { isBeforeOwn: true as const }) };
};

it.each([
  [
    'back over the begin of the own recording stays in the past',
    -9_000,
    -1,
    ['-9000', '-9000 -1x', '-10000 -1x', '-11000 -1x', '-12000 -1x'],
  ],
  [
    'from the history over the present of the server reaches the own recording',
    -12_000,
    1,
    ['-12000', '-12000 1x', '-11000 1x', '-10000 1x', '-9000 1x'],
  ],
])('[CLOCK14] where the clock of the console is an hour ahead, playing %s', (_, from, speed, wanted) => {
  marbles(({ hot, expectObservable, clock }) => {
    const ports = {
      moments: { ...moments, seek: (at: number) => of(joined(at)) },
      clock,
      frame$: interval(1_000, clock),
      offsetMs: () => -3_600_000,
    };
    const commands$ = hot<TravelCommand>('s(p|)', { s: { kind: 'seek', at: from }, p: { kind: 'play', speed } });
    const seen$ = timeTravel(ports, commands$).pipe(map(textOf), take(6), toArray());
    expectObservable(seen$, '30s !').toBe('3001ms (a|)', { a: ['live', ...wanted] });
  })();
});

it('[LINK3] the moment of a link has the instant of the link until another one is shown', () => {
  const heads: (number | undefined)[] = [];
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => 61_000, schedule: () => NEVER.subscribe() };
  const ofServer = (at: number) => of(at - 3_600_000);
  timeTravel({ moments, clock, frame$: NEVER, ofServer }, commands$).subscribe(({ linkAt }) => heads.push(linkAt));
  commands$.next({ kind: 'open', at: 3_620_000, clock: 'server' });
  commands$.next({ kind: 'pause' });
  commands$.next({ kind: 'step', by: 1 });
  commands$.next({ kind: 'open', at: 20_000 });
  commands$.next({ kind: 'open', at: 1_000, clock: 'server' });
  // Before the begin of the recording: it is not held, and can be tried again.
  expect(heads).toEqual([undefined, 3_620_000, 3_620_000, undefined, undefined, 1_000]);
});
