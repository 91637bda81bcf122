/** Removes what has outlived its time; a file first from the catalogue, so that nobody reads one that is gone. */

import { type RawBuilder, sql } from 'kysely';
import { ACCOUNTS_AT_ONCE, removeSwitchedOff } from '../accounts/accountPolicy.ts';
import { holdLock, locks } from '../../platform/database/locks.ts';
import { discardFile } from '../parquet/catalogue.ts';
import { type CuttingParts, cutFile } from './cutFile.ts';
import { type AgedTable, agedTables, isOld, isPinnedFile, oldFiles, removedBefore, type RetentionDays } from './removals.ts';

/** Number of rows that one statement removes. */
const ROWS_AT_ONCE = 1_000;

async function removeFiles(parts: CuttingParts, days: RetentionDays): Promise<number> {
  const { database, fence, now, signal } = parts;
  const { gone, cut } = await oldFiles(database, days, now());
  let done = 0;
  for (const { name } of gone) {
    signal.throwIfAborted();
    // The removal of the files before took its time, in which somebody may have kept a part of this one.
    const isGone = await database.transaction().execute(async (tx) => {
      await holdLock(tx, locks.historyPins);
      const file = tx.updateTable('history_file').set({ state: 'removing' }).where('name', '=', name);
      const { numUpdatedRows } = await file.where(sql<boolean>`not ${isPinnedFile}`).executeTakeFirstOrThrow();
      await fence(tx);
      return numUpdatedRows > 0n;
    });
    if (!isGone) continue;
    // If it cannot be removed now, the next run does.
    await discardFile(parts, name);
    done += 1;
  }
  for (const { name } of cut) {
    signal.throwIfAborted();
    if (await cutFile(parts, name)) done += 1;
  }
  return done;
}

/** Removes old rows of a device from a table, in short transactions; returns how many. */
async function removeRowsOf({ database, fence, signal }: CuttingParts, aged: AgedTable, serial: string, before: Date): Promise<number> {
  const old = sql`select ctid from ${sql.table(aged.table)} where ${sql.ref(aged.serial)} = ${serial} and ${isOld(aged, before)}`;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    // Most devices have none, and need no transaction.
    if ((await sql`${old} limit 1`.execute(database)).rows.length === 0) return removed;
    removed += await database.transaction().execute(async (tx) => {
      await holdLock(tx, locks.historyPins);
      const remove = sql`delete from ${sql.table(aged.table)} where ctid = any (array(${old} limit ${ROWS_AT_ONCE}))`;
      const { numAffectedRows = 0n } = await remove.execute(tx);
      await fence(tx);
      return Number(numAffectedRows);
    });
  }
}

async function removeRows(parts: CuttingParts, days: RetentionDays): Promise<number> {
  const devices = await parts.database.selectFrom('device').select('serial').execute();
  let removed = 0;
  for (const aged of agedTables) {
    const before = removedBefore(days[aged.days], parts.now());
    if (before === null) continue;
    // A device after the other, by the index of the table, which has none for the instant alone.
    for (const { serial } of devices) removed += await removeRowsOf(parts, aged, serial, before);
  }
  return removed;
}

/** A statement that removes rows, at most `most` of them, and is repeated while it does. */
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
 * Removes what is kept of people, which no pinned span keeps: old reviews of episodes; accounts of sessions that were switched off, old lines, the accounts whose last
 * line is old, and the notes of former removals. Returns how many rows.
 */
async function removeOfPeople({ database, fence, now, signal }: CuttingParts, days: RetentionDays): Promise<number> {
  const before = removedBefore(days.accounts, now());
  const removals: readonly Removal[] = [
    ...oldRows('history_review', 'at', removedBefore(days.events, now())),
    { remove: removeSwitchedOff, most: ACCOUNTS_AT_ONCE },
    ...oldRows('session_account_line', 'at', before),
    ...oldRows('session_account', 'ended_at', before),
    ...oldRows('session_account_removed', 'removed_at', before),
  ];
  let all = 0;
  for (const { remove, most } of removals) {
    let removed = most;
    while (removed === most) {
      signal.throwIfAborted();
      removed = await database.transaction().execute(async (tx) => {
        const { numAffectedRows = 0n } = await remove.execute(tx);
        await fence(tx);
        return Number(numAffectedRows);
      });
      all += removed;
    }
  }
  return all;
}

/** How many files were removed or cut, and how many rows were removed. */
export interface RemovedCount {
  readonly files: number;
  readonly rows: number;
}

/** Removes old files and rows; returns how many. */
export async function removeOld(parts: CuttingParts, days: RetentionDays): Promise<RemovedCount> {
  return { files: await removeFiles(parts, days), rows: (await removeRows(parts, days)) + (await removeOfPeople(parts, days)) };
}
