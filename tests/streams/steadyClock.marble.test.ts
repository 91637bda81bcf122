import { getTotalMetrics } from '#contract/fleet/metrics';
import { fleetLog } from '#streams/log/fleetLog';
import { steadyClock } from '#streams/steadyClock';
import { filter, map, mergeMap, NEVER, of } from 'rxjs';
import { describe, expect, it } from 'vitest';
import { fakePorts, json } from '../support/fakePorts.ts';
import { opens, request } from '../support/fleetLogOf.ts';
import { marbles } from '../support/marbles.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const body = { total_mileage: 1, total_laneswitches: 1, time: '2026-03-04T13:05:00Z' };

describe('the time of the console', () => {
  it.each<[string, readonly number[], readonly number[]]>([
    ['a clock that only goes on', [10, 10, 25], [10, 10, 25]],
    ['one that is set back by an hour', [HOUR_MS, HOUR_MS + 5, 6, 9, 20], [HOUR_MS, HOUR_MS + 5, HOUR_MS + 5, HOUR_MS + 8, HOUR_MS + 19]],
    ['one that is set back twice', [100, 50, 60, 40, 45], [100, 100, 110, 110, 115]],
    ['one that is set ahead, and back', [10, 1_010, 20, 30], [10, 1_010, 1_010, 1_020]],
    ['one that is set back, and ahead', [1_000, 10, 20, 1_030], [1_000, 1_000, 1_010, 2_020]],
    [
      'one that is read each minute, behind a set back',
      [HOUR_MS, 0, 60_000, 120_000],
      [HOUR_MS, HOUR_MS, HOUR_MS + 60_000, HOUR_MS + 120_000],
    ],
  ])('[CLOCK10] goes on for %s', (_, real, expected) => {
    // Read once more when it is created.
    const reads = [...real.slice(0, 1), ...real];
    const clock = steadyClock({ now: () => reads.shift() ?? NaN, schedule: () => NEVER.subscribe() });
    expect(real.map(() => clock.now())).toEqual([...expected]);
  });

  const YEARS_MS = 56 * 365 * 24 * HOUR_MS;
  it.each<[string, readonly number[], readonly number[]]>([
    [
      'falls to 1970 and is corrected',
      [YEARS_MS, 5, 10, YEARS_MS + 30, YEARS_MS + 40],
      [YEARS_MS, YEARS_MS, YEARS_MS + 5, YEARS_MS + 30, YEARS_MS + 40],
    ],
    [
      'is 2 s fast, falls to 1970 and is corrected to the right time',
      [YEARS_MS + 2_000, 5, 10, YEARS_MS + 110, YEARS_MS + 120],
      [YEARS_MS + 2_000, YEARS_MS + 2_000, YEARS_MS + 2_005, YEARS_MS + 2_005, YEARS_MS + 2_015],
    ],
    [
      'is a minute fast, set back by an hour and that, and corrected',
      [2 * HOUR_MS + MINUTE_MS, HOUR_MS, 2 * HOUR_MS + 10],
      [2 * HOUR_MS + MINUTE_MS, 2 * HOUR_MS + MINUTE_MS, 2 * HOUR_MS + MINUTE_MS],
    ],
    ['is set back, and ahead by as much', [HOUR_MS, 0, HOUR_MS, HOUR_MS + 9], [HOUR_MS, HOUR_MS, HOUR_MS, HOUR_MS + 9]],
    ['is set back, and sleeps for longer', [HOUR_MS, 0, 9 * HOUR_MS, 9 * HOUR_MS + 7], [HOUR_MS, HOUR_MS, 9 * HOUR_MS, 9 * HOUR_MS + 7]],
  ])('[CLOCK13] is right again where the clock %s', (_, real, expected) => {
    const reads = [...real.slice(0, 1), ...real];
    const clock = steadyClock({ now: () => reads.shift() ?? NaN, schedule: () => NEVER.subscribe() });
    expect(real.map(() => clock.now())).toEqual([...expected]);
  });

  it('[CLOCK13] [CLOCK10] does not stand still where the clock is set back and the computer sleeps for less than that', () => {
    const timesOf = (real: readonly number[]) => {
      const reads = [...real.slice(0, 1), ...real];
      const clock = steadyClock({ now: () => reads.shift() ?? NaN, schedule: () => NEVER.subscribe() });
      return real.map(() => clock.now());
    };
    expect(timesOf([2 * HOUR_MS, 0, HOUR_MS, HOUR_MS + 9])).toEqual([2 * HOUR_MS, 2 * HOUR_MS, 3 * HOUR_MS, 3 * HOUR_MS + 9]);
    expect(timesOf([10, 5, 9].map((minutes) => minutes * MINUTE_MS))).toEqual([10, 10, 14].map((minutes) => minutes * MINUTE_MS));
  });

  // What passed since the clock was last read, here a second, is lost.
  it.each<[string, (ms: number) => number, readonly number[], string]>([
    ['right, then an hour behind', (ms) => (ms < 2_500 ? HOUR_MS : 0), [0, 0, -1_000, -1_000], 'z'],
    ['an hour ahead, then right', (ms) => (ms < 2_500 ? HOUR_MS : 0), [0, 0, -1_000, -1_000], 'o'],
    [
      'right, an hour ahead, then right',
      (ms) => (ms > 1_500 && ms < 2_500 ? HOUR_MS : 0),
      [0, HOUR_MS, HOUR_MS - 1_000, HOUR_MS - 1_000],
      'z 1999ms o',
    ],
  ])('[CLOCK10] [LOG1] the log goes on, and keeps the offset of the server, where the clock is %s', (name, setTo, aheadMs, offset) => {
    marbles(({ hot, expectObservable, clock }) => {
      const real = { now: () => setTo(clock.frame) + clock.frame, schedule: clock.schedule.bind(clock) };
      const serverAt = () => clock.frame + (name.startsWith('right, then') ? HOUR_MS : 0);
      const ports = fakePorts(steadyClock(real), { answer: () => of(json(body, { serverAt: serverAt() })) });
      const config = { websocket_address: '', session$: NEVER, onSecret: () => undefined };
      const log$ = fleetLog(ports, hot('o', { o: opens(request(getTotalMetrics), 1_000) }), config).pipe(mergeMap((events) => events));
      const ticks$ = log$.pipe(
        filter(({ kind }) => kind === 'clock.ticked'),
        map(({ at }) => at - setTo(0) - clock.frame),
      );
      const offsets$ = log$.pipe(mergeMap((event) => (event.kind === 'clock.offsetMeasured' ? [event.offsetMs] : [])));
      const [a, b, c, d] = aheadMs;
      expectObservable(ticks$, '4500ms !').toBe('1s a 999ms b 999ms c 999ms d', { a, b, c, d });
      expectObservable(offsets$, '4500ms !').toBe(offset, { z: 0, o: -HOUR_MS });
    })();
  });
});
