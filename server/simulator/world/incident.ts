import { between, type Random } from '../../platform/random.ts';
import { randomOf } from '../../platform/randomOf.ts';
import type { PlanLane } from '../../maps/seed/planShape.ts';
import { CHARGER } from '../../maps/seed/planShape.ts';
import { isInLane } from './drive.ts';
import { LANE_MS } from './past.ts';
import { having, type Ended, type Entry, type Robot } from './robot.ts';

type EventEntry = Extract<Entry, { kind: 'event' }>;
/** An incident as a robot tells it. */
export type IncidentEntry = Extract<Entry, { kind: 'incident' }>;

/** Where and at what a robot was; metres on its map. */
type Place = Pick<IncidentEntry, 'node_id' | 'x' | 'y' | 'during_mission' | 'treatment_id'>;

/** How long the data of an incident take to be uploaded, in seconds. */
const UPLOAD_SECONDS = [6, 40] as const;
/** How many incidents a robot uploads by itself; the others wait until somebody asks. */
const UPLOADED_SHARE = 0.85;

const toCentimetre = (metres: number) => Math.round(metres * 100) / 100;

/** An event that names an incident, and with it the incident itself; any other event alone. */
export function recorded(robot: Robot, entry: Entry, place: Place): readonly Entry[] {
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

/** Where a robot stands now, and at what. */
export function placeOf(robot: Robot): Place {
  const { build, mission, x, y } = robot;
  const lane = build.lanes.find((one) => isInLane(robot, one));
  const treatment_id = mission?.startAt == null ? null : mission.treatmentId;
  const node_id = lane?.id ?? robot.node;
  return { node_id, x: toCentimetre(x), y: toCentimetre(y), during_mission: treatment_id !== null, treatment_id };
}

/** Where a robot was at an instant of its own clock before the world began: at the lane of a treatment it tells of, or of one it tells no more. */
export function pastPlace({ build, ended, mission: running }: Robot, at: number, random: Random): Place {
  const now = running === null ? [] : [{ mission: running, finishAt: Infinity }];
  const during = [...now, ...ended].find(({ mission, finishAt }) => mission.startAt !== null && mission.startAt <= at && at <= finishAt);
  const isWorking = build.takesMissions && (during !== undefined || random() < 0.75);
  // Some lanes are worse than others.
  const lane = during === undefined ? build.lanes[Math.floor(random() ** 2 * build.lanes.length)] : laneAt(during, at);
  if (!isWorking || lane === undefined) {
    return { node_id: CHARGER.node, x: CHARGER.x, y: CHARGER.y, during_mission: false, treatment_id: null };
  }
  const y = toCentimetre(between(Math.min(lane.headY, lane.farY), Math.max(lane.headY, lane.farY), random));
  return { node_id: lane.id, x: lane.x, y, during_mission: true, treatment_id: during?.mission.treatmentId ?? null };
}

/** The lane it was at: it took about as long for each. */
function laneAt({ mission }: Pick<Ended, 'mission'>, at: number): PlanLane | undefined {
  const lane = Math.floor((at - (mission.startAt ?? at)) / LANE_MS);
  return mission.asked[Math.min(mission.next, mission.asked.length - 1, lane)];
}

/** When the upload of an incident ends that a robot begins by itself, ms after the incident; null where it waits to be asked. */
function uploadMs({ build }: Robot, { incident_id }: IncidentEntry): number | null {
  const random = randomOf(`upload of ${incident_id}`);
  const [low, high] = UPLOAD_SECONDS;
  return build.hasWifi && random() < UPLOADED_SHARE ? between(low, high, random) * 1_000 : null;
}

const later = (time: string, ms: number) => new Date(Date.parse(time) + ms).toISOString();

/** An incident of the past as it is reported now: with its upload, where there was one. */
export function asUploaded(robot: Robot, entry: Entry): Entry {
  const ms = entry.kind === 'incident' ? uploadMs(robot, entry) : null;
  if (entry.kind !== 'incident' || ms === null) return entry;
  return { ...entry, upload_started: later(entry.time, 1_000), upload_finished: later(entry.time, ms) };
}

/** The robot that begins to upload the incidents among these entries, and those entries. */
export function withUploads(robot: Robot, entries: readonly Entry[]): { robot: Robot; entries: readonly Entry[] } {
  const begun = entries.map((entry) =>
    entry.kind === 'incident' && uploadMs(robot, entry) !== null ? { ...entry, upload_started: entry.time } : entry,
  );
  const uploads = begun.filter((entry): entry is IncidentEntry => entry.kind === 'incident' && entry.upload_started !== null);
  if (uploads.length === 0) return { robot, entries: begun };
  return { robot: having(robot, { diary: { ...robot.diary, uploads: [...robot.diary.uploads, ...uploads] } }), entries: begun };
}

/** The robot with the uploads that are over by now reported, at a true instant. */
export function uploaded(robot: Robot, at: number): { robot: Robot; entries: readonly Entry[] } {
  const { uploads } = robot.diary;
  if (uploads.length === 0) return { robot, entries: [] };
  const ownAt = at + robot.build.clockOffsetMs;
  const isOver = (entry: IncidentEntry) => Date.parse(entry.time) + (uploadMs(robot, entry) ?? 0) <= ownAt;
  const over = uploads.filter(isOver).map((entry) => ({ ...entry, upload_finished: new Date(ownAt).toISOString() }));
  if (over.length === 0) return { robot, entries: [] };
  return { robot: having(robot, { diary: { ...robot.diary, uploads: uploads.filter((entry) => !isOver(entry)) } }), entries: over };
}
