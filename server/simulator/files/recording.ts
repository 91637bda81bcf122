/** The recording of an incident as a ROS 1 bag: incident, states, log. */

import type { Buffer } from 'node:buffer';
import { LANE_SPEED } from '../simulation/drive.ts';
import type { IncidentEntry } from '../simulation/incident.ts';
import type { LogEntry, RobotProperties } from '../simulation/robot.ts';
import { rosLog, rosPose, rosText } from './rosTypes.ts';
import { writeBag, type BagMessage } from './writeBag.ts';

/**
 * The span of a robot's recording around an incident, in ms: its poses from a minute before to ten seconds after, its log ten minutes before and
 * after.
 */
const POSES = { beforeMs: 60_000, afterMs: 10_000, everyMs: 250 } as const;
const LOG_MS = 600_000;
const SECOND_MS = 1_000;

/** An event of a robot. */
export type EventEntry = Extract<LogEntry, { kind: 'event' }>;

/** The sources of a recording: the robot, its incident, and the events that it remembers. Times are on the robot's clock. */
export interface RecordingSource {
  readonly build: RobotProperties;
  readonly incident: IncidentEntry;
  readonly events: readonly EventEntry[];
}

/** Returns the pose of the robot `ms` after the incident, negative before it: it drove into its lane up to that point, or stood at the node. */
function placeAt({ build, incident }: RecordingSource, ms: number): readonly [x: number, y: number, theta: number] {
  const [x, y] = [incident.x ?? 0, incident.y ?? 0];
  const lane = build.lanes.find(({ id }) => id === incident.node_id);
  if (lane === undefined || ms >= 0) return [x, y, lane === undefined ? 0 : (Math.sign(lane.headY) * Math.PI) / 2];
  const driven = Math.min(Math.abs(y - lane.headY), (-ms / SECOND_MS) * LANE_SPEED);
  return [x, y - Math.sign(lane.headY) * driven, (Math.sign(lane.headY) * Math.PI) / 2];
}

function posesOf(recorded: RecordingSource, at: number): readonly BagMessage[] {
  const count = (POSES.beforeMs + POSES.afterMs) / POSES.everyMs;
  return Array.from({ length: count }, (_, index): BagMessage => {
    const ms = index * POSES.everyMs - POSES.beforeMs;
    return { topic: '/pose', kind: 'pose', at: at + ms, body: rosPose(...placeAt(recorded, ms)) };
  });
}

function statesOf({ incident }: RecordingSource, at: number): readonly BagMessage[] {
  const count = (POSES.beforeMs + POSES.afterMs) / SECOND_MS;
  const { error_code, during_mission, node_id } = incident;
  const before = during_mission ? { current_state: 'executing_task', current_task: 'uv_treatment' } : { current_state: 'waiting_for_task' };
  return Array.from({ length: count }, (_, index): BagMessage => {
    const ms = index * SECOND_MS - POSES.beforeMs;
    const state = ms < 0 || error_code === null ? before : { current_state: 'error', error_code };
    return { topic: '/device_state', kind: 'text', at: at + ms, body: rosText(JSON.stringify({ ...state, current_node: node_id })) };
  });
}

function linesOf({ build, incident, events }: RecordingSource, at: number): readonly BagMessage[] {
  const near = events.filter(({ time }) => Math.abs(Date.parse(time) - at) <= LOG_MS);
  const own = { level: 'info', message: `recording of ${incident.incident_id} at node ${incident.node_id ?? '?'}`, at: at + POSES.afterMs };
  const lines = near.map(({ time, level, message, data }) => ({
    at: Date.parse(time),
    level,
    message: data == null ? message : `${message} ${JSON.stringify(data)}`,
  }));
  return [...lines, own].map((line): BagMessage => ({
    topic: '/rosout',
    kind: 'log',
    at: line.at,
    body: rosLog({ ...line, name: build.serial }),
  }));
}

/** Returns the recording of an incident as a ROS 1 bag: the incident, states, poses, and the robot's log. The bag of an incident is always the same. */
export function recordingOf(recorded: RecordingSource): Buffer {
  const { build, incident } = recorded;
  const at = Date.parse(incident.time);
  const { incident_id, error_code, map_id, node_id, x, y } = incident;
  const text = JSON.stringify({ incident_id, machine_serial: build.serial, error_code, map_id, node_id, x, y });
  return writeBag([
    { topic: '/incident', kind: 'text', at, body: rosText(text) },
    ...statesOf(recorded, at),
    ...posesOf(recorded, at),
    ...linesOf(recorded, at),
  ]);
}
