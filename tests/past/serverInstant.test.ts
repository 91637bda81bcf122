import { firstValueFrom, NEVER, of, skip, Subject, VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { getMachines } from '#contract/fleet/machine';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { openPast } from '#past/moments/openPast';
import type { Moment } from '#past/moments/moments';
import { logInstant, serverInstant } from '#past/moments/serverInstant';
import { timeTravel, type TravelCommand } from '#past/moments/timeTravel';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { eventsBatched } from '#state/events';
import { createLogStore, reduceLog } from '#state/store';
import { eventsOf } from '../state/eventsOf.ts';

const minutes = (count: number) => count * MINUTE_MS;
const visit = (log: string, from: number, to: number) => ({ log, firstAt: minutes(from), lastAt: minutes(to) });
/** Two visits of the console, by its own clock: from minute 100 to 110, and from minute 200 on, which is now at 230. */
const visits = [visit('1', 100, 110), visit('2', 200, 215), visit('2', 215, 230)];

it.each([
  // The server's clock is 20 minutes behind the console's.
  ['in the second visit', -20, 190, 210],
  ['in the first visit', -20, 85, 105],
  ['before the first visit, of the history', -20, 79, 79],
  ['between the visits, of the history', -20, 150, 150],
  ['between the visits, at the time of the first one', -20, 92, 110 + 1 / MINUTE_MS],
  // It is 20 minutes ahead.
  ['in the second visit', 20, 230, 210],
  ['in the first visit', 20, 125, 105],
  ['before the first visit, of the history', 20, 99, 99],
  ['before the first visit, at the time of it', 20, 115, 100 - 1 / MINUTE_MS],
  ['between the visits, at the time of the second one', 20, 215, 200 - 1 / MINUTE_MS],
  ['later than the last event', 20, 251, 231],
  // It is the same one, but for the time that answers take.
  ['in the second visit', 0.01, 210, 210],
] as const)('[CLOCK6] %s, with a server ahead by %d min, minute %d of the server is minute %d of the log', (_, ahead, server, log) => {
  const found = logInstant(minutes(server), { blocks: visits, offsetMs: minutes(ahead), hasHistory: true });
  expect(found).toBeCloseTo(minutes(log), 3);
});

it.each([
  ['of the second visit', -20, true, 210, 190],
  ['of the first visit', 20, true, 105, 125],
  ['before the first visit, of the history', -20, true, 79, 79],
  ['between the visits, of the history', 20, true, 150, 150],
  ['later than the last event', 20, true, 231, 251],
  ['between the visits, without a history', 20, false, 150, 170],
  ['whose clock is the same one', 0.01, true, 210, 210],
] as const)(
  '[LINK1] a moment %s, with a server ahead by %d min, history %s, minute %d of the log, is minute %d of the server',
  (...row) => {
    const [, ahead, hasHistory, log, server] = row;
    const there = { blocks: visits, offsetMs: minutes(ahead), hasHistory };
    expect(serverInstant(minutes(log), there)).toBe(minutes(server));
    expect(logInstant(minutes(server), there)).toBe(minutes(log));
  },
);

it('[CLOCK6] without a history all of the log counts by the console; without a recording all of it is the history', () => {
  const at = minutes(50);
  const offsetMs = minutes(-20);
  expect(logInstant(at, { blocks: visits, offsetMs, hasHistory: false })).toBe(minutes(70));
  expect(logInstant(at, { blocks: [], offsetMs, hasHistory: true })).toBe(at);
});

it('[CLOCK6] [LINK1] a moment of the server is shown by the log’s time, one of the log as it is', async () => {
  const state = reduceLog(undefined, []);
  const block = { id: 1, log: '0', firstSeq: 0, count: 1, firstAt: 0, lastAt: minutes(1_000) };
  const seek = (at: number) => of<Moment>({ at, count: 1, block, state });
  const commands$ = new Subject<TravelCommand>();
  const clock = { now: () => minutes(1_000), schedule: () => NEVER.subscribe() };
  const ofServer = (at: number) => of(at + minutes(20));
  const shown = (command: TravelCommand) => {
    const head = firstValueFrom(
      timeTravel({ moments: { seek, step: () => seek(0), shown: seek }, ofServer, clock, frame$: NEVER }, commands$).pipe(skip(1)),
    );
    commands$.next(command);
    return head;
  };
  const moment = (at: number) => ({ kind: 'past', missedAt: null, moment: { at } });
  expect(await shown({ kind: 'show', at: minutes(5), clock: 'server' })).toMatchObject(moment(minutes(25)));
  expect(await shown({ kind: 'show', at: minutes(5) })).toMatchObject(moment(minutes(5)));
  expect(await shown({ kind: 'open', at: minutes(5), clock: 'server' })).toMatchObject(moment(minutes(25)));
  expect(await shown({ kind: 'open', at: minutes(5) })).toMatchObject(moment(minutes(5)));
});

/** The past of a console that has recorded nothing, and its clock. */
function emptyPast() {
  const liveStore = createLogStore({ devTools: false });
  const clock = new VirtualTimeScheduler();
  const none = { blocks: async () => [], block: async () => null, since: () => null, notes: async () => [], status$: NEVER };
  const recorder = { ...none, timeline: async () => ({ density: new Map<number, number>(), marks: [] }) };
  return { ...openPast(recorder, { codec: recordingCodec, history: null, bookmarks: null, liveStore, clock }), liveStore, clock };
}

it('[LINK1] a moment by the clock of the server waits for the first response, which measures that clock', async () => {
  const { ofServer, liveStore } = emptyPast();
  const found = ofServer(minutes(100));
  const about = { key: getMachines.name, call: getMachines.name };
  const measured = eventsOf([1, { kind: 'clock.offsetMeasured', offsetMs: minutes(20) }]);
  const failed = eventsOf([1, { kind: 'request.failed', ...about, failure: { status: 500, message: '' } }]);
  for (const batch of [measured, failed]) liveStore.dispatch(eventsBatched(batch));
  expect(await found).toBe(minutes(80));
});

it('[LINK1] it waits for 3 s at most', async () => {
  const { ofServer, clock } = emptyPast();
  const found = ofServer(minutes(100));
  clock.flush();
  expect([await found, clock.now()]).toEqual([minutes(100), 3_000]);
});
