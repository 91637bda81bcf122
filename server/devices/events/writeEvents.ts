import { sql, type InsertObject, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { recordset } from '../../platform/database/recordset.ts';
import { ownerAt, ownerNow, ownTime } from '../../locations/currentOwner.ts';
import { happenedAt, madeAt, type ReceivedLog } from '../../fleet/ingest/receivedLog.ts';

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

/** Returns the first report of each log file and, for each file that the device no longer has, the time of its removal. */
function filesIn(logs: readonly ReceivedLog[]) {
  const reported = new Map<string, InsertObject<Database, 'device_log'>>();
  const removed = new Map<string, { readonly serial: string; readonly database_id: string; readonly removed_at: Date }>();
  for (const { serial, receivedAt, aheadMs, message } of logs) {
    if (message.kind !== 'file' && message.kind !== 'file_removed') continue;
    const { database_id } = message;
    const key = JSON.stringify([serial, database_id]);
    if (message.kind === 'file_removed') {
      removed.set(key, { serial, database_id, removed_at: new Date(receivedAt) });
      continue;
    }
    removed.delete(key);
    const timestamp = new Date(madeAt(Date.parse(message.timestamp), { receivedAt, aheadMs }));
    const row = { serial, database_id, timestamp, received_at: new Date(receivedAt) };
    // One statement cannot update a row twice.
    if (!reported.has(key)) reported.set(key, { ...row, size: null, stored_at: null, removed_at: null });
  }
  return { reported: [...reported.values()], removed: [...removed.values()] };
}

/**
 * Inserts the log files that devices report and marks those that they no longer have; the last of several messages about one file decides. Marks only files of
 * the current owner's time, and only those that the device reported before. Source: INGEST21.
 */
async function writeFiles(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  const { reported, removed } = filesIn(logs);
  for (const values of chunks(reported)) {
    await tx
      .insertInto('device_log')
      .values(values)
      // A file that is reported again exists again.
      .onConflict((known) =>
        known
          .columns(['serial', 'database_id'])
          .doUpdateSet({ removed_at: null })
          .where(sql<boolean>`device_log.removed_at < excluded.received_at`),
      )
      .execute();
  }
  for (const { serial, database_id, removed_at } of removed) {
    await tx
      .updateTable('device_log')
      .set({ removed_at })
      .where('serial', '=', serial)
      .where('database_id', '=', database_id)
      .where('removed_at', 'is', null)
      .where(sql<boolean>`${ownerAt(serial, sql.ref('received_at'))} is not distinct from ${ownerNow(serial)}`)
      .execute();
  }
}

/** Inserts log messages of devices as rows of events (`device_time`) and of log files (`timestamp`), with `received_at`; marks removed files. */
export async function writeEvents(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  for (const values of chunks(logs.flatMap(eventOf))) {
    const at = ownTime(sql.ref('r.serial'), sql.ref('r.happened_at'), sql.ref('r.received_at'));
    await sql`insert into device_event (serial, at, received_at, device_time, level, message, data, action)
      select serial, ${at}, received_at, device_time, level, message, data, action from ${recordset(values, eventColumns)}
      on conflict do nothing`.execute(tx);
  }
  await writeFiles(tx, logs);
}
