/** Writes the backlog in one transaction: states, data, metrics, error periods and history; calls the writers of events, incidents and treatments. */

import { sql, type InsertObject, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { DeviceReport } from '../deviceReport.ts';
import type { Backlog, TreatmentReport } from './backlog.ts';
import type { ErrorTransition } from './errorTransition.ts';
import type { MessageFault } from './faultReports.ts';
import type { ReceivedLog } from './receivedLog.ts';
import type { KeptReport } from '../history/keptReport.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { insertBlocks } from '../history/insertBlocks.ts';
import { writeLateSpans } from '../history/lateSpans.ts';

type Tx = Transaction<Database>;
/** A report that was not accepted, and the reason. */
export interface RefusedReport extends Pick<MessageFault, 'serial' | 'code' | 'kind' | 'name' | 'receivedAt'> {
  readonly field: string;
  readonly why: string;
}

/** Writers for tables of other features, called in the transaction that writes the reports. Each returns the reports that it did not accept. */
export interface BacklogWriters {
  readonly writeTreatments: (tx: Tx, reports: readonly TreatmentReport[]) => Promise<readonly RefusedReport[]>;
  readonly writeLogs: (tx: Tx, logs: readonly ReceivedLog[]) => Promise<readonly RefusedReport[]>;
}

const keptOf = ({ push, deviceTime, sequence, arrivedAt }: DeviceReport): KeptReport[] => {
  if (push.type !== 'state') return [];
  const late = arrivedAt === undefined ? {} : { arrivedAt };
  const receivedAt = Date.parse(push.timestamp);
  return [{ serial: push.serial, receivedAt, ...late, deviceTime: Date.parse(deviceTime), sequence, state: push.state }];
};

async function writeStates(tx: Tx, reports: readonly DeviceReport[]): Promise<void> {
  const rows = reports.flatMap(({ push, deviceTime, sequence }) =>
    push.type === 'state'
      ? [{ serial: push.serial, received_at: push.timestamp, device_time: deviceTime, sequence, state: JSON.stringify(push.state) }]
      : [],
  );
  for (const values of chunks(rows)) {
    await tx
      .insertInto('device_state')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('serial').doUpdateSet((row) => ({
          received_at: row.ref('excluded.received_at'),
          device_time: row.ref('excluded.device_time'),
          sequence: row.ref('excluded.sequence'),
          state: row.ref('excluded.state'),
        })),
      )
      .execute();
  }
}

async function writeData(tx: Tx, newest: readonly { report: DeviceReport; receivedAt: number }[]): Promise<void> {
  const rows = newest.flatMap(({ report: { push }, receivedAt }) =>
    push.type === 'data'
      ? [{ serial: push.serial, data_group: push.data_group, received_at: new Date(receivedAt), data: JSON.stringify(push.data) }]
      : [],
  );
  for (const values of chunks(rows)) {
    await tx
      .insertInto('device_data')
      .values(values)
      .onConflict((conflict) =>
        conflict
          .columns(['serial', 'data_group'])
          .doUpdateSet((row) => ({ received_at: row.ref('excluded.received_at'), data: row.ref('excluded.data') })),
      )
      .execute();
  }
}

const TOTALS = ['mileage', 'laneswitches', 'active_time', 'uv_switches', 'uv_active_time'] as const;

async function writeMetrics(tx: Tx, backlog: Backlog): Promise<void> {
  const rows = [...backlog.metrics.values()].map(({ serial, receivedAt, data }) => {
    // A total that was not reported, or is unreadable, keeps its value.
    const total = (name: keyof typeof data) =>
      sql<number>`coalesce(${data[name] ?? null}::double precision, (select ${sql.ref(name)} from metrics where serial = ${serial}), 0)`;
    return {
      serial,
      received_at: new Date(receivedAt),
      mileage: total('mileage'),
      laneswitches: total('laneswitches'),
      active_time: total('active_time'),
      uv_switches: total('uv_switches'),
      uv_active_time: total('uv_active_time'),
      missing: TOTALS.filter((name) => data[name] == null),
    };
  });
  for (const values of chunks(rows)) {
    await tx
      .insertInto('metrics')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('serial').doUpdateSet((row) => ({
          received_at: row.ref('excluded.received_at'),
          mileage: row.ref('excluded.mileage'),
          laneswitches: row.ref('excluded.laneswitches'),
          active_time: row.ref('excluded.active_time'),
          uv_switches: row.ref('excluded.uv_switches'),
          uv_active_time: row.ref('excluded.uv_active_time'),
          missing: sql<string[] | null>`(select array_agg(name) from unnest(metrics.missing) name where name = any(excluded.missing))`,
        })),
      )
      .execute();
  }
}

/** Tolerance of the start of a repeated period, in ms, because the offset of a clock is measured. */
const SAME_MS = 5_000;

/**
 * Writes a past state. If the device was in error, a new period begins, or the last one continues if it has no end yet. Otherwise, the period that contains the
 * state, or that has no end yet, ended at that time. The current period is not changed, except that a period without a code gets the code of its states. The
 * values known before are stored next to the new ones.
 */
async function writeKept(tx: Tx, { serial, at, arrivedAt, nextState, code }: Extract<ErrorTransition, { kind: 'kept' }>): Promise<void> {
  const [time, later, arrival] = [new Date(at), new Date(at + SAME_MS), new Date(arrivedAt)];
  const before = (limit: Date) =>
    sql`select * from error_period where serial = ${serial} and start_time <= ${limit} order by start_time desc limit 1`;
  // A robot that keeps unsent reports sends all of them, so nothing in the period is unknown.
  await sql`update error_period set silent_ms = 0 where serial = ${serial} and silent_ms > 0 and start_time <= ${later}
    and (stop_time is null or stop_time >= ${time})`.execute(tx);
  if (nextState === null) {
    await sql`with last as (${before(later)}),
      own as (select *, next_state is null and stop_time < ${time} as is_longer from last
        where stop_time is null or next_state is null or stop_time >= ${time}),
      changed as (update error_period set stop_time = case when own.is_longer then ${time} else own.stop_time end,
          end_known_at = case when own.is_longer then ${arrival} else own.end_known_at end, error_code = coalesce(own.error_code, ${code})
        from own where error_period.serial = ${serial} and error_period.start_time = own.start_time
          and (own.is_longer or (own.error_code is null and ${code}::text is not null)))
      insert into error_period (serial, start_time, stop_time, known_at, error_code)
      select ${serial}, ${time}::timestamptz, ${time}::timestamptz, ${arrival}::timestamptz, ${code}
      where not exists (select from own)
      on conflict do nothing`.execute(tx);
    return;
  }
  await sql`with last as (${before(time)})
    update error_period set stop_time = ${time}, next_state = ${nextState}, end_known_at = ${arrival},
      former_stop_time = case when last.end_known_at is null and last.known_at is null then last.stop_time else last.former_stop_time end,
      former_next_state = case when last.end_known_at is null and last.known_at is null then last.next_state else last.former_next_state end
    from last
    where error_period.serial = ${serial} and error_period.start_time = last.start_time
      and (last.stop_time > ${time} or (last.stop_time is not null and last.next_state is null))`.execute(tx);
}

async function writeTransitions(tx: Tx, backlog: Backlog): Promise<void> {
  for (const change of backlog.transitions) {
    if (change.kind === 'kept') {
      await writeKept(tx, change);
      continue;
    }
    const open = tx.updateTable('error_period').where('serial', '=', change.serial).where('stop_time', 'is', null);
    if (change.kind === 'named') {
      await open.set({ error_code: change.code }).where('error_code', 'is', null).execute();
      continue;
    }
    if (change.kind === 'silent') {
      await open.set((row) => ({ silent_ms: row('silent_ms', '+', change.ms) })).execute();
      continue;
    }
    if (change.kind === 'ended') {
      await open.set({ stop_time: new Date(change.at), next_state: change.nextState }).execute();
      continue;
    }
    const begun = { serial: change.serial, start_time: new Date(change.at), error_code: change.code };
    await insertPeriods(tx, [{ ...begun, stop_time: null, next_state: null }]);
  }
}

/** Inserts error periods, except known ones. */
export async function insertPeriods(store: Kysely<Database>, periods: readonly InsertObject<Database, 'error_period'>[]): Promise<void> {
  for (const some of chunks(periods)) {
    await store
      .insertInto('error_period')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Writes the rows of a backlog. Returns the reports that were not accepted. */
export async function writeBacklogRows(tx: Tx, backlog: Backlog, writers: BacklogWriters): Promise<readonly RefusedReport[]> {
  const newest = [...backlog.newest.values()];
  const reports = backlog.history.flatMap(keptOf);
  await insertBlocks(tx, reports);
  await writeLateSpans(tx, reports);
  await writeStates(
    tx,
    newest.map(({ report }) => report),
  );
  await writeData(tx, newest);
  await writeMetrics(tx, backlog);
  const treatments = await writers.writeTreatments(tx, [...backlog.treatments.values()]);
  await writeTransitions(tx, backlog);
  return [...treatments, ...(await writers.writeLogs(tx, backlog.logs))];
}

/** Copies the receive time of the newest report to `device.last_seen`. Runs rarely: responses use the newer of `last_seen` and the live report. */
export async function writeLastSeen(database: Kysely<Database>): Promise<void> {
  await sql`update device set last_seen = s.received_at, first_seen = coalesce(first_seen, s.received_at)
    from device_state s where s.serial = device.serial and (device.last_seen is null or device.last_seen < s.received_at)`.execute(
    database,
  );
}
