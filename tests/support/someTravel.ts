import { asyncScheduler, NEVER } from 'rxjs';
import type { TimeTravel } from '#hooks/TimeTravelContext';
import { someTimelinePorts } from './someTimelinePorts.ts';

/** The time travel of a console that is live and records nothing, with what a test changes of it. */
export const someTravel = (changes: Partial<TimeTravel> & Pick<TimeTravel, 'liveStore'>): TimeTravel => ({
  isPast: false,
  isPlaying: true,
  hasBanner: false,
  send: () => undefined,
  shownAt: () => 0,
  recorded: async () => ({ blocks: async () => [], block: async () => null }),
  stateAt: async () => null,
  status$: NEVER,
  timeline$: NEVER,
  clock: asyncScheduler,
  ports: someTimelinePorts,
  ...changes,
});
