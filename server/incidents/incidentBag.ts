import { sql, type Kysely } from 'kysely';
import { isWithin } from '#domain/devices/ownershipPeriods';
import { duringTimes } from '../locations/duringTimes.ts';
import type { ReadableTimes } from '../locations/visibility.ts';
import type { Database } from '../platform/database/tables.ts';
import { decodeBlock, type KeptReport } from '../fleet/history/historyBlock.ts';
import { rosLog, rosPose, rosText } from './bag/rosTypes.ts';
import { writeBag, type BagMessage } from './bag/writeBag.ts';
import type { IncidentRow } from './readIncidents.ts';

/** Time window of an incident's recording, in ms: device reports from a minute before to ten seconds after, device logs ten minutes before and after. */
const REPORTS = { beforeMs: 60_000, afterMs: 10_000 } as const;
const EVENTS_MS = 600_000;
/** Maximum history blocks read, nearest to the incident first, and maximum log lines kept. */
const MAX_BLOCKS = 300;
const MAX_LINES = 1_000;

/** The incident fields that a recording needs. */
export type Recorded = Pick<IncidentRow, 'incident_id' | 'serial' | 'incident_time' | 'error_code' | 'map_id' | 'node_id' | 'x' | 'y'> & {
  /** The times of its device of which reports and events are readable; all by default. */
  readonly times?: ReadableTimes;
};

async function reportsOf(database: Kysely<Database>, { serial, incident_time, times = 'all' }: Recorded): Promise<readonly KeptReport[]> {
  const [from, to] = [incident_time.getTime() - REPORTS.beforeMs, incident_time.getTime() + REPORTS.afterMs];
  const found: KeptReport[] = [];
  // One snapshot for all blocks, because they may be merged meanwhile.
  await database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const blocks = await tx
        .selectFrom('history_block')
        .select('id')
        .where('last_at', '>=', new Date(from))
        .where('first_at', '<=', new Date(to))
        .where((where) => where(where.val(serial), '=', where.fn.any('serials')))
        .orderBy(sql`greatest(first_at - ${incident_time}::timestamptz, ${incident_time}::timestamptz - last_at, interval '0')`)
        .orderBy('id')
        .limit(MAX_BLOCKS)
        .execute();
      // Sequential reads: a block holds reports of the whole fleet, and only few of them are kept.
      for (const { id } of blocks) {
        const { reports } = await tx.selectFrom('history_block').select('reports').where('id', '=', id).executeTakeFirstOrThrow();
        found.push(...decodeBlock(reports).filter((one) => one.serial === serial && one.receivedAt >= from && one.receivedAt <= to));
      }
    });
  return found.filter(({ receivedAt }) => times === 'all' || times.some((time) => isWithin(time, receivedAt)));
}

const linesOf = (database: Kysely<Database>, { serial, incident_time, times = 'all' }: Recorded) =>
  database
    .selectFrom('device_event')
    .select(['at', 'level', 'message', 'data'])
    .where('serial', '=', serial)
    .where(duringTimes(sql.ref('at'), times))
    .where('at', '>=', new Date(incident_time.getTime() - EVENTS_MS))
    .where('at', '<=', new Date(incident_time.getTime() + EVENTS_MS))
    .orderBy('at')
    .orderBy('id')
    .limit(MAX_LINES)
    .execute();

function messagesOf({ receivedAt: at, state }: KeptReport): readonly BagMessage[] {
  const stateMessage: BagMessage = { topic: '/device_state', kind: 'text', at, body: rosText(JSON.stringify(state)) };
  const [x, y, theta] = [state['current_pose_x'], state['current_pose_y'], state['current_pose_theta']];
  if (typeof x !== 'number' || typeof y !== 'number') return [stateMessage];
  return [stateMessage, { topic: '/pose', kind: 'pose', at, body: rosPose(x, y, typeof theta === 'number' ? theta : 0) }];
}

/** Returns the recording of an incident as a ROS 1 bag: the incident, its device's states and poses around it, and the device's log lines. */
export async function incidentBagOf(database: Kysely<Database>, recorded: Recorded): Promise<Buffer> {
  const [reports, lines] = await Promise.all([reportsOf(database, recorded), linesOf(database, recorded)]);
  const { incident_id, serial, error_code, map_id, node_id, x, y } = recorded;
  const text = JSON.stringify({ incident_id, machine_serial: serial, error_code, map_id, node_id, x, y });
  return writeBag([
    { topic: '/incident', kind: 'text', at: recorded.incident_time.getTime(), body: rosText(text) },
    ...reports.flatMap(messagesOf),
    ...lines.map(({ at, level, message, data }): BagMessage => {
      const words = data === null ? message : `${message} ${JSON.stringify(data)}`;
      const line = { at: at.getTime(), level, name: serial, message: words };
      return { topic: '/rosout', kind: 'log', at: line.at, body: rosLog(line) };
    }),
  ]);
}
