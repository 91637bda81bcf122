/** Creates the JetStream stream of device messages and sets the number of its replicas. */

import { DiscardPolicy, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ALL_SUBJECTS } from './subjects.ts';

/** Name of the stream of device messages. */
export const STREAM = 'REPORTS';
/** Time within which the stream recognises a repeated message from a gateway, in ns. */
const DUPLICATES_NS = 120_000_000_000;

/**
 * Creates the stream of device messages, or changes the number of its replicas. The stream keeps messages in files until they are in the database, and refuses
 * new ones when the disk is full; refused messages are not acknowledged. Each node answers requests for messages. Throws when JetStream does not respond.
 */
export async function ensureStream(connection: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(connection);
  const config = {
    name: STREAM,
    subjects: [ALL_SUBJECTS],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.New,
    duplicate_window: DUPLICATES_NS,
    num_replicas: replicas,
    allow_direct: true,
  };
  const known = await manager.streams.info(STREAM).catch(() => null);
  if (known === null) await manager.streams.add(config);
  else if (known.config.num_replicas !== replicas || !known.config.allow_direct)
    await manager.streams.update(STREAM, { ...known.config, num_replicas: replicas, allow_direct: true });
}
