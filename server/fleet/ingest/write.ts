import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Report } from '../report.ts';
import type { Backlog } from './backlog.ts';
import type { KeptReport } from '../history/historyBlock.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { insertBlocks } from '../history/insertBlocks.ts';
import { writeLogs } from '../../devices/events/writeLogs.ts';

type Tx = Transaction<Database>;
const ROWS_PER_INSERT = 1_000;

const keptOf = ({ push, deviceTime, sequence }: Report): KeptReport[] =>
  push.type === 'state'
    ? [{ serial: push.serial, receivedAt: Date.parse(push.timestamp), deviceTime: Date.parse(deviceTime), sequence, state: push.state }]
    : [];

async function writeStates(tx: Tx, reports: readonly Report[]): Promise<void> {
  const rows = reports.flatMap(({ push, deviceTime, sequence }) =>
    push.type === 'state'
      ? [{ serial: push.serial, received_at: push.timestamp, device_time: deviceTime, sequence, state: JSON.stringify(push.state) }]
      : [],
  );
  for (const values of chunks(rows, ROWS_PER_INSERT)) {
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

async function writeData(tx: Tx, news: readonly { report: Report; receivedAt: number }[]): Promise<void> {
  const rows = news.flatMap(({ report: { push }, receivedAt }) =>
    push.type === 'data'
      ? [{ serial: push.serial, data_group: push.data_group, received_at: new Date(receivedAt), data: JSON.stringify(push.data) }]
      : [],
  );
  for (const values of chunks(rows, ROWS_PER_INSERT)) {
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

async function writeMetrics(tx: Tx, backlog: Backlog): Promise<void> {
  const rows = [...backlog.metrics.values()].map(({ serial, receivedAt, data }) => ({
    serial,
    received_at: new Date(receivedAt),
    ...data,
  }));
  for (const values of chunks(rows, ROWS_PER_INSERT)) {
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
        })),
      )
      .execute();
  }
}

async function writeTreatments(tx: Tx, backlog: Backlog): Promise<void> {
  for (const { serial, data } of backlog.treatments.values()) {
    const { treatment_id, jobs, ...told } = data;
    const rest = { ...told, is_counted: false };
    const own = await tx
      .insertInto('treatment')
      .values({ treatment_id, serial, ...rest })
      // A device cannot rewrite another device's treatment by using its id.
      .onConflict((conflict) => conflict.column('treatment_id').doUpdateSet(rest).where('treatment.serial', '=', serial))
      .returning('treatment_id')
      .executeTakeFirst();
    if (own !== undefined && jobs !== undefined) {
      const said = JSON.stringify(jobs);
      await tx
        .insertInto('treatment_jobs')
        .values({ treatment_id, jobs: said })
        .onConflict((conflict) => conflict.column('treatment_id').doUpdateSet({ jobs: said }))
        .execute();
    }
    // A device works on one treatment at a time: one that never told its end was stopped when the next was made.
    await tx
      .updateTable('treatment')
      .set({ finish_status: 'stopped', finish_time: data.creation_time })
      .where('serial', '=', serial)
      .where('finish_status', '=', '')
      .where('creation_time', '<', new Date(data.creation_time))
      .execute();
  }
}

async function writeTransitions(tx: Tx, backlog: Backlog): Promise<void> {
  for (const change of backlog.transitions) {
    const open = tx.updateTable('error_period').where('serial', '=', change.serial).where('stop_time', 'is', null);
    if (change.kind === 'ended') {
      await open.set({ stop_time: new Date(change.at), next_state: change.nextState }).execute();
      continue;
    }
    const period = { serial: change.serial, start_time: new Date(change.at), stop_time: null, next_state: null };
    await tx
      .insertInto('error_period')
      .values(period)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Writes all that waits, or nothing. Returns how many incidents were refused, for their ids are those of other devices' incidents. */
export async function writeBacklog(database: Kysely<Database>, backlog: Backlog): Promise<number> {
  const news = [...backlog.newest.values()];
  return database.transaction().execute(async (tx) => {
    await insertBlocks(tx, backlog.history.flatMap(keptOf));
    await writeStates(
      tx,
      news.map(({ report }) => report),
    );
    await writeData(tx, news);
    await writeMetrics(tx, backlog);
    await writeTreatments(tx, backlog);
    await writeTransitions(tx, backlog);
    return writeLogs(tx, backlog.logs);
  });
}

/** Copies the newest report's instant to the devices; less often than reports come, since every answer takes the newer of both anyway. */
export async function writeLastSeen(database: Kysely<Database>): Promise<void> {
  await sql`update device set last_seen = s.received_at, first_seen = coalesce(first_seen, s.received_at)
    from device_state s where s.serial = device.serial and (device.last_seen is null or device.last_seen < s.received_at)`.execute(
    database,
  );
}
