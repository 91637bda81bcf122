import { sql, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { recordset } from '../../platform/database/recordset.ts';
import { ownerAt, ownerNow, ownTime } from '../../locations/currentOwner.ts';
import { happenedAt, type ReceivedLog } from '../../fleet/ingest/receivedLog.ts';

const eventOf = ({ serial, receivedAt, aheadMs, message }: ReceivedLog) =>
  message.kind === 'event'
    ? [
        {
          serial,
          happened_at: new Date(happenedAt(Date.parse(message.time), { receivedAt, aheadMs })),
          received_at: new Date(receivedAt),
          device_time: message.time,
          level: message.level,
          message: message.message,
          data: message.data,
          action: message.action,
        },
      ]
    : [];

const eventColumns = {
  serial: 'text',
  happened_at: 'timestamptz',
  received_at: 'timestamptz',
  device_time: 'timestamptz',
  level: 'text',
  message: 'text',
  data: 'json',
  action: 'jsonb',
} as const;

const fileOf = ({ serial, receivedAt, message }: ReceivedLog) =>
  message.kind === 'file'
    ? [
        {
          serial,
          database_id: message.database_id,
          timestamp: message.timestamp,
          received_at: new Date(receivedAt),
          size: null,
          stored_at: null,
          removed_at: null,
        },
      ]
    : [];

/** Marks the log files that a device no longer has: only those of its current owner's time, and only those that it reported before. */
async function markRemoved(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  for (const { serial, receivedAt, message } of logs) {
    if (message.kind !== 'file_removed') continue;
    await tx
      .updateTable('device_log')
      .set({ removed_at: new Date(receivedAt) })
      .where('serial', '=', serial)
      .where('database_id', '=', message.database_id)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`${ownerAt(serial, sql.ref('received_at'))} is not distinct from ${ownerNow(serial)}`)
      .execute();
  }
}

/** Inserts the device events and log files that devices report, with the time of the device and `received_at`; marks files that no longer exist. */
export async function writeEvents(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  for (const values of chunks(logs.flatMap(eventOf))) {
    const at = ownTime(sql.ref('r.serial'), sql.ref('r.happened_at'), sql.ref('r.received_at'));
    await sql`insert into device_event (serial, at, received_at, device_time, level, message, data, action)
      select serial, ${at}, received_at, device_time, level, message, data, action from ${recordset(values, eventColumns)}
      on conflict do nothing`.execute(tx);
  }
  for (const values of chunks(logs.flatMap(fileOf))) {
    await tx
      .insertInto('device_log')
      .values(values)
      // The file exists again.
      .onConflict((known) =>
        known
          .columns(['serial', 'database_id'])
          .doUpdateSet({ removed_at: null })
          .where(sql<boolean>`device_log.removed_at < excluded.received_at`),
      )
      .execute();
  }
  await markRemoved(tx, logs);
}
