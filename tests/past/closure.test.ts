import { describe, expect, it } from 'vitest';
import { recordingCodec } from '#edge/bytes/recordingCodec';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistoryIndex, HistorySource } from '#past/history/historySource';
import { joinedBlocks } from '#past/history/joinedBlocks';
import { createDaySearch } from '#past/history/nearestDay';
import { createOverviews } from '#past/history/overviews';
import { createMoments, ownBlocks, type Moments } from '#past/moments/moments';
import type { RecordedBlocks } from '#past/recorder/recordedBlocks';
import { frameBlock } from '#streams/recording/blockFrame';
import { writeBlock } from '#streams/recording/eventBlock';
import { eventsOf, reported, ticked } from '../state/eventsOf.ts';
import { aLog, profile, recordedLog } from './recordedLog.ts';

const BLOCK_MS = 5 * MINUTE_MS;
/** The begin of the own recording. */
const OWN = Date.parse('2027-01-10T12:00:00Z');
const clock = { now: () => OWN + HOUR_MS };

/** The blocks of an hour, with a report at the begin of each. */
const hourOf = (at: string) =>
  Array.from({ length: HOUR_MS / BLOCK_MS }, (_, index) => Date.parse(at) + index * BLOCK_MS).map((from) => ({
    from,
    to: from + BLOCK_MS,
  }));
/** Robots that were off for nine days, then for a week, and have been off since. */
const HELD = [...hourOf('2026-12-15T08:00:00Z'), ...hourOf('2026-12-24T16:00:00Z'), ...hourOf('2027-01-02T06:00:00Z')];
const [FIRST_END, SECOND, SECOND_END, THIRD, THIRD_END] = [
  '2026-12-15T08:55:00Z',
  '2026-12-24T16:00:00Z',
  '2026-12-24T16:55:00Z',
  '2027-01-02T06:00:00Z',
  '2027-01-02T06:55:00Z',
];

/** A server that holds these hours; counts the indexes that it is asked for. */
function aSource(hasOverview: boolean, held: readonly TimeSpan[] = HELD) {
  const asked = { index: 0 };
  const indexOf = (span: TimeSpan, stepMs: number): HistoryIndex => {
    const blocks = held.filter(({ from, to }) => from < span.to && to > span.from);
    const density = new Map(blocks.map(({ from }) => [Math.floor(from / stepMs) * stepMs, 1]));
    return { heldFrom: held[0]?.from ?? null, blocks, density, stepMs, marks: [] };
  };
  const source: HistorySource = {
    index: async (span) => {
      asked.index += 1;
      return indexOf(span, BLOCK_MS);
    },
    ...(hasOverview ? { overview: async (span, stepMs) => ({ ...indexOf(span, stepMs), blocks: [] }) } : {}),
    block: async ({ from, to }) => {
      const events = eventsOf(
        [from / 1_000, { kind: 'session.opened', profile }, 'history'],
        [from / 1_000, reported('LF-01', from / 1_000)],
        [from / 1_000, ticked],
      );
      return frameBlock(writeBlock(null, events, recordingCodec), { firstSeq: 0, count: 3, firstAt: from, lastAt: to - 1 }, recordingCodec);
    },
  };
  return { source, asked };
}

/** The recordings of visits of half a minute each. */
function visitsAt(begins: readonly number[]): RecordedBlocks {
  const visits = begins.map((begin, index) => {
    const { recorder } = recordedLog(aLog(30).map((event) => ({ ...event, at: event.at + begin })));
    return { log: `visit ${index}`, own: ownBlocks(recorder, recordingCodec) };
  });
  return {
    blocks: async () =>
      (await Promise.all(visits.map(async ({ log, own }) => (await own.blocks()).map((entry) => ({ ...entry, log }))))).flat(),
    block: async (reference) => {
      const own = visits.find(({ log }) => log === reference.log)?.own;
      const entry = (await own?.blocks())?.find(({ firstSeq }) => firstSeq === reference.firstSeq);
      return entry === undefined ? null : (own?.block(entry) ?? null);
    },
  };
}

function momentsOf(source: HistorySource, begins: readonly number[] = [OWN]): Moments {
  const days = createHistoryDays(source, clock);
  const { overview } = source;
  const overviewOf = overview === undefined ? null : createOverviews({ overview }, days, clock);
  return createMoments(joinedBlocks(visitsAt(begins), { source, days, overviewOf, codec: recordingCodec, clock }).was);
}

const text = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString().replace('.000', ''));
/** The instants of steps from the moment of an instant. */
async function stepsFrom(moments: Moments, at: number, by: 1 | -1, count: number): Promise<readonly (string | null)[]> {
  let moment = await moments.seek(at);
  const found: (string | null)[] = [];
  for (let step = 0; step < count && moment !== null; step += 1) {
    moment = await moments.step(moment, by);
    found.push(text(moment.at));
  }
  return found;
}

describe.each([
  ['with overviews', true],
  ['without overviews', false],
])('where the robots were off for days, of a server %s', (_, hasOverview) => {
  it.each([
    ['in the first closure', '2026-12-20T12:00:00Z', FIRST_END],
    ['in the second one', '2026-12-28T12:00:00Z', SECOND_END],
    ['since the last report', '2027-01-07T12:00:00Z', THIRD_END],
  ])('[NIGHT27] the nearest moment %s is the last one before', async (__, at, expected) => {
    const moment = await momentsOf(aSource(hasOverview).source).seek(Date.parse(at));
    expect(Math.floor((moment?.at ?? 0) / BLOCK_MS) * BLOCK_MS).toBe(Date.parse(expected));
    expect(moment?.block.log).toBe('history');
  });

  it('[NIGHT27] steps back lead from the own recording over each closure, and forward again', async () => {
    const moments = momentsOf(aSource(hasOverview).source);
    expect(await stepsFrom(moments, OWN, -1, 2)).toEqual([THIRD_END, '2027-01-02T06:50:00Z']);
    expect(await stepsFrom(moments, Date.parse(THIRD), -1, 1)).toEqual([SECOND_END]);
    expect(await stepsFrom(moments, Date.parse(SECOND), -1, 1)).toEqual([FIRST_END]);
    expect(await stepsFrom(moments, Date.parse(FIRST_END), 1, 1)).toEqual([SECOND]);
    expect(await stepsFrom(moments, Date.parse('2026-12-24T16:50:00Z'), 1, 2)).toEqual([SECOND_END, THIRD]);
    expect(await stepsFrom(moments, Date.parse(THIRD_END), 1, 1)).toEqual([text(OWN)]);
  });

  it('[NIGHT27] between two visits of the console, too', async () => {
    const visit = Date.parse('2026-12-20T12:00:00Z');
    const moments = momentsOf(aSource(hasOverview).source, [visit, OWN]);
    expect((await moments.seek(Date.parse('2026-12-29T12:00:00Z')))?.block.firstAt).toBe(Date.parse(SECOND_END));
    expect(await stepsFrom(moments, OWN, -1, 1)).toEqual([THIRD_END]);
    expect(await stepsFrom(moments, Date.parse(SECOND), -1, 1)).toEqual([text(visit + 30_000)]);
    expect(await stepsFrom(moments, visit + 30_000, 1, 1)).toEqual([SECOND]);
  });

  it('[NIGHT27] what is older than a year is found, and an answer that does not come is no moment that is not held', async () => {
    const { source } = aSource(hasOverview, [...hourOf('2025-11-02T08:00:00Z'), ...HELD.slice(-12)]);
    expect((await momentsOf(source).seek(Date.parse('2026-03-01T12:00:00Z')))?.block.firstAt).toBe(Date.parse('2025-11-02T08:55:00Z'));
    const away = (span: TimeSpan) => (span.to - span.from > DAY_MS + HOUR_MS ? Promise.reject(new Error('away')) : source.index(span));
    const moment = await momentsOf({ ...source, index: away, ...(hasOverview ? { overview: away } : {}) }).seek(OWN - 5 * DAY_MS);
    expect(moment?.lacksHistory).toBe(true);
  });
});

it('[NIGHT27] a search asks a server without overviews for few indexes, and none where the days around hold blocks', async () => {
  const { source, asked } = aSource(false, [...hourOf('2026-02-01T08:00:00Z'), ...hourOf('2027-01-02T06:00:00Z')]);
  await momentsOf(source).seek(Date.parse('2026-12-28T12:00:00Z'));
  expect(asked.index).toBeLessThan(30);
  const near = aSource(false);
  await momentsOf(near.source, [Date.parse('2026-12-24T20:00:00Z')]).seek(Date.parse('2026-12-24T16:30:00Z'));
  expect(near.asked.index).toBe(2);
});

/** A server that fails to answer overviews, and indexes of more than a day, while it is away; counts these, and the indexes of days. */
function searchedSource(hasOverview: boolean) {
  const { source, asked } = aSource(hasOverview);
  const server = { isAway: true, searches: 0, asked };
  const searched =
    (search: (span: TimeSpan, stepMs: number) => Promise<HistoryIndex>) =>
    async (span: TimeSpan, stepMs = BLOCK_MS): Promise<HistoryIndex> => {
      server.searches += 1;
      return server.isAway ? Promise.reject(new Error('away')) : search(span, stepMs);
    };
  const inSearch = searched((span) => source.index(span));
  const index: HistorySource['index'] = (span) => (span.to - span.from > DAY_MS + HOUR_MS ? inSearch(span) : source.index(span));
  const { overview } = source;
  return { source: { ...source, index, ...(overview === undefined ? {} : { overview: searched(overview) }) }, server };
}

describe.each([
  ['with overviews', true],
  ['without overviews', false],
])('while the search for the nearest held day fails, of a server %s', (_, hasOverview) => {
  it('[NIGHT28] the first moments after a pause are shown, stepped through, and only a step over the pause fails', async () => {
    const { source, server } = searchedSource(hasOverview);
    const moments = momentsOf(source);
    const first = await moments.seek(Date.parse(THIRD));
    if (first === null) throw new Error('nothing is held');
    expect([text(first.at), first.lacksHistory]).toEqual([THIRD, undefined]);
    const second = await moments.step(first, 1);
    expect([text(second.at), text((await moments.step(second, -1)).at)]).toEqual(['2027-01-02T06:05:00Z', THIRD]);
    expect(server).toMatchObject({ searches: 0, asked: { index: 3 } });
    await expect(moments.step(first, -1)).rejects.toThrow('cannot be read now');
    expect(text((await moments.seek(Date.parse(THIRD)))?.at)).toBe(THIRD);
    server.isAway = false;
    expect(text((await moments.step(first, -1)).at)).toBe(SECOND_END);
  });
});

it('[NIGHT28] a search is remembered for ten minutes, one that failed is repeated', async () => {
  const { source, server } = searchedSource(true);
  let now = OWN + HOUR_MS;
  const own = { now: () => now };
  const days = createHistoryDays(source, own);
  const { overview } = source;
  const overviewOf = overview === undefined ? null : createOverviews({ overview }, days, own);
  const search = createDaySearch({ source, days, overviewOf, clock: own });
  const range = { from: Date.parse(FIRST_END), to: Date.parse(THIRD) };
  await expect(search(range, -1)).rejects.toThrow('away');
  server.isAway = false;
  const searchesAfter = async (ms: number) => {
    now += ms;
    expect(text((await search({ ...range }, -1)).at(-1)?.from)).toBe(SECOND_END);
    return server.searches;
  };
  expect([await searchesAfter(0), await searchesAfter(10 * MINUTE_MS - 1), await searchesAfter(1)]).toEqual([2, 2, 3]);
});

it('[NIGHT28] a step back from the begin of the own recording goes to the day before it, whatever was shown before', async () => {
  const { source } = aSource(true, [...HELD.slice(-12), ...hourOf('2027-01-10T08:00:00Z')]);
  const moments = momentsOf(source);
  expect(text((await moments.seek(Date.parse(THIRD)))?.at)).toBe(THIRD);
  expect(await stepsFrom(moments, OWN, -1, 1)).toEqual(['2027-01-10T08:55:00Z']);
});
