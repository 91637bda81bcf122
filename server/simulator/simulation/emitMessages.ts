import { withAllUnreported, sentFiles } from '../configuration/robotConfiguration.ts';
import { activeReport, identityReport, meterReport, slowReports, treatmentReport } from './dataReport.ts';
import type { RobotMessage } from './robotMessage.ts';
import { withFields, type Robot } from './robot.ts';
import { stateReport } from './stateReport.ts';

/** Report intervals in ms: state while moving and while standing, lifetime counters, and rarely changing data. */
export interface RobotIntervals {
  readonly movingMs: number;
  readonly idleMs: number;
  readonly metersMs: number;
  readonly slowMs: number;
}

interface Passed {
  readonly before: Robot;
  readonly now: Robot;
  readonly at: number;
  readonly dtMs: number;
  readonly intervals: RobotIntervals;
  /** The number of robots. */
  readonly robots: number;
}

interface Emitted {
  readonly robot: Robot;
  readonly messages: readonly RobotMessage[];
}

/** Returns the due messages of a step: after connecting, all of them; later, reports that have changed or whose interval is over. */
export function emitMessages({ before, now, at, dtMs, intervals, robots }: Passed): Emitted {
  if (!now.isOnline || !now.hasLink) return { robot: now.hasGreeted ? withFields(now, { hasGreeted: false }) : now, messages: [] };
  if (!now.hasGreeted) return greeting(now, at, intervals);
  const { stateMs, metersMs, slowMs } = now.due;
  const isChanged = before.phase !== now.phase || before.errorCode !== now.errorCode;
  // The step nearest to the due time sends the report: timers are slightly early or late, and a report must not be delayed to the next step.
  const reachMs = dtMs * 1.5;
  const dues = { state: isChanged || stateMs < reachMs, meters: metersMs < reachMs, slow: slowMs < reachMs };
  const due = {
    stateMs: dues.state ? stateIntervalMs(now, intervals) : stateMs - dtMs,
    metersMs: dues.meters ? intervals.metersMs : metersMs - dtMs,
    slowMs: dues.slow ? intervals.slowMs : slowMs - dtMs,
  };
  const state = dues.state ? stateReport(now, at) : { robot: now, message: null };
  const files = sentFiles(now.configuration, { robots, clockOffsetMs: now.build.clockOffsetMs });
  const messages = [
    ...(state.message === null ? [] : [state.message]),
    ...(before.mission === now.mission ? [] : missionMessages(now, at)),
    ...endings(now, at),
    ...(dues.meters ? [meterReport(now, at)] : []),
    ...(dues.slow ? slowReports(now, at) : []),
    ...queuedMessages(now),
    ...pastMessages(now),
    ...files.messages.map((body): RobotMessage => ({ serial: now.build.serial, kind: 'configuration', body })),
  ];
  const after = withFields(quiet(state.robot), { due, configuration: files.left });
  return { robot: withoutPast(after, pastCount(now.log)), messages };
}

const stateIntervalMs = (robot: Robot, intervals: RobotIntervals) => (robot.velocity === 0 ? intervals.idleMs : intervals.movingMs);

function greeting(now: Robot, at: number, intervals: RobotIntervals): Emitted {
  const { robot, message } = stateReport(now, at);
  const messages = [
    message,
    identityReport(now, at),
    ...slowReports(now, at),
    meterReport(now, at),
    ...missionMessages(now, at),
    ...endings(now, at),
    ...queuedMessages(now),
  ];
  const due = { stateMs: stateIntervalMs(now, intervals), metersMs: intervals.metersMs, slowMs: intervals.slowMs };
  return { robot: withFields(quiet(robot), { hasGreeted: true, due, configuration: withAllUnreported(now.configuration, at) }), messages };
}

function missionMessages(robot: Robot, at: number): readonly RobotMessage[] {
  const active = activeReport(robot, at);
  return robot.mission === null ? [active] : [active, treatmentReport(robot, robot.mission, null, at)];
}

const endings = (robot: Robot, at: number) => robot.ended.map((ended) => treatmentReport(robot, ended.mission, ended, at));

/** Maximum number of log entries sent per step, and of those from before the start, so that a reconnect does not cause one burst. */
const ENTRIES_AT_ONCE = 10;
/** Number of finished treatments that `sync` reports again. */
const RECENT = 5;

/** Returns the newest entries from before the start, if fewer than `ENTRIES_AT_ONCE` other log entries are unsent. They follow the first live reports. */
function pastMessages({ build: { serial }, log: diary }: Robot): readonly RobotMessage[] {
  return diary.past.slice(0, pastCount(diary)).flatMap((entry): readonly RobotMessage[] => {
    if (entry.kind === 'states') return entry.states.map((body) => ({ serial, kind: 'state', body }));
    return [{ serial, kind: 'log', body: entry }];
  });
}

/** Returns the unsent command results and the oldest log entries. */
function queuedMessages({ build: { serial }, commandInbox, log: diary }: Robot): readonly RobotMessage[] {
  return [
    ...commandInbox.unsent.map((body): RobotMessage => ({ serial, kind: 'result', body })),
    ...diary.entries.slice(0, ENTRIES_AT_ONCE).map((body): RobotMessage => ({ serial, kind: 'log', body })),
  ];
}

const withoutPast = (robot: Robot, count: number) =>
  robot.log.past.length === 0 ? robot : withFields(robot, { log: { ...robot.log, past: robot.log.past.slice(count) } });
const pastCount = ({ entries }: Robot['log']) => Math.max(0, ENTRIES_AT_ONCE - entries.length);

/** Removes sent entries from the robot's queues. */
function quiet(robot: Robot): Robot {
  const { ended, recent, commandInbox, log: diary } = robot;
  return withFields(robot, {
    ...(ended.length === 0 ? {} : { ended: [], recent: [...new Set([...recent, ...ended])].slice(-RECENT) }),
    ...(commandInbox.unsent.length === 0 ? {} : { commandInbox: { ...commandInbox, unsent: [] } }),
    ...(diary.entries.length === 0 ? {} : { log: { ...diary, entries: diary.entries.slice(ENTRIES_AT_ONCE) } }),
  });
}
