import { asyncScheduler, type SchedulerLike } from 'rxjs';

/** The console's clock (scheduler): real time, real timers. */
export const liveClock: SchedulerLike = asyncScheduler;
