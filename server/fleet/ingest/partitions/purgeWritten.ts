import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/tables.ts';
import { STREAM } from '../../../platform/messageStream/messageStream.ts';
import { subjectOfPartition } from '../../../platform/messageStream/subjects.ts';

/**
 * Removes the messages from the front of the stream whose rows are written in every partition. A partition without messages in the stream holds nothing back.
 * Not per partition: nodes that were killed after a purge by subject had lost other messages (nats-server 2.9).
 */
export async function purgeWritten(database: Kysely<Database>, connection: NatsConnection): Promise<void> {
  const { streams } = await jetstreamManager(connection, { checkAPI: false });
  const rows = await database.selectFrom('report_partition').select(['partition', 'position']).orderBy('position').execute();
  for (const { partition, position } of rows) {
    const { state } = await streams.info(STREAM, { subjects_filter: subjectOfPartition(partition) });
    if (Object.keys(state.subjects ?? {}).length === 0) continue;
    if (position + 1 > state.first_seq) await streams.purge(STREAM, { seq: position + 1 });
    return;
  }
}
