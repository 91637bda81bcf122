import { firstValueFrom, map, NEVER, ReplaySubject, skip, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import { viewsOf } from '#past/history/asKnown';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import { createMoments, ownBlocks, type Moments } from '#past/moments/moments';
import { timeTravel, type Playhead, type TravelCommand } from '#past/moments/timeTravel';
import { selectDevice } from '#state/fleet';
import { DamagedRecording } from '#streams/recording/bytes';
import { frameBlock } from '#streams/recording/blockFrame';
import { readBlock, writeBlock } from '#streams/recording/eventBlock';
import { aLog, canonical, profile, recordedLog } from './recordedLog.ts';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';

const OWN = Date.parse('2026-03-02T12:00:00Z');
const FROM = OWN - HOUR_MS;
const second = (ms: number) => ms / 1_000;
const levelOf = (moment: Awaited<ReturnType<Moments['seek']>>) =>
  moment === null ? null : selectDevice(moment.state, 'LF-01')?.state.battery_level;

/** A block of ten minutes: a report each minute, whose battery level is its minute; that of the fourth minute came in the eighth. */
const minutes = Array.from({ length: 10 }, (_, minute) => minute);
const log = eventsOf(
  [
    second(FROM),
    {
      kind: 'history.known',
      late: [{ serial: 'LF-01', reports: [[FROM + 4 * MINUTE_MS, FROM + 8 * MINUTE_MS]] }],
      without: [10],
      instead: [{ before: 10, at: FROM + 4 * MINUTE_MS, event: { kind: 'device.removed', serial: 'LF-01' } }],
    },
    'history',
  ],
  [second(FROM), { kind: 'session.opened', profile }, 'history'],
  ...minutes.flatMap((minute) => {
    const at = second(FROM) + minute * 60;
    return [[at, reported('LF-01', at, { battery_level: minute })] as const, [at, ticked] as const];
  }),
);
const summary = { firstSeq: 0, count: log.length, firstAt: FROM, lastAt: log.at(-1)?.at ?? 0 };

function opened() {
  const asked: string[] = [];
  const source: HistorySource = {
    index: async () => ({
      heldFrom: FROM,
      blocks: [{ from: FROM, to: FROM + 10 * MINUTE_MS }],
      density: new Map(),
      stepMs: MINUTE_MS,
      marks: [],
    }),
    block: async ({ from }) => {
      asked.push(new Date(from).toISOString());
      return frameBlock(writeBlock(null, log, recordingCodec), summary, recordingCodec);
    },
  };
  const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + OWN })));
  const clock = new VirtualTimeScheduler();
  const { was, known } = joinedBlocks(ownBlocks(recorder, recordingCodec), {
    source,
    days: createHistoryDays(source, clock),
    codec: recordingCodec,
    clock,
  });
  return { was: createMoments(was), known: createMoments(known), recorded: { was, known }, asked, clock };
}

it('[KNOWN4] a moment is shown as it was or as it was known, of one block that is requested once', async () => {
  const { was, known, asked } = opened();
  const at = FROM + 4 * MINUTE_MS + 1_000;
  expect([levelOf(await was.seek(at)), levelOf(await known.seek(at))]).toEqual([4, 3]);
  const moment = await known.seek(at);
  expect(moment === null ? null : selectDevice(moment.state, 'LF-01')?.isPresent).toBe(false);
  expect([levelOf(await was.seek(FROM + 5 * MINUTE_MS)), levelOf(await known.seek(FROM + 5 * MINUTE_MS))]).toEqual([5, 5]);
  expect(asked).toHaveLength(1);
  expect((await was.seek(at))?.receivedLateAt?.('LF-01', FROM + 4 * MINUTE_MS)).toBe(FROM + 8 * MINUTE_MS);
});

it('[KNOWN4] steps and seeks of either view go through its own instants', async () => {
  const { was, known } = opened();
  for (const moments of [was, known]) {
    let moment = await moments.seek(FROM + 3 * MINUTE_MS + 30_000);
    const seen: number[] = [];
    for (let step = 0; step < 2 && moment !== null; step += 1) {
      moment = await moments.step(moment, 1);
      seen.push(moment.at - FROM);
    }
    expect(seen).toEqual([4 * MINUTE_MS, 5 * MINUTE_MS]);
    const back = moment === null ? null : await moments.step(moment, -1);
    expect(back?.at).toBe(FROM + 4 * MINUTE_MS);
  }
});

it('[KNOWN4] what this console recorded itself is the same in both views', async () => {
  const { was, known, asked } = opened();
  for (const at of [OWN + 3_000, OWN + 20_000]) {
    const [one, other] = [await was.seek(at), await known.seek(at)];
    expect(one?.block.log).not.toBe('history');
    expect(one === null ? '' : canonical(one.state)).toBe(other === null ? null : canonical(other.state));
  }
  expect(asked).toEqual([]);
});

it('[KNOWN4] no view holds the event that tells them apart', async () => {
  const { recorded } = opened();
  for (const view of [recorded.was, recorded.known]) {
    const [first] = await view.blocks(FROM + MINUTE_MS);
    const block = first === undefined ? null : await view.block(first);
    const kinds = Array.from({ length: block?.count ?? 0 }, (_, index) => block?.eventAt(index).kind);
    expect(kinds).toContain('session.opened');
    expect(kinds).not.toContain('history.known');
  }
});

it.each([
  ['is none', 'removed'],
  ['has no kind', { serial: 'LF-01' }],
  ['is another one than the console writes', { kind: 'device.removed' }],
])('[KNOWN4] [STATE47] an event in place of another one that %s is refused', (_, event) => {
  const [known, ...rest] = log;
  if (known?.kind !== 'history.known') throw new Error('no such event');
  const wrong = { ...known, instead: [{ before: 10, at: FROM, event }] };
  const views = viewsOf(readBlock(writeBlock(null, [wrong, ...rest], recordingCodec), recordingCodec));
  expect(() => views('known')).toThrow(DamagedRecording);
  expect(views('was').count).toBe(log.length - 1);
});

const textOf = (head: Playhead) => (head.kind === 'live' ? 'live' : `${head.view ?? 'was'} ${String(levelOf(head.moment))}`);

/** Returns what is shown at first, and after each command. */
async function shownAfter(commands: readonly TravelCommand[], hasKnown = true): Promise<readonly string[]> {
  const { was, known, clock } = opened();
  const commands$ = new Subject<TravelCommand>();
  const shown$ = new ReplaySubject<string>(1);
  const ports = { moments: was, ...(hasKnown ? { known } : {}), clock, frame$: NEVER };
  const subscription = timeTravel(ports, commands$).pipe(map(textOf)).subscribe(shown$);
  const seen = [await firstValueFrom(shown$)];
  for (const command of commands) {
    const next = firstValueFrom(shown$.pipe(skip(1)));
    commands$.next(command);
    seen.push(await next);
  }
  subscription.unsubscribe();
  return seen;
}

it('[KNOWN4] a view stays while moments of the past are shown, and ends with the past; a link opens it', async () => {
  const at = FROM + 4 * MINUTE_MS + 1_000;
  const shown = await shownAfter([
    { kind: 'seek', at },
    { kind: 'view', view: 'known' },
    { kind: 'skip', byMs: -MINUTE_MS },
    { kind: 'seek', at },
    { kind: 'view', view: 'was' },
    { kind: 'view', view: 'known' },
    { kind: 'live' },
    { kind: 'seek', at },
    { kind: 'live' },
    { kind: 'open', at, view: 'known' },
  ]);
  expect(shown).toEqual(['live', 'was 4', 'known 3', 'known 3', 'known 3', 'was 4', 'known 3', 'live', 'was 4', 'live', 'known 3']);
});

it('[KNOWN4] where the server does not tell what came late, a moment is shown as it was', async () => {
  const at = FROM + 4 * MINUTE_MS + 1_000;
  const commands: readonly TravelCommand[] = [
    { kind: 'open', at, view: 'known' },
    { kind: 'skip', byMs: MINUTE_MS },
  ];
  expect(await shownAfter(commands, false)).toEqual(['live', 'was 4', 'was 5']);
});
