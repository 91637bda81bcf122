/** Incidents of a robot: position, treatment, error code, and the times of the upload. */

import { between, type Random } from '#domain/random/random';
import { randomFromText } from '#domain/random/randomFromText';
import type { PlanLane } from '../company/planShape.ts';
import { CHARGER } from '../company/planShape.ts';
import { isInLane } from './drive.ts';
import { LANE_MS } from './pastTreatments.ts';
import { withFields, type FinishedTreatment, type LogEntry, type Robot } from './robot.ts';

type EventEntry = Extract<LogEntry, { kind: 'event' }>;
/** An incident as reported by a robot. */
export type IncidentEntry = Extract<LogEntry, { kind: 'incident' }>;

/** The position, in metres on the robot's map, and the treatment at the time of an incident. */
type Place = Pick<IncidentEntry, 'node_id' | 'x' | 'y' | 'during_mission' | 'treatment_id'>;

/** Minimum and maximum duration of an incident's upload, in seconds. */
const UPLOAD_SECONDS = [6, 40] as const;
/** The share of incidents that a robot uploads automatically; the others need an upload command. */
const UPLOADED_SHARE = 0.85;

const toCentimetre = (metres: number) => Math.round(metres * 100) / 100;

/** Returns the entry, and for an event with an `incident_id` also the incident. */
export function withIncident(robot: Robot, entry: LogEntry, place: Place): readonly LogEntry[] {
  if (entry.kind !== 'event' || entry.action == null || !('incident_id' in entry.action)) return [entry];
  return [entry, incidentOf(robot, entry, entry.action.incident_id, place)];
}

function incidentOf({ build }: Robot, { time, data }: EventEntry, incident_id: string, place: Place): IncidentEntry {
  const code = data?.['error_code'];
  return {
    kind: 'incident',
    time,
    incident_id,
    error_code: typeof code === 'string' ? code : null,
    manually_triggered: typeof code !== 'string',
    map_id: build.mapId,
    map_version: build.mapVersion,
    ...place,
    upload_started: null,
    upload_finished: null,
  };
}

/** Returns the robot's current position and treatment. */
export function currentPlace(robot: Robot): Place {
  const { build, mission, x, y } = robot;
  const lane = build.lanes.find((one) => isInLane(robot, one));
  const treatment_id = mission?.startAt == null ? null : mission.treatmentId;
  const node_id = lane?.id ?? robot.node;
  return { node_id, x: toCentimetre(x), y: toCentimetre(y), during_mission: treatment_id !== null, treatment_id };
}

/**
 * Returns a position before the simulation start, `at` on the robot's clock: on the lane of the treatment at that time, otherwise usually on a random lane, and
 * sometimes at the charger.
 */
export function pastPlace({ build, ended, mission: running }: Robot, at: number, random: Random): Place {
  const now = running === null ? [] : [{ mission: running, finishAt: Infinity }];
  const during = [...now, ...ended].find(({ mission, finishAt }) => mission.startAt !== null && mission.startAt <= at && at <= finishAt);
  const isWorking = build.takesMissions && (during !== undefined || random() < 0.75);
  // The square makes the first lanes more frequent, so that incidents are unevenly distributed.
  const lane = during === undefined ? build.lanes[Math.floor(random() ** 2 * build.lanes.length)] : laneAt(during, at);
  if (!isWorking || lane === undefined) {
    return { node_id: CHARGER.node, x: CHARGER.x, y: CHARGER.y, during_mission: false, treatment_id: null };
  }
  const y = toCentimetre(between(Math.min(lane.headY, lane.farY), Math.max(lane.headY, lane.farY), random));
  return { node_id: lane.id, x: lane.x, y, during_mission: true, treatment_id: during?.mission.treatmentId ?? null };
}

/** Returns the lane at an instant, assuming that all lanes take the same time. */
function laneAt({ mission }: Pick<FinishedTreatment, 'mission'>, at: number): PlanLane | undefined {
  const lane = Math.floor((at - (mission.startAt ?? at)) / LANE_MS);
  return mission.asked[Math.min(mission.next, mission.asked.length - 1, lane)];
}

/** Returns the end of an automatic upload in ms after the incident; null if the incident is not uploaded automatically. */
function uploadMs({ build }: Robot, { incident_id }: IncidentEntry): number | null {
  const random = randomFromText(`upload of ${incident_id}`);
  const [low, high] = UPLOAD_SECONDS;
  return build.uploadsItself && random() < UPLOADED_SHARE ? between(low, high, random) * 1_000 : null;
}

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** Adds the upload times to an incident before the simulation start if it is uploaded automatically. */
export function withUploadTimes(robot: Robot, entry: LogEntry): LogEntry {
  const ms = entry.kind === 'incident' ? uploadMs(robot, entry) : null;
  if (entry.kind !== 'incident' || ms === null) return entry;
  return { ...entry, upload_started: later(entry.time, 1_000), upload_finished: later(entry.time, ms) };
}

/** Starts the automatic uploads of the incidents among these entries; returns the robot and the changed entries. */
export function startUploads(robot: Robot, entries: readonly LogEntry[]): { robot: Robot; entries: readonly LogEntry[] } {
  const begun = entries.map((entry) =>
    entry.kind === 'incident' && uploadMs(robot, entry) !== null ? { ...entry, upload_started: entry.time } : entry,
  );
  const uploads = begun.filter((entry): entry is IncidentEntry => entry.kind === 'incident' && entry.upload_started !== null);
  if (uploads.length === 0) return { robot, entries: begun };
  return { robot: withFields(robot, { log: { ...robot.log, uploads: [...robot.log.uploads, ...uploads] } }), entries: begun };
}

/** Ends the uploads that are finished at `at` (simulation clock); returns the robot and their entries. */
export function finishUploads(robot: Robot, at: number): { robot: Robot; entries: readonly LogEntry[] } {
  const { uploads } = robot.log;
  if (uploads.length === 0) return { robot, entries: [] };
  const ownAt = at + robot.build.clockOffsetMs;
  const isOver = (entry: IncidentEntry) => Date.parse(entry.time) + (uploadMs(robot, entry) ?? 0) <= ownAt;
  const over = uploads.filter(isOver).map((entry) => ({ ...entry, upload_finished: new Date(ownAt).toISOString() }));
  if (over.length === 0) return { robot, entries: [] };
  return { robot: withFields(robot, { log: { ...robot.log, uploads: uploads.filter((entry) => !isOver(entry)) } }), entries: over };
}
