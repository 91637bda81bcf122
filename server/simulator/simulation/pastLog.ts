import { between, pick } from '#domain/random/random';
import { byText } from '#domain/text/byText';
import { randomFromText } from '#domain/random/randomFromText';
import { HOUR_MS } from '#domain/text/timeUnits';
import { eventAt, type EventContent } from './robotLog.ts';
import * as event from './logChanges.ts';
import { withUploadTimes, pastPlace, currentPlace, withIncident } from './incident.ts';
import { logFile } from './logFile.ts';
import type { LogEntry, Robot } from './robot.ts';

const WINDOW_MS = 48 * HOUR_MS;
/** Number of occurrences and log files per robot in the last 48 hours; an occurrence may have several events. */
const EVENTS = 24;
const FILES = 12;

interface Asked {
  readonly robot: Robot;
  /** The simulation start, ms since epoch on the simulation clock. */
  readonly at: number;
  readonly codes: readonly string[];
  /** The number of robots; a larger fleet has fewer entries per robot. */
  readonly robots: number;
}

/**
 * Returns a robot's log of the last 48 hours before the start (events, files, incidents, the treatments that ended), oldest first. Starts within the same
 * hours create the same entries.
 */
export function pastLog(asked: Asked): readonly LogEntry[] {
  const { robot, robots, at } = asked;
  if (share(EVENTS, robots) === 0) return [];
  const own = robot.ended.flatMap((ended) => {
    const offset = robot.build.clockOffsetMs;
    const { mission, finishAt } = ended;
    const began = event.treatmentStarted(mission.treatmentId, mission.missionId);
    return [
      eventAt(robot, (mission.startAt ?? mission.creationAt) - offset, began),
      eventAt(robot, finishAt - offset, event.treatmentEnded(ended)),
    ];
  });
  const { mission } = robot;
  const running =
    mission === null || mission.startAt === null
      ? []
      : [eventAt(robot, mission.startAt - robot.build.clockOffsetMs, event.treatmentStarted(mission.treatmentId, mission.missionId))];
  const events = slots(asked, 'event', share(EVENTS, robots)).flatMap((slot) => chapter(asked, slot));
  const files = slots(asked, 'file', share(FILES, robots)).map(({ at: closedAt }) => logFile(robot, closedAt));
  const error =
    robot.errorCode === null ? [] : [eventAt(robot, at, event.errorRaised(robot.build.serial, at, robot.errorCode, asked.codes))];
  // An error at the simulation start is located at the robot's current position.
  const now = error.flatMap((entry) => withIncident(robot, entry, currentPlace(robot)));
  const before = events
    .flatMap((entry) => withIncident(robot, entry, pastPlace(robot, Date.parse(entry.time), randomFromText(`place ${entry.time}`))))
    .map((entry) => withUploadTimes(robot, entry));
  return [...own, ...running, ...before, ...files, ...now].toSorted((one, other) => byText(one.time, other.time));
}

/**
 * In a fleet of up to this many robots, each has a full log; in a larger fleet logs are shorter, and thousands of robots have none, because all robots send at
 * the start.
 */
const FULL_LOG_ROBOTS = 100;
const share = (count: number, robots: number) => Math.floor((count * FULL_LOG_ROBOTS) / Math.max(FULL_LOG_ROBOTS, robots));

interface Slot {
  readonly at: number;
  readonly name: string;
}

/** Returns up to `count` instants of the last 48 hours: one per slot on a fixed grid, so that a later start generates the same ones. */
function slots({ robot, at }: Asked, kind: string, count: number): readonly Slot[] {
  const lengthMs = WINDOW_MS / count;
  const newest = Math.floor(at / lengthMs);
  return Array.from({ length: count + 1 }, (_, back) => {
    const name = `${robot.build.serial} ${kind} ${newest - back}`;
    return { name, at: Math.floor((newest - back + randomFromText(name)() * 0.8) * lengthMs) };
  }).filter((slot) => slot.at > at - WINDOW_MS && slot.at < at - 10 * 60_000);
}

type Chapter = (robot: Robot, random: () => number, codes: readonly string[]) => readonly EventContent[];

/** Sequences of events, minutes apart, of which one is chosen at random. */
const chapters: readonly Chapter[] = [
  (_, random) => [event.lowBattery(19), event.charging(Math.floor(between(14, 19, random)))],
  (robot) => [event.softwareStarted(robot)],
  () => [{ level: 'warning', message: 'Recovery started' }],
  (_, random) => [event.charging(Math.floor(between(30, 90, random)))],
];

function chapter({ robot, codes }: Asked, { name, at }: Slot): readonly LogEntry[] {
  const random = randomFromText(`what ${name}`);
  const chance = random();
  const minutes = between(1, 8, random);
  const happened =
    chance < 0.4
      ? failure(robot, at, codes, random)
      : chance < 0.43
        ? [event.processDied]
        : chance < 0.47
          ? [event.triggeredByHand(robot.build.serial, at)]
          : pick(chapters, random)(robot, random, codes);
  return happened.map((one, index) => eventAt(robot, Math.floor(at + index * minutes * 60_000), one));
}

function failure(robot: Robot, at: number, codes: readonly string[], random: () => number): readonly EventContent[] {
  const code = pick(codes, random);
  return [event.errorRaised(robot.build.serial, at, code, codes), event.errorCleared(code)];
}
