import { asyncScheduler, type SchedulerLike } from 'rxjs';

/**
 * The console's clock (scheduler): real time, real timers. Ports receive it as `steadyClock`; the session receives it unchanged, because tokens expire by the
 * real time.
 */
export const liveClock: SchedulerLike = asyncScheduler;
