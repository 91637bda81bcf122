import { asyncScheduler, type SchedulerLike } from 'rxjs';

/** The one clock of the console: real time, real timers. */
export const liveClock: SchedulerLike = asyncScheduler;
