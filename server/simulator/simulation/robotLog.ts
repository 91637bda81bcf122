/** The log of a robot: events that are appended with their times. */

import type { LogMessage } from '#contract/messages/deviceMessage';
import { withFields, type LogEntry, type Robot } from './robot.ts';

type EventEntry = Extract<LogMessage, { kind: 'event' }>;
/** The content of an event, without kind and time. */
export type EventContent = Omit<EventEntry, 'kind' | 'time'>;

/** Maximum number of unsent entries; the oldest are dropped. */
const KEPT = 120;

/** Appends entries to the robot's log. */
export const appendEvent = (robot: Robot, entries: readonly LogEntry[]): Robot =>
  entries.length === 0 ? robot : withFields(robot, { log: { ...robot.log, entries: [...robot.log.entries, ...entries].slice(-KEPT) } });

/** Builds an event; `at` is on the simulation clock, the event's time on the robot's clock. */
export function eventAt(robot: Robot, at: number, happened: EventContent): LogEntry {
  return { kind: 'event', time: new Date(at + robot.build.clockOffsetMs).toISOString(), ...happened };
}

/** Appends one event to the robot's log. */
export const withEntry = (robot: Robot, at: number, happened: EventContent): Robot => appendEvent(robot, [eventAt(robot, at, happened)]);
