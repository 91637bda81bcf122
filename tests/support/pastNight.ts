import { insertPeriods } from '#server/fleet/ingest/writeBacklog';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import type { KeptReport } from '#server/fleet/history/keptReport';
import { MINUTE_MS } from '#domain/text/timeUnits';
import { openTestDatabase } from './openTestDatabase.ts';
import { partsOf } from './startProduct.ts';

/** A night of a robot: it drives, fails, and stays in error. */
export interface PastNight {
  readonly serial: string;
  /** When it fails, ms since epoch. */
  readonly failsAt: number;
  readonly code: string;
  /** The position at which the robot fails, in metres on its plan; it drives there along its lane. Absent for a robot that reports no position. */
  readonly at?: { readonly x: number; readonly y: number };
}

/** How long it reports before and after the failure, in ms. */
const BEFORE_MS = 10 * MINUTE_MS;
const AFTER_MS = 10 * MINUTE_MS;

/** Its speed until it fails, in m/s. */
const SPEED = 0.4;
const NODE_MS = 15_000;

/** Returns the place at an instant as fields of the report: on a lane that goes up, with a node every 15 s. */
function placeOf({ failsAt, at }: PastNight, receivedAt: number) {
  if (at === undefined) return {};
  const y = at.y - (Math.max(0, failsAt - receivedAt) / 1_000) * SPEED;
  const node = Math.floor(Math.min(receivedAt, failsAt) / NODE_MS) % 1_000;
  return { current_pose_x: at.x, current_pose_y: y, current_pose_theta: Math.PI / 2, current_node: String(node) };
}

/** Returns the reports of a night, one per second: its battery falls, and it drives until it fails. */
export function reportsOf(night: PastNight): readonly KeptReport[] {
  const { serial, failsAt, code } = night;
  return Array.from({ length: (BEFORE_MS + AFTER_MS) / 1_000 }, (_, second): KeptReport => {
    const receivedAt = failsAt - BEFORE_MS + second * 1_000;
    const hasFailed = receivedAt >= failsAt;
    const state = {
      current_state: hasFailed ? 'error' : 'executing_task',
      current_task: hasFailed ? '' : 'drive_task',
      error_code: hasFailed ? code : '',
      battery_level: 90 - Math.floor(second / 60),
      current_velocity: hasFailed ? 0 : SPEED,
      ...placeOf(night, receivedAt),
    };
    return { serial, receivedAt, deviceTime: receivedAt, sequence: second, state };
  });
}

/** Writes reports into the database of a running product, as its ingest would have written them then. */
export async function writeReports(dataDir: string, reports: readonly KeptReport[]): Promise<void> {
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  try {
    await database.transaction().execute(async (tx) => insertBlocks(tx, reports));
  } finally {
    await database.destroy();
  }
}

/** Writes an error of a device that lasts. */
export async function writeError(
  dataDir: string,
  { serial, at, code }: { readonly serial: string; readonly at: number; readonly code: string },
) {
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  try {
    await insertPeriods(database, [{ serial, start_time: new Date(at), stop_time: null, next_state: null, error_code: code }]);
  } finally {
    await database.destroy();
  }
}

/** Writes a night into the database of a running product, with its error. */
export async function writeNight(dataDir: string, night: PastNight): Promise<void> {
  await writeReports(dataDir, reportsOf(night));
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  const { serial, failsAt, code } = night;
  try {
    const period = { serial, start_time: new Date(failsAt), stop_time: new Date(failsAt + AFTER_MS), next_state: 'waiting_for_task' };
    await insertPeriods(database, [{ ...period, error_code: code }]);
  } finally {
    await database.destroy();
  }
}

/** Writes what people and the robot did in a night beside its reports: the incident of its error, an event, and a stop six seconds later. */
export async function writeDeeds(dataDir: string, { serial, failsAt, code }: PastNight, id: string): Promise<void> {
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  const at = new Date(failsAt);
  const stoppedAt = new Date(failsAt + 6_000);
  const incident = { incident_id: id, serial, organisation: 'org-de-linde', incident_time: at, received_at: at, error_code: code };
  const map = { map_id: 'de-linde-2', map_version: '2.8.0#2.8.0#1.0.0#2.8.0#2.0.8#1.0.0#1.0.2#1.8.0#1.0.0' };
  const event = { serial, at, received_at: at, device_time: at, level: 'error', message: `Obstacle ahead ${id}`, data: null, action: null };
  const by = { given_by: 'an', given_by_name: 'An Verhoeven', given_at: stoppedAt, expires_at: stoppedAt, ends_by: stoppedAt };
  try {
    await database
      .insertInto('incident')
      .values({ ...incident, ...map, manually_triggered: false })
      .execute();
    await database.insertInto('device_event').values(event).execute();
    await database
      .insertInto('command')
      .values({ id, device_serial: serial, command: 'stop_immediately', arguments: '{}', status: 'done', ...by })
      .execute();
  } finally {
    await database.destroy();
  }
}

/** The act of a device, as a word that its rows contain. */
interface Listed {
  readonly serial: string;
  readonly organisation: string;
  /** When it did it, ms since epoch. */
  readonly at: number;
  readonly word: string;
}

/** Writes a row of each list: a command, an event, a change of configuration, a treatment and an incident. */
export async function writeListed(dataDir: string, rows: readonly Listed[]): Promise<void> {
  const database = openTestDatabase(partsOf(dataDir).databaseUrl);
  try {
    const schema = { id: 'listed', files: '{}' };
    await database
      .insertInto('config_schema')
      .values(schema)
      .onConflict((on) => on.doNothing())
      .execute();
    for (const { serial, organisation, at: instant, word } of rows) {
      const at = new Date(instant);
      const by = { given_by: 'an', given_by_name: `An ${word}`, given_at: at, ended_at: at, expires_at: at, ends_by: at };
      await database
        .insertInto('command')
        .values({
          id: word,
          device_serial: serial,
          command: 'upload_data',
          arguments: '{"incident":"all"}',
          status: 'failed',
          text: word,
          ...by,
        })
        .execute();
      const event = { serial, at, received_at: at, device_time: at, level: 'warning', message: word, data: null, action: null };
      await database.insertInto('device_event').values(event).execute();
      const change = { serial, file_name: 'drive.yaml', config_name: word, old_value: '1', new_value: '2', at, device_time: at };
      await database
        .insertInto('config_device')
        .values({ serial, schema_id: 'listed', since: at, first_values: '{}' })
        .onConflict((on) => on.doNothing())
        .execute();
      await database
        .insertInto('config_change')
        .values({ ...change, by_username: 'an', by_name: 'An', command_id: null, model_group: 'Drive-Green' })
        .execute();
      const counts = { total_asked: 2, total_treated: 1, total_failed: 1, reached_end: true };
      const times = { creation_time: at, start_time: at, finish_time: at, finish_status: 'failed' };
      const treatment = { treatment_id: word, serial, organisation, map_id: word, mission_id: word, treatment_type: 'uvc' };
      await database
        .insertInto('treatment')
        .values({ ...treatment, ...times, ...counts, reported_at: at, counted: null })
        .execute();
      const incident = { incident_id: word, serial, organisation, incident_time: at, received_at: at, error_code: word };
      await database
        .insertInto('incident')
        .values({ ...incident, manually_triggered: false })
        .execute();
    }
  } finally {
    await database.destroy();
  }
}
