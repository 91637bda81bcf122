import { expect, it } from 'vitest';
import {
  chartRows,
  type Charted,
  isOnlineAt,
  lastReported,
  onlineShare,
  onlineTimes,
  readoutAt,
  silentTimes,
  speedScale,
} from '#domain/history/chartReadout';
import { axisTimes, type ChartRange, chartSpan, stepAt } from '#domain/history/chartSpan';
import { isoText } from '#domain/text/dates';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/text/timeUnits';

const AT = Date.parse('2026-03-04T12:00:00Z');
const DAY: ChartRange = { name: '24 h', lengthMs: DAY_MS, everyMs: 5 * MINUTE_MS };

it('[CHART3] a span ends now, moves in steps, and stays where it is while it holds the shown moment', () => {
  const span = (now: number, shown: number | null, lastEnd: number) => {
    const { from, to } = chartSpan(DAY, { now, shown, lastEnd });
    expect(to - from).toBe(DAY_MS);
    return (to - AT) / MINUTE_MS;
  };
  expect(span(AT, null, 0)).toBe(0);
  expect(span(AT + 1, null, AT)).toBe(5);
  // A moment inside of the span leaves it.
  expect(span(AT + 20 * MINUTE_MS, AT - HOUR_MS, AT)).toBe(0);
  // One before it is the middle of another, one near now is not: nothing is later than now.
  expect(span(AT, AT - 3 * DAY_MS, AT)).toBe((-3 * DAY_MS + DAY_MS / 2) / MINUTE_MS);
  expect(span(AT + 9 * DAY_MS, AT + 9 * DAY_MS - HOUR_MS, AT)).toBe((9 * DAY_MS) / MINUTE_MS);
});

it.each([
  ['2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z', 6, ['11:00', '11:10', '11:20', '11:30', '11:40', '11:50', '12:00']],
  // The clock goes from 02:00 to 03:00 on the 29th.
  ['2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', 4, ['18:00', '00:00', '07:00', '13:00']],
  ['2026-03-27T12:00:00Z', '2026-04-01T12:00:00Z', 6, ['00:00', '00:00', '00:00', '00:00', '00:00']],
] as const)('[CHART3] the times from %s to %s are those of the clock of the page', (from, to, most, texts) => {
  const times = axisTimes({ from: Date.parse(from), to: Date.parse(to) }, most);
  expect(times.map((at) => isoText(at, undefined).slice(11, 16))).toEqual(texts);
});

it.each([
  ['the year 1', Date.parse('0001-01-01T00:00:00Z'), AT],
  ['the year 9999', AT, Date.parse('9999-12-31T23:59:59Z')],
  ['a step of more days than there are', AT, Number.MAX_VALUE],
  ['no instant', Number.NaN, AT],
])('[CHART15] an axis from or to %s has no times', (_, from, to) => {
  expect(axisTimes({ from, to }, 6)).toEqual([]);
});

const of = (...values: readonly (number | null)[]) => ({
  least: values,
  most: values.map((value) => (value === null ? null : value + 1)),
  mean: values,
});
const charted: Charted = {
  to: AT + 4 * HOUR_MS,
  steps: [0, 1, 2, 3].map((hour) => AT + hour * HOUR_MS),
  stepMs: HOUR_MS,
  battery: of(70, 60, null, null),
  speed: of(0, 0.5, null, null),
  runs: [
    { from: AT, to: AT + 90 * MINUTE_MS, group: 'treating' },
    { from: AT + 90 * MINUTE_MS, to: AT + 110 * MINUTE_MS, group: 'error' },
  ],
  errors: [{ at: AT + 90 * MINUTE_MS, to: null, code: '0x11' }],
};

it('[CHART4] an instant is read as its step: values, what lasted longest, and the errors of that time', () => {
  expect(readoutAt(charted, AT + 61 * MINUTE_MS)).toEqual({
    from: AT + HOUR_MS,
    to: AT + 2 * HOUR_MS,
    battery: [60, 61],
    speed: [0.5, 1.5],
    group: 'treating',
    codes: ['0x11'],
    isReported: true,
  });
  expect(readoutAt(charted, AT + 3 * HOUR_MS)).toMatchObject({ battery: null, group: null, codes: ['0x11'], isReported: false });
  expect([stepAt(charted, AT - 1), stepAt(charted, AT), stepAt(charted, AT + 4 * HOUR_MS)]).toEqual([-1, 0, -1]);
  expect(readoutAt(charted, AT - 1)).toBeNull();
  expect(lastReported(charted)).toBe(AT + HOUR_MS);
});

it('[CHART4] the table joins steps, without those in which nothing was reported; the step of now is not silent yet', () => {
  expect(chartRows({ ...charted, errors: null }, 2).map(({ battery, group }) => [battery, group])).toEqual([[[60, 71], 'treating']]);
  const hours = (now: number) => silentTimes(charted, now).map(({ from, to }) => [(from - AT) / HOUR_MS, (to - AT) / HOUR_MS]);
  expect(hours(AT + 4 * HOUR_MS)).toEqual([[2, 4]]);
  expect(hours(AT + 3.5 * HOUR_MS)).toEqual([[2, 3]]);
});

it.each([
  ['nothing', null, [0, 1]],
  ['a robot that stands', of(0, 0), [0, 1]],
  ['a fast one', { least: [0.2, null], most: [1.2, null] }, [0, 1.5]],
  ['one that drives back', { least: [-0.55, null], most: [0.55, 0.4] }, [-1, 1]],
] as const)('[CHART4] the edges of the speed of %s hold every value of it', (_, speed, [least, most]) => {
  expect(speedScale(speed)).toEqual({ least, most });
});

it('[CHART12] a device was online while it did something or reported a number, up to now', () => {
  const hour = (from: number, to: number) => ({ from: AT + from * HOUR_MS, to: AT + to * HOUR_MS });
  const steps = [0, 1, 2, 3, 4, 5].map((step) => AT + step * HOUR_MS);
  const none = of(null, null, null, null, null, null);
  const base = { to: AT + 6 * HOUR_MS, steps, stepMs: HOUR_MS, speed: none, errors: [], battery: of(50, null, null, 49, 48, 47) };
  const runs = [
    { ...hour(1.5, 2), group: 'idle' as const },
    { ...hour(2, 3), group: 'error' as const },
  ];
  const online = onlineTimes({ ...base, runs }, AT + 5.5 * HOUR_MS);
  expect(online).toEqual([hour(0, 1), hour(1.5, 5.5)]);
  expect([0.5, 1, 1.4, 1.5, 5.4, 5.5].map((at) => isOnlineAt(online, AT + at * HOUR_MS))).toEqual([true, false, false, true, true, false]);
  expect(onlineTimes({ ...base, runs: null }, AT + 9 * HOUR_MS)).toEqual([hour(0, 1), hour(3, 6)]);
  expect(onlineTimes({ ...base, battery: none, runs: [] }, AT)).toEqual([]);
  expect([hour(0, 2), hour(5, 6), hour(6, 7)].map((span) => onlineShare(online, span, AT + 5.5 * HOUR_MS))).toEqual([0.75, 1, null]);
});
