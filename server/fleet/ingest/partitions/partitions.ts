/** Shares the partitions of the stream among the servers: each server reads a fair number, renews its leases, and removes messages whose rows are written. */

import { jetstreamManager } from '@nats-io/jetstream';
import { setTimeout as sleep } from 'node:timers/promises';
import { STREAM } from '../../../platform/messageStream/messageStream.ts';
import { PARTITIONS, subjectOfPartition } from '../../../platform/messageStream/subjects.ts';
import { logOnce } from '../../../platform/failure/logOnce.ts';
import { ingestPartition, type PartitionIngest, type PartitionParts } from './ingestPartition.ts';
import { lastReports } from '../lastReports.ts';
import { removeReader, release, renew, takeFree } from './partitionTable.ts';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Kysely } from 'kysely';
import type { Database } from '../../../platform/database/tables.ts';

const BEAT_MS = 1_000;
/** Interval in beats at which stored messages are removed from the stream. */
const PURGE_BEATS = 10;
/** Maximum time in ms for which reading continues while the database is unavailable and nobody else can take a partition. */
const UNSURE_MS = 300_000;

interface PartitionsParts extends PartitionParts {
  /** Name of this instance, different for each start. */
  readonly holder: string;
  /** A monotonic clock, in ms. */
  readonly elapsed: () => number;
}

interface Held {
  readonly epoch: number;
  readonly ingest: PartitionIngest;
}

/** Returns the maximum number of partitions of an instance, so that all instances read about the same number. */
export const fairShare = (readers: number): number => Math.ceil(PARTITIONS / Math.max(1, readers));

/** Creates the set of partitions that this instance reads. */
function createReadings(parts: PartitionsParts) {
  const held = new Map<number, Held>();
  /** Writes the messages that were read from these partitions, and stops reading them. */
  const stop = async (partitions: readonly number[]) => {
    const ending = partitions.flatMap((partition) => held.get(partition) ?? []);
    for (const partition of partitions) held.delete(partition);
    await Promise.all(ending.map(({ ingest }) => ingest.close()));
  };
  return {
    held,
    stop,
    stopAll: () => stop([...held.keys()]),
    releasePartitions: async (partitions: readonly number[]) => {
      await stop(partitions);
      await release(parts, partitions);
    },
    take: async (count: number) => {
      const { created, state } = await (await jetstreamManager(parts.connection, { checkAPI: false })).streams.info(STREAM);
      const taken = await takeFree(parts, count, { created, last: state.last_seq });
      if (taken.length === 0) return;
      const known = await lastReports(parts.database);
      for (const one of taken) held.set(one.partition, { epoch: one.epoch, ingest: ingestPartition(parts, one, known) });
    },
  };
}

/** Renews the leases, stops reading the partitions that are lost or exceed this instance's share, and takes further ones up to that share. */
async function balance(parts: PartitionsParts, { held, stop, releasePartitions, take }: ReturnType<typeof createReadings>): Promise<void> {
  const { held: own, readers } = await renew(parts);
  const epochs = new Map(own.map(({ partition, epoch }) => [partition, epoch]));
  const lost = [...held].filter(([partition, { epoch }]) => epochs.get(partition) !== epoch).map(([partition]) => partition);
  if (lost.length > 0) parts.log.warn({ partitions: lost }, 'another instance has taken over');
  await stop(lost);
  const refused = [...held].filter(([, { ingest }]) => ingest.isLost()).map(([partition]) => partition);
  const share = fairShare(readers);
  const surplus = [...held.keys()].filter((partition) => !refused.includes(partition)).slice(share);
  // The stray partitions are held by this instance but not read, because their reading failed to start.
  const stray = [...epochs.keys()].filter((partition) => !held.has(partition));
  await releasePartitions([...refused, ...surplus, ...stray]);
  if (held.size < share) await take(share - held.size);
}

/**
 * Reads the partitions of the stream together with the other instances: each holds its share by leases of three seconds in the database. Returns the
 * function that writes the messages that were read and leaves the partitions to others.
 *
 *     gateways ──► stream: 0 │ 1 │ 2 │ … ──► reader of a partition ──► rows, and its position, in one transaction
 *                                                  ▲                          │ refused: another one holds it
 *     each second: renew ──► lost ones are stopped │                          ▼
 *                       └──► more than the share: given back; fewer: free ones taken (epoch + 1)
 *
 * 1. The rows of a partition are written by one instance: a position moves only under its epoch (GATEWAY6). 2. A message is written once, however
 * often it is read: its position moves in the transaction of its rows (GATEWAY6). 3. An instance that takes a partition over continues from the
 * position of the rows, not from what the previous holder had read (GATEWAY6). 4. A recreated stream is read from its beginning, one that has lost
 * its end from its present end (GATEWAY6).
 * 5. No message leaves the stream before its rows are written (GATEWAY8). 6. The instances read equal shares, and those of one that ends at once (GATEWAY2).
 */
export async function openPartitions(parts: PartitionsParts): Promise<{ readonly close: () => Promise<void> }> {
  const { database, connection, elapsed, log } = parts;
  const readings = createReadings(parts);
  const { held } = readings;
  const outcome = logOnce(log, { lost: 'the partitions cannot be renewed', back: 'the partitions are renewed again' });
  let beats = 0;
  let lastWell = elapsed();
  const beat = async () => {
    await balance(parts, readings);
    parts.gauges.partitions.set(held.size);
    beats += 1;
    // The instance that reads the first partition purges the stream on behalf of all.
    if (beats % PURGE_BEATS === 0 && held.has(0)) await purgeWritten(database, connection);
  };
  const tryBeat = async () => {
    try {
      await beat();
      lastWell = elapsed();
      outcome.worked();
    } catch (error) {
      outcome.failed(error);
      if (elapsed() - lastWell > UNSURE_MS) await readings.stopAll();
      parts.gauges.partitions.set(held.size);
    }
  };
  const ending = new AbortController();
  const keepOn = async () => {
    while (!ending.signal.aborted) {
      await sleep(BEAT_MS, undefined, { signal: ending.signal }).catch(() => undefined);
      if (!ending.signal.aborted) await tryBeat();
    }
  };
  await tryBeat();
  const beating = keepOn();
  return {
    close: async () => {
      ending.abort();
      await beating;
      const partitions = [...held.keys()];
      await readings.stop(partitions);
      await release(parts, partitions).catch(() => undefined);
      await removeReader(parts).catch(() => undefined);
    },
  };
}

/**
 * Removes the messages from the front of the stream whose rows are written in every partition. A partition without messages in the stream delays nothing.
 * Messages are not removed per partition, because nodes that were killed after a purge by subject lost other messages (nats-server 2.9).
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
