import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { chunks } from '../../platform/database/chunks.ts';
import { ownTime } from '../../locations/currentOwner.ts';
import { happenedAt, type ReceivedLog } from '../../fleet/ingest/receivedLog.ts';

const ROWS_PER_INSERT = 1_000;

const jsonOf = (value: object | null | undefined) => (value == null ? null : JSON.stringify(value));

const eventOf = ({ serial, receivedAt, message }: ReceivedLog) =>
  message.kind === 'event'
    ? [
        {
          serial,
          at: ownTime(serial, new Date(happenedAt(Date.parse(message.time), receivedAt)), new Date(receivedAt)),
          received_at: new Date(receivedAt),
          device_time: message.time,
          level: message.level,
          message: message.message,
          data: jsonOf(message.data),
          action: jsonOf(message.action),
        },
      ]
    : [];

const fileOf = ({ serial, receivedAt, message }: ReceivedLog) =>
  message.kind === 'file'
    ? [{ serial, database_id: message.database_id, timestamp: message.timestamp, received_at: new Date(receivedAt) }]
    : [];

/** Inserts device events and log files; ignores duplicates. */
export async function writeEvents(tx: Transaction<Database>, logs: readonly ReceivedLog[]): Promise<void> {
  for (const values of chunks(logs.flatMap(eventOf), ROWS_PER_INSERT)) {
    await tx
      .insertInto('device_event')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const values of chunks(logs.flatMap(fileOf), ROWS_PER_INSERT)) {
    await tx
      .insertInto('device_log')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
