import type { NatsConnection } from '@nats-io/transport-node';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/tables.ts';
import type { Gauges } from '../../../platform/gauges.ts';
import { LeaseLost } from '../../../platform/instances/leases.ts';
import { decodeBatch } from '../../../platform/messageStream/batch.ts';
import type { OwnershipRegistry } from '../../../locations/ownershipRegistry.ts';
import type { DeviceReport } from '../../deviceReport.ts';
import type { DeviceTraffic } from '../../deviceTraffic.ts';
import type { LiveReports } from '../../liveReports.ts';
import { createMessageFilter } from '../messageFilter.ts';
import { openIntake } from '../openIntake.ts';
import type { KnownReport } from '../reportOrder.ts';
import type { OnConfiguration, OnResult } from '../takeMessage.ts';
import type { BacklogWriters } from '../writeBacklog.ts';
import { movePosition, type TakenPartition } from './partitionTable.ts';
import { createPositions } from './positions.ts';
import { readPartition } from './readPartition.ts';

/** Nobody waits for a commit: the gateway has acknowledged the messages. */
const SHARE_MS = 500;
/** Maximum number of messages of a partition that wait for the database; further ones wait in the stream. */
const MAX_OPEN = 10_000;

/** The dependencies of ingesting partitions. */
export interface PartitionParts {
  readonly database: Kysely<Database>;
  readonly connection: NatsConnection;
  readonly registry: OwnershipRegistry;
  readonly live: LiveReports;
  readonly gauges: Gauges;
  readonly onResult: OnResult;
  readonly onConfiguration: OnConfiguration;
  readonly writers: BacklogWriters;
  /** Remembers the newest messages. */
  readonly traffic?: DeviceTraffic;
  readonly publish: (report: DeviceReport) => void;
  /** Sends a notice to a device, or drops it. */
  readonly sendNotice: (serial: string, payload: string) => void;
  /** Called for every message of a known device, readable or not; `at` in ms since epoch. */
  readonly onPresent?: (serial: string, at: number) => void;
  readonly now: () => number;
  readonly log: Logger;
}

/** The ingest of one partition. */
export interface PartitionIngest {
  /** Whether the partition must be taken again: a write was refused because another instance holds the partition, or the stream has lost its end. */
  readonly isLost: () => boolean;
  /** Writes the messages that were read and stops. */
  readonly close: () => Promise<void>;
}

/**
 * Reads a partition from its position in the database, which moves in the transaction of the rows: a message that is read twice is written once. The
 * rows decide the order of a device's reports: consoles may know newer reports, from an instance that ended before it wrote them.
 */
export function ingestPartition(
  parts: PartitionParts,
  taken: TakenPartition,
  lastReport: (serial: string) => KnownReport | undefined,
): PartitionIngest {
  const { connection, live, log, now } = parts;
  const positions = createPositions(taken.position);
  let written = taken.position;
  let writing = taken.position;
  let isLost = false;
  const { faults, writer } = openIntake({
    ...parts,
    send: parts.sendNotice,
    shareMs: SHARE_MS,
    isFenceDue: () => !isLost && positions.after([]) > written,
    fence: async (tx, settled) => {
      writing = positions.after(settled);
      try {
        await movePosition(tx, taken, written, writing);
      } catch (error) {
        isLost ||= error instanceof LeaseLost;
        throw error;
      }
    },
    onWritten: () => {
      written = writing;
    },
  });
  // Reports that the previous holder published are not published again after newer ones.
  const publish = (report: DeviceReport) => {
    const known = live.newest(report.push.serial)?.receivedAt ?? Number.NEGATIVE_INFINITY;
    if (report.push.type === 'data' || report.receivedAt >= known) parts.publish(report);
  };
  const take = createMessageFilter({ ...parts, faults, lastReport, writer, publish, now });
  const stop = readPartition({
    connection,
    partition: taken.partition,
    after: taken.position,
    log,
    onShorter: () => {
      isLost = true;
    },
    now,
    onMessage: async (message, receivedAt) => {
      const batch = decodeBatch(message.data);
      const dones = positions.add(message.seq, batch.length);
      for (const [index, { topic, payload }] of batch.entries())
        take(topic, payload, { receivedAt, done: dones[index] ?? (() => undefined) });
      await positions.below(MAX_OPEN);
    },
  });
  return {
    isLost: () => isLost,
    close: async () => {
      stop();
      await writer.close();
    },
  };
}
