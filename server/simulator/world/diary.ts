import type { LogMessage } from '#contract/deviceMessage';
import { having, type Entry, type Robot } from './robot.ts';

type EventEntry = Extract<LogMessage, { kind: 'event' }>;
/** An event without its time. */
export type Happened = Omit<EventEntry, 'kind' | 'time'>;

/** Entries a robot keeps while nobody hears it; older ones are lost. */
const KEPT = 120;

/** The robot with these entries in its diary. */
export const noted = (robot: Robot, entries: readonly Entry[]): Robot =>
  entries.length === 0 ? robot : having(robot, { diary: { ...robot.diary, entries: [...robot.diary.entries, ...entries].slice(-KEPT) } });

/** An event at this true instant, by the robot's own clock. */
export function eventAt(robot: Robot, at: number, happened: Happened): Entry {
  return { kind: 'event', time: new Date(at + robot.build.clockOffsetMs).toISOString(), ...happened };
}

/** The robot with one event more in its diary. */
export const writtenDown = (robot: Robot, at: number, happened: Happened): Robot => noted(robot, [eventAt(robot, at, happened)]);
