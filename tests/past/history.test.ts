import { VirtualTimeScheduler } from 'rxjs';
import { expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { showDatesIn } from '#domain/text/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { createHistoryDays, dayOf } from '#past/history/historyDays';
import type { HistoryIndex, HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { createMoments, ownBlocks, stateIn, type Moments } from '#past/moments/moments';
import { openPast, type OpenedPast } from '#past/moments/openPast';
import { eventsBatched } from '#state/events';
import { selectProfile } from '#state/session';
import { createLogStore } from '#state/store';
import { selectDevice } from '#state/fleet';
import type { FleetEvent } from '#streams/event';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { aLog, profile, recordedLog } from './recordedLog.ts';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';

const OWN = Date.parse('2026-03-02T12:00:00Z');
const BLOCK_MS = 5 * MINUTE_MS;

/** The log of a block: one report per minute, whose battery level is the number of minutes before the own recording. */
const logOf = ({ from, to }: TimeSpan): readonly FleetEvent[] =>
  eventsOf(
    [from / 1_000, { kind: 'session.opened', profile }, 'history'],
    ...Array.from({ length: (to - from) / MINUTE_MS }, (_, minute) => {
      const second = from / 1_000 + minute * 60;
      const battery_level = Math.round((OWN - second * 1_000) / MINUTE_MS);
      return [[second, reported('LF-01', second, { battery_level })] as const, [second, ticked] as const];
    }).flat(),
  );

async function framed(span: TimeSpan): Promise<Uint8Array> {
  const events = logOf(span);
  const summary = { firstSeq: 0, count: events.length, firstAt: span.from, lastAt: events.at(-1)?.at ?? 0 };
  return frameBlock(writeBlock(null, events, recordingCodec), summary, recordingCodec);
}

/** A server that holds two days before the own recording and five minutes of it; counts what it is asked. */
function aSource(more: Partial<HistorySource> = {}) {
  const asked = { index: 0, block: 0 };
  const held = Array.from({ length: (2 * DAY_MS) / BLOCK_MS + 1 }, (_, index) => OWN - 2 * DAY_MS + index * BLOCK_MS);
  const source: HistorySource = {
    index: async ({ from, to }): Promise<HistoryIndex> => {
      asked.index += 1;
      const blocks = held.filter((at) => at < to && at + BLOCK_MS > from).map((at) => ({ from: at, to: at + BLOCK_MS }));
      return { heldFrom: held[0] ?? null, blocks, density: new Map([[from, 3]]), stepMs: BLOCK_MS, marks: [] };
    },
    block: async (span) => {
      asked.block += 1;
      return framed(span);
    },
    ...more,
  };
  return { source, asked };
}

function joined(
  source: HistorySource,
  clock = new VirtualTimeScheduler(),
): { readonly moments: Moments } & Pick<RecordedBlocks, 'blocks' | 'block' | 'blocksOfSpan'> {
  const own = aLog(30).map((event) => ({ ...event, at: event.at + OWN }));
  const { recorder } = recordedLog(own);
  const days = createHistoryDays(source, clock);
  const recorded = joinedBlocks(ownBlocks(recorder, recordingCodec), { source, days, codec: recordingCodec, clock }).was;
  return { moments: createMoments(recorded), ...recorded };
}

const levelAt = async (moments: Moments, at: number) => {
  const moment = await moments.seek(at);
  return moment === null ? null : selectDevice(moment.state, 'LF-01')?.state.battery_level;
};

it('[NIGHT5] moments of days before come from the server, those of the own recording from it, without a seam', async () => {
  const { moments } = joined(aSource().source);
  expect(await levelAt(moments, OWN - 90 * MINUTE_MS)).toBe(90);
  expect(await levelAt(moments, OWN - DAY_MS - 7 * MINUTE_MS)).toBe(1_447);
  expect(await levelAt(moments, OWN - MINUTE_MS)).toBe(1);
  // The own recording wins where both hold an instant.
  expect(await levelAt(moments, OWN + 20_000)).toBe(19);
  const first = await moments.seek(OWN);
  const before = first === null ? null : await moments.step(first, -1);
  expect(before?.at).toBe(OWN - MINUTE_MS);
  expect(before === null ? null : (await moments.step(before, 1)).block.log).not.toBe('history');
});

it('[NIGHT21] before everything that is held, the nearest moment is the first of the server', async () => {
  const { moments } = joined(aSource().source);
  for (const at of [OWN - 2 * DAY_MS - 1, OWN - 400 * DAY_MS, Date.parse('0001-01-01T00:00:00Z')]) {
    expect((await moments.seek(at))?.at).toBe(OWN - 2 * DAY_MS);
    expect(await levelAt(moments, at)).toBe(2_880);
  }
  const index: HistorySource['index'] = async () => ({ heldFrom: null, blocks: [], density: new Map(), stepMs: BLOCK_MS, marks: [] });
  expect((await joined({ ...aSource().source, index }).moments.seek(OWN - 400 * DAY_MS))?.at).toBe(OWN);
});

it('[NIGHT5] a day is asked for once, a block once while it is near, and nothing while only the own recording is shown', async () => {
  const { source, asked } = aSource();
  const { moments, blocks } = joined(source);
  await moments.seek(OWN + 10_000);
  expect((await blocks()).every(({ log }) => log !== 'history')).toBe(true);
  expect(asked.block).toBe(0);
  for (let at = OWN - HOUR_MS; at < OWN - HOUR_MS + BLOCK_MS; at += 10_000) await moments.seek(at);
  for (let at = OWN - HOUR_MS; at < OWN - HOUR_MS + BLOCK_MS; at += 10_000) await moments.seek(at);
  expect(asked).toEqual({ index: expect.any(Number), block: 1 });
  expect(asked.index).toBeLessThanOrEqual(3);
});

it('[LATE2] the index of a day that is over is requested again after ten minutes: devices may send later what belongs to it', async () => {
  const { source, asked } = aSource();
  const clock = new VirtualTimeScheduler();
  const days = createHistoryDays(source, clock);
  const requestsAt = async (ms: number) => {
    clock.frame = OWN + ms;
    await days.indexAt(OWN - 2 * DAY_MS);
    return asked.index;
  };
  expect([await requestsAt(0), await requestsAt(10 * MINUTE_MS - 1), await requestsAt(10 * MINUTE_MS)]).toEqual([1, 1, 2]);
});

it('[NIGHT5] a block that was read before its end is requested again until it has all of its reports', async () => {
  const { source, asked } = aSource();
  const clock = new VirtualTimeScheduler();
  const { blocks, block } = joined(source, clock);
  const from = OWN - HOUR_MS;
  const entry = (await blocks(from)).find(({ firstAt }) => firstAt === from);
  const requestsAt = async (ms: number) => {
    clock.frame = from + ms;
    if (entry !== undefined) await block(entry);
    return asked.block;
  };
  expect(await requestsAt(MINUTE_MS)).toBe(1);
  expect(await requestsAt(MINUTE_MS + 3_999)).toBe(1);
  expect(await requestsAt(MINUTE_MS + 4_000)).toBe(2);
  expect(await requestsAt(BLOCK_MS + 10_000)).toBe(3);
  expect(await requestsAt(BLOCK_MS + 14_001)).toBe(4);
  expect(await requestsAt(2 * BLOCK_MS)).toBe(4);
});

it('[CLOCK14] a block that may still grow by the clock of the server is requested again, also where that of the console is ahead', async () => {
  const { source, asked } = aSource();
  const clock = new VirtualTimeScheduler();
  const liveStore = createLogStore({ devTools: false });
  liveStore.dispatch(eventsBatched(eventsOf([0, { kind: 'clock.offsetMeasured', offsetMs: -HOUR_MS }])));
  const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + OWN })));
  const { recorded } = openPast(recorder, { codec: recordingCodec, history: source, bookmarks: null, liveStore, clock }).was;
  const from = OWN - HOUR_MS;
  const requestsAt = async (serverAt: number) => {
    clock.frame = serverAt + HOUR_MS;
    const entry = (await recorded.blocks(from)).find(({ firstAt }) => firstAt === from);
    if (entry !== undefined) await recorded.block(entry);
    return asked.block;
  };
  expect([await requestsAt(from + MINUTE_MS), await requestsAt(from + 2 * MINUTE_MS)]).toEqual([1, 2]);
  expect([await requestsAt(OWN), await requestsAt(OWN + MINUTE_MS)]).toEqual([3, 3]);
});

/** Moments whose server does not answer until `answers` is called. */
function awayAtFirst() {
  let isAway = true;
  const { source } = aSource();
  const index: HistorySource['index'] = async (span) => {
    if (isAway) throw new Error('away');
    return source.index(span);
  };
  const answers = () => {
    isAway = false;
  };
  return { moments: joined({ ...source, index }).moments, answers };
}

it('[NIGHT5] while the server does not answer the own recording is all there is; once it does, the days are there', async () => {
  const { moments, answers } = awayAtFirst();
  expect((await moments.seek(OWN - HOUR_MS))?.at).toBe(OWN);
  answers();
  expect(await levelAt(moments, OWN - HOUR_MS)).toBe(60);
});

it('[UNREAD1] the nearest own moment says that the history could not be read, until it can be', async () => {
  const { moments, answers } = awayAtFirst();
  expect((await moments.seek(OWN - HOUR_MS))?.lacksHistory).toBe(true);
  expect((await moments.seek(OWN + 20_000))?.lacksHistory).toBeUndefined();
  const both = await Promise.all([moments.seek(OWN - HOUR_MS), moments.seek(OWN - 2 * HOUR_MS)]);
  expect(both.map((seen) => seen?.lacksHistory)).toEqual([true, true]);
  await expect(stateIn(moments, OWN - HOUR_MS)).rejects.toThrow('cannot be read now');
  expect(await stateIn(moments, OWN + 20_000)).not.toBeNull();
  answers();
  expect((await moments.seek(OWN - HOUR_MS))?.lacksHistory).toBeUndefined();
  expect(await stateIn(moments, OWN - HOUR_MS)).not.toBeNull();
});

it('[UNREAD2] a step does not go over the history that cannot be read, neither into the own recording nor to where it would begin', async () => {
  let isAway = false;
  const { source } = aSource();
  const index: HistorySource['index'] = (span) => (isAway ? Promise.reject(new Error('away')) : source.index(span));
  const clock = new VirtualTimeScheduler();
  const { moments } = joined({ ...source, index }, clock);
  const [inHistory, first, last] = await Promise.all([OWN - HOUR_MS, OWN, OWN + 30_000].map((at) => joined(source).moments.seek(at)));
  if (inHistory == null || first == null || last == null) throw new Error('nothing is recorded');
  isAway = true;
  await expect(moments.step(inHistory, 1)).rejects.toThrow('cannot be read now');
  await expect(moments.step(inHistory, -1)).rejects.toThrow('cannot be read now');
  await expect(moments.step(first, -1)).rejects.toThrow('cannot be read now');
  expect((await moments.step(last, 1)).at).toBe(OWN + 30_000);
  // What is behind the own recording is in no history.
  expect((await moments.seek(OWN + HOUR_MS))?.lacksHistory).toBeUndefined();
  isAway = false;
  expect((await moments.step(first, -1)).at).toBe(OWN - MINUTE_MS);
  expect((await moments.step(inHistory, 1)).at).toBe(OWN - 59 * MINUTE_MS);
});

it('[UNREAD2] a step from one visit does not go over the time between to the next one while the server does not answer', async () => {
  let isAway = true;
  const { source } = aSource();
  const moments = twoVisits({ ...source, index: (span) => (isAway ? Promise.reject(new Error('away')) : source.index(span)) });
  const end = await moments.seek(FIRST_VISIT + 30_000);
  if (end === null) throw new Error('nothing is recorded');
  await expect(moments.step(end, 1)).rejects.toThrow('cannot be read now');
  isAway = false;
  expect((await moments.step(end, 1)).at).toBe(FIRST_VISIT + MINUTE_MS);
});

it('[UNREAD2] without any own recording, a moment of a history that cannot be read is no moment that is not held', async () => {
  const index: HistorySource['index'] = () => Promise.reject(new Error('away'));
  const source: HistorySource = { ...aSource().source, index };
  const clock = new VirtualTimeScheduler();
  const none: RecordedBlocks = { blocks: async () => [], block: async () => null };
  const { was } = joinedBlocks(none, { source, days: createHistoryDays(source, clock), codec: recordingCodec, clock });
  await expect(createMoments(was).seek(OWN)).rejects.toThrow('cannot be read now');
});

it.each([
  ['a byte is flipped', (bytes: Uint8Array) => bytes.map((byte, at) => (at === 60 ? byte ^ 1 : byte))],
  ['the end is missing', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 3)],
  ['it is empty', () => new Uint8Array()],
  ['it is another file', () => new TextEncoder().encode('<html>sign in</html>')],
])('[NIGHT5] a block of which %s is refused, and asked for again', async (_, damage) => {
  let isDamaged = true;
  const { source } = aSource();
  const block: HistorySource['block'] = async (span) => {
    const bytes = await source.block(span);
    return isDamaged ? damage(bytes) : bytes;
  };
  const { moments } = joined({ ...source, block });
  await expect(moments.seek(OWN - HOUR_MS)).rejects.toThrow();
  isDamaged = false;
  expect(await levelAt(moments, OWN - HOUR_MS)).toBe(60);
});

const FIRST_VISIT = OWN - 10 * HOUR_MS;

/** The recordings of two visits of half a minute each, ten hours apart. */
function twoVisits(source: HistorySource): Moments {
  const visits = [FIRST_VISIT, OWN].map((begin, index) => {
    const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + begin })));
    return { log: `visit ${index}`, own: ownBlocks(recorder, recordingCodec) };
  });
  const own: RecordedBlocks = {
    blocks: async () => {
      const all = await Promise.all(visits.map(async ({ log, own: { blocks } }) => (await blocks()).map((entry) => ({ ...entry, log }))));
      return all.flat();
    },
    block: async (reference) => {
      const visit = visits.find(({ log }) => log === reference.log);
      const entries = (await visit?.own.blocks()) ?? [];
      const entry = entries.find(({ firstSeq }) => firstSeq === reference.firstSeq);
      return entry === undefined || visit === undefined ? null : visit.own.block(entry);
    },
  };
  const clock = new VirtualTimeScheduler();
  return createMoments(joinedBlocks(own, { source, days: createHistoryDays(source, clock), codec: recordingCodec, clock }).was);
}

it('[NIGHT5] between two visits the moments come from the server, by seeking, stepping and playing on', async () => {
  const { source, asked } = aSource();
  const moments = twoVisits(source);
  expect(await levelAt(moments, FIRST_VISIT + 20_000)).toBe(19);
  expect(asked.block).toBe(0);
  // Playing on over the end of the first visit.
  expect(await levelAt(moments, FIRST_VISIT + 60_000)).toBe(599);
  expect(await levelAt(moments, OWN - 5 * HOUR_MS)).toBe(300);
  expect(await levelAt(moments, OWN - MINUTE_MS)).toBe(1);
  expect(await levelAt(moments, OWN + 20_000)).toBe(19);
  expect(await levelAt(moments, OWN - DAY_MS)).toBe(1_440);
  const end = await moments.seek(FIRST_VISIT + 30_000);
  const after = end === null ? null : await moments.step(end, 1);
  expect([after?.block.log, after?.at]).toEqual(['history', FIRST_VISIT + MINUTE_MS]);
  expect((after === null ? null : await moments.step(after, -1))?.block.log).toBe('visit 0');
  const begin = await moments.seek(OWN);
  const before = begin === null ? null : await moments.step(begin, -1);
  expect([before?.block.log, before?.at]).toEqual(['history', OWN - MINUTE_MS]);
  expect((before === null ? null : await moments.step(before, 1))?.block.log).toBe('visit 1');
});

it('[NIGHT5] between two visits the nearest own moment is shown while the server does not answer, and its own once it does', async () => {
  let isAway = true;
  const { source } = aSource();
  const moments = twoVisits({ ...source, index: (span) => (isAway ? Promise.reject(new Error('away')) : source.index(span)) });
  expect((await moments.seek(OWN - 5 * HOUR_MS))?.at).toBe(FIRST_VISIT + 30_000);
  isAway = false;
  expect(await levelAt(moments, OWN - 5 * HOUR_MS)).toBe(300);
});

it.each([
  ['the day on which summer begins', '2026-03-29T10:00:00Z', '2026-03-28T23:00:00Z', 23],
  ['the day on which summer ends', '2026-10-25T10:00:00Z', '2026-10-24T22:00:00Z', 25],
  ['a usual day', '2026-07-01T23:30:00Z', '2026-07-01T22:00:00Z', 24],
] as const)('[NIGHT5] %s is a day of the page’s zone', (_, at, from, hours) => {
  showDatesIn('Europe/Brussels');
  expect(dayOf(Date.parse(at))).toEqual({ from: Date.parse(from), to: Date.parse(from) + hours * HOUR_MS });
});

it.each([
  ['just after the day on which summer begins', '2026-03-29T22:30:00Z', '2026-03-29T21:55:00Z', -1],
  ['just before the day on which summer begins', '2026-03-28T22:30:00Z', '2026-03-28T23:00:00Z', 1],
  ['just after the day on which summer ends', '2026-10-25T23:30:00Z', '2026-10-25T22:55:00Z', -1],
] as const)('[NIGHT25] %s, a step over midnight goes to the day beside', async (_, near, wanted, by) => {
  showDatesIn('Europe/Brussels');
  const held = Array.from({ length: (3 * DAY_MS) / BLOCK_MS }, (__, index) => Date.parse(near) - 1.5 * DAY_MS + index * BLOCK_MS);
  const { source } = aSource({
    index: async ({ from, to }) => ({
      heldFrom: held[0] ?? null,
      blocks: held.filter((at) => at >= from && at < to).map((at) => ({ from: at, to: at + BLOCK_MS })),
      density: new Map(),
      stepMs: BLOCK_MS,
      marks: [],
    }),
    // One report at the begin of each block.
    block: async ({ from }) => framed({ from, to: from + MINUTE_MS }),
  });
  const clock = new VirtualTimeScheduler();
  const none: RecordedBlocks = { blocks: async () => [], block: async () => null };
  const moments = createMoments(joinedBlocks(none, { source, days: createHistoryDays(source, clock), codec: recordingCodec, clock }).was);
  let moment = await moments.seek(Date.parse(near));
  // Half an hour of blocks to midnight, then one more.
  for (let steps = 0; steps < 7 && moment !== null && (moment.at - Date.parse(wanted)) * by < 0; steps += 1)
    moment = await moments.step(moment, by);
  expect(moment === null ? null : new Date(moment.at).toISOString()).toBe(new Date(wanted).toISOString());
});

it.each([
  ['the own recording holds', { from: OWN + 1_000, to: OWN + 20_000 }, ['own'], 0],
  ['the own recording holds until now', { from: OWN + 1_000, to: OWN + HOUR_MS }, ['own'], 0],
  ['begins before the own recording', { from: OWN - 1_000, to: OWN + 1_000 }, ['history', 'history'], 1],
  ['ends before the own recording', { from: OWN - 7 * MINUTE_MS, to: OWN - 6 * MINUTE_MS }, ['history'], 1],
])('[IROOM4] a span that %s is read from one of both recordings', async (_, span, logs, index) => {
  const { source, asked } = aSource();
  const { blocksOfSpan } = joined(source);
  const found = (await blocksOfSpan?.(span)) ?? [];
  expect(found.map(({ log }) => (log === 'history' ? log : 'own'))).toEqual(logs);
  expect(asked).toEqual({ index, block: 0 });
});

it('[IROOM4] a span of which the server says nothing is refused where the own recording does not hold it', async () => {
  const { blocksOfSpan } = joined({ ...aSource().source, index: async () => Promise.reject(new Error('away')) });
  await expect(blocksOfSpan?.({ from: OWN - 1_000, to: OWN + 1_000 })).rejects.toThrow('away');
  expect(await blocksOfSpan?.({ from: OWN, to: OWN + 1_000 })).toHaveLength(1);
});

/** A server whose battery levels, blocks and marks are those of the person who is signed in. */
function personalPast(person = 'an') {
  const liveStore = createLogStore({ devTools: false });
  const signIn = (username: string) =>
    liveStore.dispatch(eventsBatched(eventsOf([OWN / 1_000, { kind: 'session.opened', profile: { ...profile, username } }])));
  signIn(person);
  const { source } = aSource();
  const asked: string[] = [];
  const named = () => selectProfile(liveStore.getState())?.username ?? '';
  const marksOf = (text: string): Pick<HistoryIndex, 'marks'> => ({ marks: [{ kind: 'error', at: OWN, text, serial: 'LF-01' }] });
  const personal: HistorySource = {
    index: async (span) => {
      const text = named();
      asked.push(`index of ${text}`);
      return { ...(await source.index(span)), ...marksOf(text) };
    },
    overview: async (span, stepMs) => {
      const text = named();
      asked.push(`overview of ${text}`);
      return { ...(await source.index(span)), blocks: [], stepMs, ...marksOf(text) };
    },
    block: async (span) => {
      asked.push(`block of ${named()}`);
      return source.block(span);
    },
  };
  const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + OWN })));
  const clock = new VirtualTimeScheduler();
  const past = openPast(recorder, { codec: recordingCodec, history: personal, bookmarks: null, liveStore, clock });
  return { past, asked, signIn };
}

const MONTH = { from: OWN - 60 * DAY_MS, to: OWN - 30 * DAY_MS };
const textsOf = (marked: { readonly marks: readonly { readonly text: string }[] } | null | undefined) =>
  marked?.marks.map(({ text }) => text);

it.each<[string, (past: OpenedPast) => Promise<unknown>, 'index' | 'overview' | 'block']>([
  ['a day', async ({ days }) => textsOf(await days?.day(OWN - DAY_MS)), 'index'],
  ['a longer span', async ({ overviewOf }) => textsOf(await overviewOf?.(MONTH)), 'overview'],
  ['a moment', async ({ was }) => (await was.moments.seek(OWN - HOUR_MS))?.at, 'block'],
])('[PERSON1] %s that was read for one person is requested again for the next one', async (_, read, kind) => {
  const { past, asked, signIn } = personalPast();
  const ofOne = await read(past);
  await read(past);
  const requested = () => asked.filter((one) => one.startsWith(kind));
  expect(new Set(requested())).toEqual(new Set([`${kind} of an`]));
  const before = requested().length;
  signIn('bo');
  const ofNext = await read(past);
  expect(requested().slice(before)).toEqual(
    requested()
      .slice(0, before)
      .map((one) => one.replace('an', 'bo')),
  );
  expect(JSON.stringify(ofNext)).toBe(JSON.stringify(ofOne).replaceAll('an', 'bo'));
});

it.each<[string, (past: OpenedPast) => Promise<unknown>]>([
  ['a day', ({ days }) => days?.day(OWN - DAY_MS) ?? Promise.resolve(null)],
  ['a longer span', ({ overviewOf }) => overviewOf?.(MONTH) ?? Promise.resolve(null)],
  ['the marks of a device', ({ marksOf }) => marksOf('LF-01', MONTH)],
])('[PERSON1] %s that is answered after the next person signed in is ignored', async (_, read) => {
  const { past, signIn } = personalPast();
  const late = read(past);
  signIn('bo');
  await expect(late).rejects.toThrow('another person');
});
