import type { SchedulerLike } from 'rxjs';
import { MINUTE_MS } from '#domain/text/timeUnits';

/** Part of a fall by which the clock may have been fast before it: its correction is smaller by as much. */
const FAST_PART = 1 / 30;
/** A clock that went on by more than this between two reads, in ms, was set ahead, or slept: a page reads it each second, while it is hidden each minute. */
const JUMP_MS = 3 * MINUTE_MS;

/**
 * Creates a clock whose time goes on where the one under it is set back. From then on it is ahead of that by as much: the log would otherwise stand still until
 * the clock has caught up: every age, timeout and playback with it. Where the one under it is set ahead again by at least as much, this one is no longer ahead, so that a
 * clock that was set back and then corrected is right again, also one that had been a little fast before. A smaller jump may be a sleep: this one goes on
 * by it. Timers are those of the clock under it. Source: CLOCK10, CLOCK13.
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
