import { pick, type Random } from '#domain/random/random';
import { randomFromText } from '#domain/random/randomFromText';
import { eventAt, appendEvent, type EventContent } from './robotLog.ts';
import { isHome } from './drive.ts';
import { currentPlace, withIncident, finishUploads, startUploads } from './incident.ts';
import { logFile, nextFileAt } from './logFile.ts';
import type { StepContext } from './phases.ts';
import { lanesOfMission } from './mission.ts';
import { withFields, type FinishedTreatment, type Robot } from './robot.ts';

const LOW_BATTERY_PERCENT = 20;

type Seen = Pick<StepContext, 'at' | 'codes'>;

/** Logs the events that follow from the difference between two states of a robot, finished uploads, and log files that are due. */
export function logChanges(before: Robot, now: Robot, moment: Seen): Robot {
  const happened = before === now ? [] : [...errors(before, now, moment), ...treatments(before, now), ...body(before, now, moment)];
  const recent = happened.flatMap((one) => withIncident(now, eventAt(now, moment.at, one), currentPlace(now)));
  const sent = finishUploads(now, moment.at);
  const { robot, entries: begun } = startUploads(sent.robot, recent);
  const entries = [...sent.entries, ...begun];
  if (moment.at < robot.log.fileAt) return appendEvent(robot, entries);
  const fileAt = nextFileAt(robot.build.serial, moment.at);
  return appendEvent(withFields(robot, { log: { ...robot.log, fileAt } }), [...entries, logFile(robot, moment.at)]);
}

/** Returns the event of an error, with the code of its cause; `incident_id` is derived from serial and time, so every start generates the same one. */
export function errorRaised(serial: string, at: number, code: string, codes: readonly string[]): EventContent {
  const seconds = Math.floor(at / 1000).toString(16);
  const cause = pick(codes, randomFromText(`${serial} cause ${seconds}`));
  return {
    level: 'error',
    message: 'Error raised',
    data: { error_code: code, cause: { module: 'supervisor', error_code: cause } },
    action: { incident_id: `${serial.toLowerCase()}-${seconds}` },
  };
}

/** Returns the event of an incident that a person at the robot triggers manually. */
export const triggeredByHand = (serial: string, at: number): EventContent => ({
  level: 'info',
  message: 'Incident triggered by hand',
  action: { incident_id: `${serial.toLowerCase()}-${Math.floor(at / 1000).toString(16)}` },
});

/** Returns the event at the end of an error. */
export const errorCleared = (code: string): EventContent => ({ level: 'info', message: 'Error cleared', data: { error_code: code } });

/** Level and message of the event at the end of a treatment, by its status. */
const endings: Readonly<Record<FinishedTreatment['status'], Pick<EventContent, 'level' | 'message'>>> = {
  fully_completed: { level: 'success', message: 'Treatment finished' },
  partially_completed: { level: 'warning', message: 'Treatment finished, not every lane treated' },
  stopped: { level: 'info', message: 'Treatment stopped' },
  paused: { level: 'info', message: 'Treatment paused' },
  failed: { level: 'error', message: 'Treatment failed' },
};

/** Returns the event at the start of a treatment. */
export const treatmentStarted = (treatmentId: string, missionId: string): EventContent => ({
  level: 'info',
  message: 'Treatment started',
  data: { mission_id: missionId },
  action: { treatment_id: treatmentId },
});

const gaveUp = ['Obstacle on the lane', 'Lane switch failed twice', 'Lane end not found'];

/** Returns the reason why a robot did not recover when lanes failed; seeded with the treatment id, so that it is always the same. */
const reasonOf = (mission: FinishedTreatment['mission']) =>
  lanesOfMission(mission).failed === 0 ? {} : { no_recovery_reason: pick(gaveUp, randomFromText(`${mission.treatmentId} gave up`)) };

/** Returns the event at the end of a treatment. */
export const treatmentEnded = ({ mission, status }: FinishedTreatment): EventContent => ({
  ...endings[status],
  data: { mission_id: mission.missionId, finish_status: status, ...reasonOf(mission) },
  action: { treatment_id: mission.treatmentId },
});

function errors(before: Robot, now: Robot, { at, codes }: Seen): readonly EventContent[] {
  const isNew = now.errorCode !== null && now.errorCode !== before.errorCode;
  return [
    before.errorCode === null || before.errorCode === now.errorCode ? [] : [errorCleared(before.errorCode)],
    isNew ? [errorRaised(now.build.serial, at, now.errorCode, codes)] : [],
    now.phase === 'recovering' && before.phase !== 'recovering'
      ? [{ level: 'warning' as const, message: 'Recovery started', data: { node: now.node } }]
      : [],
  ].flat();
}

function treatments(before: Robot, now: Robot): readonly EventContent[] {
  const { mission } = now;
  const hasStarted = mission !== null && mission.startAt !== null && (before.mission?.startAt ?? null) === null;
  return [
    ...now.ended.filter((ended) => !before.ended.includes(ended) && !before.recent.includes(ended)).map(treatmentEnded),
    ...(hasStarted ? [treatmentStarted(mission.treatmentId, mission.missionId)] : []),
  ];
}

function body(before: Robot, now: Robot, { at }: Seen): readonly EventContent[] {
  const battery_level = Math.round(now.battery);
  const entered = (phase: Robot['phase']) => now.phase === phase && before.phase !== phase;
  return [
    before.battery >= LOW_BATTERY_PERCENT && now.battery < LOW_BATTERY_PERCENT ? [lowBattery(battery_level)] : [],
    before.phase === 'drive_task' && now.phase === 'idle' && isHome(now) ? [charging(battery_level)] : [],
    entered('initializing') ? [softwareStarted(now)] : [],
    before.phase === 'drive_manually' && entered('calibration') && wasTriggered(randomFromText(`${now.build.serial} by hand ${at}`))
      ? [triggeredByHand(now.build.serial, at)]
      : [],
    entered('resetting') && hasCrashed(randomFromText(`${now.build.serial} crash ${at}`)) ? [processDied] : [],
    before.controller === now.controller ? [] : [controlChanged(now.controller)],
  ].flat();
}

const wasTriggered = (random: Random) => random() < 0.4;
const hasCrashed = (random: Random) => random() < 0.15;
const controlChanged = (controller: string | null): EventContent =>
  controller === null
    ? { level: 'info', message: 'Control released' }
    : { level: 'info', message: 'Control changed', data: { controller } };

/** Returns the event of a battery below `LOW_BATTERY_PERCENT`. */
export const lowBattery = (battery_level: number): EventContent => ({ level: 'warning', message: 'Low battery', data: { battery_level } });
/** Returns the event of the arrival at the charger. */
export const charging = (battery_level: number): EventContent => ({ level: 'info', message: 'Charging', data: { battery_level } });
/** Returns the event of the start of the robot's software. */
export const softwareStarted = ({ build }: Pick<Robot, 'build'>): EventContent => ({
  level: 'info',
  message: 'Software started',
  data: { software_version: build.software.software_version },
});
/** The only event of level `fatal`. */
export const processDied: EventContent = { level: 'fatal', message: 'A process died', data: { error_code: '0x0A010001' } };
