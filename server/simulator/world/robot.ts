import type { LogMessage } from '#contract/deviceMessage';
import type { Job, SimInfo, SoftwareInfo } from '#contract/machine';
import type { PlanLane, PlanShape } from '../../maps/seed/planShape.ts';
import type { CommandInbox } from './commandInbox.ts';

/**
 * What a robot does: nothing, standing in error, starting up (when it cannot say what it does), or a task, named as it is reported;
 * `self_test` is one the console has no words for.
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

/** A place to drive to, in metres. `speed` is in metres per second, negative in reverse: then the heading stays. */
export interface Stop {
  readonly x: number;
  readonly y: number;
  readonly node: string;
  readonly speed: number;
}

/** The treatment a robot works on: lanes in order, `next` the one it is at. Times are ms since epoch on the robot's own clock. */
export interface Mission {
  readonly treatmentId: string;
  readonly missionId: string;
  readonly creationAt: number;
  readonly startAt: number | null;
  readonly asked: readonly PlanLane[];
  readonly next: number;
  readonly jobs: readonly Job[];
}

/** A treatment that is over and not yet reported. */
export interface Ended {
  readonly mission: Mission;
  readonly status: 'fully_completed' | 'partially_completed' | 'stopped' | 'paused' | 'failed';
  /** On the robot's own clock. */
  readonly finishAt: number;
}

/** Everything a robot counts in its life: metres, counts, seconds. */
interface Meter {
  readonly mileage: number;
  readonly laneswitches: number;
  readonly active_time: number;
  readonly uv_switches: number;
  readonly uv_active_time: number;
}

/** What never changes about a robot while the world turns. */
export interface Build {
  readonly serial: string;
  /** `docks` for a DIV01, which reports `state` and docking fields. */
  readonly shape: 'tasks' | 'docks';
  /** Whether it treats lanes; a tool only tests itself and shifts. */
  readonly takesMissions: boolean;
  readonly plan: PlanShape;
  readonly lanes: readonly PlanLane[];
  readonly mapId: string;
  readonly mapVersion: string;
  /** A map it keeps from another place, which does not check out. */
  readonly strayMap: { readonly id: string; readonly version: string } | null;
  readonly clockOffsetMs: number;
  readonly software: SoftwareInfo;
  readonly sim: SimInfo | null;
  readonly hasWifi: boolean;
}

/** An event, a log file or an incident, as reported. */
export type Entry = LogMessage;

/** What a robot has written down. */
interface Diary {
  /** Not yet reported, oldest first. */
  readonly entries: readonly Entry[];
  /** When the next log file is closed; ms since epoch on the true clock. */
  readonly fileAt: number;
  /** Incidents whose data are on their way. */
  readonly uploads: ReadonlyArray<Extract<Entry, { kind: 'incident' }>>;
}

/** One robot at one moment. */
export interface Robot {
  readonly build: Build;
  /** Whether it has a network; while it has none it works on in silence. */
  readonly isOnline: boolean;
  /** Time until it comes back, or until it is lost again. */
  readonly linkLeftMs: number;
  /** Whether a broker listens to it. */
  readonly hasLink: boolean;
  /** Whether it has reported everything since it was last able to speak. */
  readonly hasGreeted: boolean;
  readonly phase: Phase;
  /** Rest of a phase that takes time; a phase with a route ends when the route does. */
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
  readonly ended: readonly Ended[];
  /** The newest treatments it has reported, which it can tell again. */
  readonly recent: readonly Ended[];
  /** Who controls it, as it was reported; null for nobody. */
  readonly controller: string | null;
  readonly commandInbox: CommandInbox;
  readonly diary: Diary;
  readonly meter: Meter;
  readonly simUsage: number;
  readonly sequence: number;
  /** Time until the next report of each kind. */
  readonly due: { readonly stateMs: number; readonly metersMs: number; readonly slowMs: number };
}

/** Changes a few things of a robot; the rest stays as it is. */
export const having = (robot: Robot, change: Partial<Robot>): Robot => ({ ...robot, ...change });
