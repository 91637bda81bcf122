import type { SchedulerLike } from 'rxjs';
import { MINUTE_MS } from '#domain/text/timeUnits';

/** Tolerance for a correction, as a fraction of the time by which the clock was set back: the clock may have been this much fast before. */
const FAST_PART = 1 / 30;
/**
 * Time between two reads, in ms, above which the clock was set ahead or the machine slept: a visible page reads the clock each second, a hidden one each
 * minute.
 */
const JUMP_MS = 3 * MINUTE_MS;

/**
 * Creates a clock whose time continues when the underlying clock is set back, and is ahead of that clock by the difference from then on. Otherwise the log,
 * with every age, timeout and playback, would stand still until the underlying clock has caught up. If the underlying clock is then set ahead by at least the
 * same amount, this clock is no longer ahead: a clock that was set back and then corrected is right again, even if it was slightly fast before. A smaller jump
 * may be a sleep, by which this clock advances. Timers are those of the underlying clock. Source: CLOCK10, CLOCK13.
 */
export function steadyClock(clock: SchedulerLike): SchedulerLike {
  let lastAt = clock.now();
  let lastRealAt = lastAt;
  let aheadMs = 0;
  return {
    now: () => {
      const realAt = clock.now();
      const jumpMs = realAt - lastRealAt;
      if (jumpMs > JUMP_MS && jumpMs >= aheadMs - Math.min(JUMP_MS, aheadMs * FAST_PART)) aheadMs = Math.max(0, aheadMs - jumpMs);
      aheadMs = Math.max(aheadMs, lastAt - realAt);
      [lastAt, lastRealAt] = [realAt + aheadMs, realAt];
      return lastAt;
    },
    schedule: clock.schedule.bind(clock),
  };
}
