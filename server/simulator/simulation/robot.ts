/** Types of a robot's state: `Robot`, `Phase`, `Mission`, counters, log. */

import type { LogMessage, StateMessage } from '#contract/messages/deviceMessage';
import type { Job, SimInfo, SoftwareInfo } from '#contract/fleet/dataGroup';
import type { PlanLane, SiteShape } from '../company/planShape.ts';
import type { RobotConfiguration } from '../configuration/robotConfiguration.ts';
import type { CommandInbox } from './commandInbox.ts';

/**
 * The phase of a robot: idle, error, booting (reports no state), or a task, named as reported; `self_test` is a task that the
 * console does not know.
 */
export type Phase =
  | 'idle'
  | 'error'
  | 'booting'
  | 'waiting'
  | 'starting'
  | 'uv_treatment'
  | 'finishing_current'
  | 'recovering'
  | 'drive_task'
  | 'drive_manually'
  | 'calibration'
  | 'initializing'
  | 'init_sideshift'
  | 'restarting'
  | 'resetting'
  | 'self_test';

/** A waypoint of a route, in metres. `speed` is in metres per second; negative is reverse, without a change of heading. */
export interface Stop {
  readonly x: number;
  readonly y: number;
  readonly node: string;
  readonly speed: number;
}

/** A robot's treatment: lanes in order, `next` is the index of the current one. Times are ms since epoch on the robot's clock. */
export interface Mission {
  readonly treatmentId: string;
  readonly missionId: string;
  readonly creationAt: number;
  readonly startAt: number | null;
  readonly asked: readonly PlanLane[];
  readonly next: number;
  readonly jobs: readonly Job[];
}

/** A finished treatment. */
export interface FinishedTreatment {
  readonly mission: Mission;
  readonly status: 'fully_completed' | 'partially_completed' | 'stopped' | 'paused' | 'failed';
  /** ms since epoch on the robot's clock. */
  readonly finishAt: number;
}

/** The lifetime counters: metres, counts, seconds. */
interface Meter {
  readonly mileage: number;
  readonly laneswitches: number;
  readonly active_time: number;
  readonly uv_switches: number;
  readonly uv_active_time: number;
}

/** The constant properties of a robot. */
export interface RobotProperties {
  readonly serial: string;
  readonly deviceType: string;
  readonly revision: string | null;
  /** ISO instant; null for a robot that was never on. */
  readonly firstSeen: string | null;
  /** Zero-based position in the fleet. */
  readonly index: number;
  /** `docks` for a DIV01, which reports `state` and docking fields. */
  readonly shape: 'tasks' | 'docks';
  /** True for a robot that treats lanes; an implement only runs self-tests and side shifts. */
  readonly takesMissions: boolean;
  readonly plan: SiteShape;
  readonly lanes: readonly PlanLane[];
  readonly mapId: string;
  readonly mapVersion: string;
  /** An additional map on the robot, reported as invalid. */
  readonly strayMap: { readonly id: string; readonly version: string } | null;
  readonly clockOffsetMs: number;
  readonly software: SoftwareInfo;
  readonly sim: SimInfo | null;
  readonly hasWifi: boolean;
  /** Whether the robot uploads its recordings without a command. */
  readonly uploadsItself: boolean;
}

/** A log entry: an event, a log file or an incident. */
export type LogEntry = LogMessage;

/** A stored entry from before the simulation start: an entry of its log, or the states at the start and the end of an error. */
export type PastEntry = LogEntry | { readonly kind: 'states'; readonly time: string; readonly states: readonly StateMessage[] };

/** A robot's log. */
interface Diary {
  /** Unsent entries, oldest first. */
  readonly entries: readonly LogEntry[];
  /** Unsent entries from before the start, newest first. */
  readonly past: readonly PastEntry[];
  /** Time at which the next log file is closed, in ms since epoch on the simulation clock. */
  readonly fileAt: number;
  /** Incidents with a running upload. */
  readonly uploads: ReadonlyArray<Extract<LogEntry, { kind: 'incident' }>>;
}

/** The state of one robot. */
export interface Robot {
  readonly build: RobotProperties;
  /** True if the robot has a network; without one it continues but sends nothing. */
  readonly isOnline: boolean;
  /** Time until the network is lost or restored, in ms. */
  readonly linkLeftMs: number;
  /** True while connected to the broker and subscribed. */
  readonly hasLink: boolean;
  /** True once all data has been sent over the current connection. */
  readonly hasGreeted: boolean;
  readonly phase: Phase;
  /** Remaining time of a phase in ms; a driving phase ends with its route instead. */
  readonly leftMs: number;
  readonly errorCode: string | null;
  readonly x: number;
  readonly y: number;
  readonly theta: number;
  readonly velocity: number;
  readonly node: string;
  readonly route: readonly Stop[];
  /** Percent. */
  readonly battery: number;
  readonly mission: Mission | null;
  readonly ended: readonly FinishedTreatment[];
  /** The newest reported treatments, which `sync` reports again. */
  readonly recent: readonly FinishedTreatment[];
  /** The user in control; null if nobody is in control. */
  readonly controller: string | null;
  readonly configuration: RobotConfiguration;
  readonly commandInbox: CommandInbox;
  readonly log: Diary;
  readonly meter: Meter;
  readonly simUsage: number;
  readonly sequence: number;
  /** Time until the next report of each kind, in ms. */
  readonly due: { readonly stateMs: number; readonly metersMs: number; readonly slowMs: number };
}

/** Returns the robot with changed fields. */
export const withFields = (robot: Robot, change: Partial<Robot>): Robot => ({ ...robot, ...change });
