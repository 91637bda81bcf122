import { asyncScheduler, type SchedulerLike } from 'rxjs';

/** The console's clock (scheduler): real time, real timers. Ports have it as `steadyClock`; the session, whose tokens end by the real time, as it is. */
export const liveClock: SchedulerLike = asyncScheduler;
