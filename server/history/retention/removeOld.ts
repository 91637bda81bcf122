/** Removes data past its retention period; a file is first removed from the catalogue, so that nobody reads a removed file. */

import { type RawBuilder, sql } from 'kysely';
import { ACCOUNTS_AT_ONCE, removeSwitchedOff } from '../accounts/accountPolicy.ts';
import { holdLock, locks } from '../../platform/database/locks.ts';
import { forEachTried } from '../../platform/failure/forEachTried.ts';
import { discardFile } from '../parquet/catalogue.ts';
import { type CuttingParts, cutFile } from './cutFile.ts';
import {
  type AgedTable,
  agedTables,
  isOld,
  isOldBlock,
  isPinnedFile,
  oldFiles,
  removedBefore,
  type RemovedFile,
  type RetentionDays,
} from './removals.ts';

/** Maximum number of rows that one statement removes. */
const ROWS_AT_ONCE = 1_000;
/** Maximum number of blocks of reports that one statement removes: a block may have several hundred kB. */
const BLOCKS_AT_ONCE = 100;

/** The numbers of files that were removed or cut, and of rows that were removed. */
export interface RemovedCount {
  readonly files: number;
  readonly rows: number;
}

/** Dependencies of the function that removes old data. */
export interface RemovingParts extends CuttingParts {
  /** Called with the numbers if something was removed, even if something else could not be removed. */
  readonly onRemoved?: (removed: RemovedCount) => Promise<void>;
}

/** Called with the number of files or rows of each removal. */
type Count = (removed: number) => void;

/** Marks an old file for removal; returns false if it is pinned. */
const uncatalogued = ({ database, fence }: CuttingParts, name: string): Promise<boolean> =>
  // A part of this file may have been pinned while the previous files were removed.
  database.transaction().execute(async (tx) => {
    await holdLock(tx, locks.historyPins);
    const file = tx.updateTable('history_file').set({ state: 'removing' }).where('name', '=', name);
    const { numUpdatedRows } = await file.where(sql<boolean>`not ${isPinnedFile}`).executeTakeFirstOrThrow();
    await fence(tx);
    return numUpdatedRows > 0n;
  });

async function removeFiles(parts: CuttingParts, days: RetentionDays, count: Count): Promise<void> {
  const { gone, cut } = await oldFiles(parts.database, days, parts.now());
  const remove = async ({ name }: RemovedFile) => {
    if (!(await uncatalogued(parts, name))) return;
    count(1);
    // If the file cannot be removed now, the next run removes it.
    await discardFile(parts, name);
  };
  const reduce = async ({ name }: RemovedFile) => {
    if (await cutFile(parts, name)) count(1);
  };
  const files = [...gone.map((file) => ({ file, run: remove })), ...cut.map((file) => ({ file, run: reduce }))];
  await forEachTried(files, ({ file, run }) => run(file), parts.signal);
}

/** Removes old rows of a device from a table, in short transactions. */
async function removeRowsOf(
  { database, fence, signal }: CuttingParts,
  { aged, serial, before }: { readonly aged: AgedTable; readonly serial: string; readonly before: Date },
  count: Count,
): Promise<void> {
  const old = sql`select ctid from ${sql.table(aged.table)} where ${sql.ref(aged.serial)} = ${serial} and ${isOld(aged, before)}`;
  for (;;) {
    signal.throwIfAborted();
    // Most devices have no old rows, and need no transaction.
    if ((await sql`${old} limit 1`.execute(database)).rows.length === 0) return;
    const removed = await database.transaction().execute(async (tx) => {
      await holdLock(tx, locks.historyPins);
      const remove = sql`delete from ${sql.table(aged.table)} where ctid = any (array(${old} limit ${ROWS_AT_ONCE}))`;
      const { numAffectedRows = 0n } = await remove.execute(tx);
      await fence(tx);
      return Number(numAffectedRows);
    });
    count(removed);
  }
}

async function removeRows(parts: CuttingParts, days: RetentionDays, count: Count): Promise<void> {
  const devices = await parts.database.selectFrom('device').select('serial').execute();
  const removals = agedTables.flatMap((aged) => {
    const before = removedBefore(days[aged.days], parts.now());
    // Rows are removed device by device: the tables' indexes begin with the device, and none is for the instant alone.
    return before === null ? [] : devices.map(({ serial }) => ({ aged, serial, before }));
  });
  await forEachTried(removals, (removal) => removeRowsOf(parts, removal, count), parts.signal);
}

/** Removes old blocks of reports if days are not sealed; a block with a kept part stays whole. Source: RETAIN14. */
async function removeBlocks({ database, fence, now, signal }: CuttingParts, days: RetentionDays, count: Count): Promise<void> {
  const before = removedBefore(days.unsealed, now());
  if (before === null) return;
  let last: { readonly id: number; readonly last_at: Date } | undefined = { id: 0, last_at: new Date(0) };
  for (;;) {
    signal.throwIfAborted();
    // Each block is checked once, before the lock that pins wait for; blocks that were pinned meanwhile are excluded while the lock is held.
    const old: readonly { readonly id: number; readonly last_at: Date }[] = await database
      .selectFrom('history_block')
      .select(['id', 'last_at'])
      .where(isOldBlock(before))
      .where(sql<boolean>`(last_at, id) > (${last.last_at}, ${last.id})`)
      .orderBy('last_at')
      .orderBy('id')
      .limit(BLOCKS_AT_ONCE)
      .execute();
    last = old.at(-1);
    if (last === undefined) return;
    const ids = old.map(({ id }) => id);
    const removed = await database.transaction().execute(async (tx) => {
      await holdLock(tx, locks.historyPins);
      const blocks = tx.deleteFrom('history_block').where('id', 'in', ids).where(isOldBlock(before));
      const { numDeletedRows } = await blocks.executeTakeFirstOrThrow();
      await fence(tx);
      return Number(numDeletedRows);
    });
    count(removed);
  }
}

/** A statement that removes at most `most` rows; it is repeated until it removes fewer rows. */
interface Removal {
  readonly remove: RawBuilder<unknown>;
  readonly most: number;
}

const oldRows = (table: string, at: string, before: Date | null): readonly Removal[] =>
  before === null
    ? []
    : [
        {
          remove: sql`delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${sql.ref(at)} < ${before} limit ${ROWS_AT_ONCE}))`,
          most: ROWS_AT_ONCE,
        },
      ];

/**
 * Removes old personal data, which pins do not keep: old reviews of episodes; accounts of sessions that were switched off, old lines, accounts whose last line
 * is old, and records of earlier removals.
 */
async function removeOfPeople({ database, fence, now, signal }: CuttingParts, days: RetentionDays, count: Count): Promise<void> {
  const before = removedBefore(days.accounts, now());
  const removals: readonly Removal[] = [
    ...oldRows('history_review', 'at', removedBefore(days.events, now())),
    { remove: removeSwitchedOff, most: ACCOUNTS_AT_ONCE },
    ...oldRows('session_account_line', 'at', before),
    ...oldRows('session_account', 'ended_at', before),
    ...oldRows('session_account_removed', 'removed_at', before),
  ];
  const runRemoval = async ({ remove, most }: Removal) => {
    let removed = most;
    while (removed === most) {
      signal.throwIfAborted();
      removed = await database.transaction().execute(async (tx) => {
        const { numAffectedRows = 0n } = await remove.execute(tx);
        await fence(tx);
        return Number(numAffectedRows);
      });
      count(removed);
    }
  };
  await forEachTried(removals, runRemoval, signal);
}

/**
 * Removes old personal data, then other old rows, then old files; returns the numbers of removed rows and files. Data that cannot be removed does not prevent
 * other removals: the first error is thrown afterwards. Source: RETAIN13.
 */
export async function removeOld(parts: RemovingParts, days: RetentionDays): Promise<RemovedCount> {
  const removed = { files: 0, rows: 0 };
  const countRows = (count: number) => {
    removed.rows += count;
  };
  const countFiles = (count: number) => {
    removed.files += count;
  };
  const removals = [
    () => removeOfPeople(parts, days, countRows),
    () => removeRows(parts, days, countRows),
    () => removeBlocks(parts, days, countRows),
    () => removeFiles(parts, days, countFiles),
  ];
  try {
    await forEachTried(removals, (remove) => remove(), parts.signal);
  } finally {
    if (removed.files + removed.rows > 0) await parts.onRemoved?.(removed);
  }
  return removed;
}
