/** Rows of readers and partitions: the leases, and the position up to which the rows of a partition are written. */

import { sql, type Kysely, type Transaction } from 'kysely';
import type { Instant } from '../../../platform/database/columnTypes.ts';
import type { TableHistory } from '../../../platform/database/migrate.ts';
import type { Database } from '../../../platform/database/tables.ts';
import { LeaseLost } from '../../../platform/instances/leases.ts';
import { PARTITIONS } from '../../../platform/messageStream/subjects.ts';

/** Time, in ms, after which another instance may take a partition whose lease was not renewed. */
const LEASE_MS = 3_000;

/** The reader of a partition of the stream, and its position in the database. Instants are by the database's clock. */
export interface PartitionTable {
  partition: number;
  holder: string;
  /** Incremented whenever the holder changes. */
  epoch: number;
  expires_at: Instant;
  /** Creation time of the stream; positions in another stream are meaningless. */
  stream: string;
  /** Number of the last message in the stream whose rows are written. */
  position: number;
}

/** An instance that reads partitions. */
export interface ReaderTable {
  holder: string;
  expires_at: Instant;
}

declare module '../../../platform/database/tables.ts' {
  interface Database {
    report_partition: PartitionTable;
    report_reader: ReaderTable;
  }
}

/** Migrations of the partitions. */
export const partitionTables: TableHistory = {
  '027_report_partition': [
    `create table report_partition (partition integer primary key, holder text not null, epoch bigint not null, expires_at timestamptz not null,
    stream text not null, position bigint not null)`,
    `insert into report_partition select number, '', 0, 'epoch', '', 0 from generate_series(0, ${String(PARTITIONS - 1)}) number`,
    `create table report_reader (holder text primary key, expires_at timestamptz not null)`,
  ],
};

/** A partition whose lease this instance holds. */
export interface HeldPartition {
  readonly partition: number;
  readonly epoch: number;
}

/** A partition whose lease was just acquired, and the position from which it is read. */
export interface TakenPartition extends HeldPartition {
  readonly position: number;
}

interface Holder {
  readonly database: Kysely<Database>;
  readonly holder: string;
}

const until = sql<Date>`clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'`;
const isCurrent = sql<boolean>`expires_at > clock_timestamp()`;

/** Renews this instance and its partitions. Returns the partitions that it still holds, and the number of reading instances. */
export async function renew({ database, holder }: Holder): Promise<{ held: readonly HeldPartition[]; readers: number }> {
  await database
    .insertInto('report_reader')
    .values({ holder, expires_at: until })
    .onConflict((conflict) => conflict.column('holder').doUpdateSet({ expires_at: until }))
    .execute();
  const { count } = await database
    .selectFrom('report_reader')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where(isCurrent)
    .executeTakeFirstOrThrow();
  const held = await database
    .updateTable('report_partition')
    .set({ expires_at: until })
    .where('holder', '=', holder)
    .returning(['partition', 'epoch'])
    .execute();
  return { held, readers: Number(count) };
}

/** The current state of the stream. */
export interface StreamState {
  /** Creation time of the stream. */
  readonly created: string;
  /** Number of the last message in the stream. */
  readonly last: number;
}

/**
 * Takes up to `count` partitions that nobody holds. A recreated stream is read from its beginning, and one that has lost its last messages from its
 * end: their numbers are assigned again.
 */
export async function takeFree({ database, holder }: Holder, count: number, stream: StreamState): Promise<readonly TakenPartition[]> {
  const free = database
    .selectFrom('report_partition')
    .select('partition')
    .where(sql<boolean>`expires_at < clock_timestamp()`)
    .orderBy('partition')
    .limit(count)
    .forUpdate()
    .skipLocked();
  return database
    .updateTable('report_partition')
    .set({
      holder,
      epoch: sql`epoch + 1`,
      expires_at: until,
      stream: stream.created,
      position: sql`case when stream = ${stream.created} then least(position, ${stream.last}) else 0 end`,
    })
    .where('partition', 'in', free)
    .returning(['partition', 'epoch', 'position'])
    .execute();
}

/** Releases partitions, so that others can take them at once. */
export async function release({ database, holder }: Holder, partitions: readonly number[]): Promise<void> {
  if (partitions.length === 0) return;
  await database
    .updateTable('report_partition')
    .set({ holder: '', expires_at: new Date(0) })
    .where('holder', '=', holder)
    .where('partition', 'in', partitions)
    .execute();
}

/** Removes this instance, and instances that ended without removing themselves. */
export async function removeReader({ database, holder }: Holder): Promise<void> {
  await database
    .deleteFrom('report_reader')
    .where((row) => row.or([row('holder', '=', holder), row.not(isCurrent)]))
    .execute();
}

/**
 * Moves the position of a partition in the transaction of the rows. Throws `LeaseLost` when another instance holds the partition, or the position is not the
 * expected one: then the rows were written already, by a transaction whose commit was not confirmed to this instance.
 */
export async function movePosition(tx: Transaction<Database>, held: HeldPartition, from: number, to: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('report_partition')
    .set({ position: to })
    .where((row) => row.and({ partition: held.partition, epoch: held.epoch, position: from }))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(`partition ${String(held.partition)}`);
}
