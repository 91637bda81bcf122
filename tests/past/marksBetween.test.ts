import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';
import type { HistoryDay } from '#past/history/historyDays';
import { daysMarks, isOwnSpan, joinedMarks } from '#past/history/marksBetween';
import type { BlockEntry } from '#past/recorder/recorder';
import type { RecordedMark } from '#streams/recording/timeline';

const mark = (at: number, cause = 'error', kind: RecordedMark['kind'] = 'error'): RecordedMark => ({ kind, cause, at, text: cause });
const entry = (log: string, firstAt: number, lastAt: number): BlockEntry => ({ id: 1, log, firstSeq: 0, count: 1, firstAt, lastAt });
/** Two visits: hours 2 to 3, and from hour 5 on. */
const own = [entry('1', 2 * HOUR_MS, 3 * HOUR_MS), entry('2', 5 * HOUR_MS, 6 * HOUR_MS)];

it.each([
  ['within a visit', 2, 3, true],
  ['up to now', 5, 9, true],
  ['behind the end', 7, 8, true],
  ['from before the begin', 1, 3, false],
  ['over the time between two visits', 2.5, 5.5, false],
  ['to between two visits', 2.5, 4, false],
  ['between two visits', 3.5, 4, false],
])('[COMPARE11] whether the own recording shows all of a span: %s', (_, from, to, isOwn) => {
  expect(isOwnSpan(own, { from: from * HOUR_MS, to: to * HOUR_MS })).toBe(isOwn);
});

it.each([
  ['a pause of the page', 10, false],
  ['a tick each minute', 1, true],
])('[COMPARE11] [NIGHT26] whether the own recording shows all of a span with %s', (_, minutes, isOwn) => {
  const after = 3 * HOUR_MS + minutes * MINUTE_MS;
  const blocks = [entry('1', 2 * HOUR_MS, 3 * HOUR_MS), entry('1', after, 6 * HOUR_MS)];
  expect(isOwnSpan(blocks, { from: 2 * HOUR_MS, to: 6 * HOUR_MS })).toBe(isOwn);
});

it('[COMPARE11] each mark is of the recording that shows its instant; incidents and treatments of the history are no errors and commands', () => {
  const ownMarks = [mark(2.5 * HOUR_MS), mark(5.5 * HOUR_MS)];
  const ofHistory = [
    mark(HOUR_MS),
    mark(1.5 * HOUR_MS, 'incident'),
    mark(2.5 * HOUR_MS + 1),
    mark(4 * HOUR_MS, 'command', 'command'),
    mark(4 * HOUR_MS, 'treatment', 'command'),
    mark(5.5 * HOUR_MS + 1),
  ];
  expect(joinedMarks(own, ownMarks, ofHistory).map(({ at, cause }) => [at / HOUR_MS, cause])).toEqual([
    [2.5, 'error'],
    [5.5, 'error'],
    [1, 'error'],
    [4, 'command'],
  ]);
});

const dayOf = (at: number, more: Partial<HistoryDay> = {}): HistoryDay => {
  const from = Math.floor(at / DAY_MS) * DAY_MS;
  return { from, to: from + DAY_MS, density: new Map(), heldFrom: 0, marks: [mark(DAY_MS - HOUR_MS), mark(from + 1)], ...more };
};

it('[COMPARE11] the marks of all days of a span are read, what lasts over midnight once', async () => {
  const asked: number[] = [];
  const held = await daysMarks(
    async (at) => {
      asked.push(at / DAY_MS);
      return dayOf(at);
    },
    { from: 0.5 * DAY_MS, to: 2 * DAY_MS },
  );
  expect(asked).toEqual([0.5, 1, 2]);
  expect([held.from, held.to]).toEqual([0, 3 * DAY_MS]);
  expect(held.marks?.map(({ at }) => at)).toEqual([DAY_MS - HOUR_MS, 1, DAY_MS + 1, 2 * DAY_MS + 1]);
});

it('[COMPARE11] marks of a span that is too long, or of a day that has too many, are not known; without a history there are none', async () => {
  const read = (days: number, day: (at: number) => HistoryDay | null) => daysMarks(async (at) => day(at), { from: 0, to: days * DAY_MS });
  expect((await read(9, dayOf)).marks).toBeNull();
  expect((await read(2, (at) => dayOf(at, { hasOlder: true }))).marks).toBeNull();
  expect((await read(2, () => null)).marks).toEqual([]);
  await expect(daysMarks(() => Promise.reject(new Error('away')), { from: 0, to: 1 })).rejects.toThrow('away');
});
