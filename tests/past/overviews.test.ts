import { expect, it } from 'vitest';
import { showDatesIn } from '#domain/text/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS, type TimeSpan } from '#domain/text/timeUnits';
import { reachBefore } from '#domain/history/trackSpan';
import { createHistoryDays } from '#past/history/historyDays';
import type { HistoryIndex } from '#past/history/historySource';
import { createOverviews } from '#past/history/overviews';

const NOW = Date.UTC(2026, 9, 25, 12);
const indexOf = (span: TimeSpan, stepMs: number): HistoryIndex => ({
  heldFrom: NOW - 90 * DAY_MS,
  blocks: [],
  density: new Map([[Math.ceil(span.from / stepMs) * stepMs, 3]]),
  stepMs,
  marks: [{ kind: 'error', at: NOW - 20 * DAY_MS, text: 'In error', serial: 'LF-1' }],
});

function opened({ fails = false } = {}) {
  const asked: (readonly [number, number, number])[] = [];
  let [now, isFailing] = [NOW, fails];
  const answer = async (span: TimeSpan, stepMs: number) => {
    asked.push([span.from, span.to, stepMs]);
    if (isFailing) throw new Error('away');
    return indexOf(span, stepMs);
  };
  const clock = { now: () => now };
  const source = {
    overview: answer,
    index: (span: TimeSpan) => answer(span, 5 * MINUTE_MS),
    block: async () => new Uint8Array(),
  };
  const read = createOverviews(source, createHistoryDays(source, clock), clock);
  return {
    asked,
    read,
    wait: (ms: number) => {
      now += ms;
    },
    heal: () => {
      isFailing = false;
    },
  };
}

it('[PAST28] a year and a month are one request, 16 days at most two of a grid, a day those of its days', async () => {
  const { asked, read } = opened();
  const year = await read({ from: NOW - 366 * DAY_MS + 1, to: NOW });
  await read({ from: NOW - 31 * DAY_MS, to: NOW });
  expect(asked).toEqual([[reachBefore(NOW).from, reachBefore(NOW).from + 367 * DAY_MS, DAY_MS]]);
  expect(year).toMatchObject({ binMs: DAY_MS, heldFrom: NOW - 90 * DAY_MS, hasOlder: false });
  const weeks = await read({ from: NOW - 16 * DAY_MS, to: NOW });
  expect(asked.slice(1).every(([from, to, step]) => step === HOUR_MS && from % (16 * DAY_MS) === 0 && to - from === 16 * DAY_MS)).toBe(
    true,
  );
  expect(asked.length).toBe(3);
  // An error that lasts over both parts is one mark.
  expect(weeks.marks.length).toBe(1);
  expect(weeks.density.size).toBe(2);
  await read({ from: NOW - 20 * HOUR_MS, to: NOW });
  // The day on which the clock is put back has 25 hours.
  expect(asked.slice(3).map(([from, to]) => (to - from) / HOUR_MS)).toEqual([24, 25]);
});

it('[PAST28] what is over is requested once, what is not again after a minute; what failed is requested again at once', async () => {
  const { asked, read, wait, heal } = opened({ fails: true });
  const month = { from: NOW - 31 * DAY_MS, to: NOW };
  await expect(read(month)).rejects.toThrow('away');
  heal();
  await read(month);
  await read(month);
  expect(asked.length).toBe(2);
  wait(MINUTE_MS);
  await read(month);
  expect(asked.length).toBe(3);
  const old = { from: NOW - 100 * DAY_MS, to: NOW - 90 * DAY_MS };
  await read(old);
  const before = asked.length;
  wait(HOUR_MS);
  await read(old);
  expect(asked.length).toBe(before);
});

it('[NIGHT25] a day of which the clock made 23 hours lies between both ends of 24 hours, and is read', async () => {
  showDatesIn('Europe/Brussels');
  const { asked, read } = opened();
  const span = { from: Date.parse('2026-03-28T22:30:00Z'), to: Date.parse('2026-03-29T22:30:00Z') };
  const overview = await read(span);
  expect(asked.map(([from, to]) => (to - from) / HOUR_MS)).toEqual([24, 23, 24]);
  expect([overview.from, overview.to]).toEqual([Date.parse('2026-03-27T23:00:00Z'), Date.parse('2026-03-30T22:00:00Z')]);
});
