import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { configColours } from '#domain/configuration/configRights';
import { decodeBlock } from '#server/fleet/history/historyBlock';
import { insertBlocks } from '#server/fleet/history/insertBlocks';
import type { KeptReport } from '#server/fleet/history/keptReport';
import type { Database } from '#server/platform/database/tables';
import { folderStorage } from '#server/platform/storage/folderStorage';
import type { FileStorage } from '#server/platform/storage/fileStorage';
import type { SealingParts } from '#server/history/sealed/sealDays';
import { quickFolder } from '../newDataDir.ts';
import { openTestDatabase } from '../openTestDatabase.ts';
import { workerDatabases } from '../testDatabase.ts';

/** The start of the day of most tests, and the end of that day. */
export const DAY = Date.UTC(2026, 2, 4);
export const DAY_END = Date.UTC(2026, 2, 5);

/** Who reads everything of the history that is kept. */
export const everybody = { scope: 'all' as const, colours: { known: [...configColours], unknown: true }, keptFrom: -Infinity };

/** A database without rows and a folder, with what sealing needs of them. */
export interface SealingStand {
  readonly url: string;
  readonly database: Kysely<Database>;
  readonly storage: FileStorage;
  readonly folder: string;
  /** Damaged blocks that sealing counted. */
  readonly damaged: number[];
  readonly parts: SealingParts;
  readonly add: (reports: readonly KeptReport[]) => Promise<void>;
  /** The reports that are still in the database. */
  readonly hot: () => Promise<readonly KeptReport[]>;
  readonly close: () => Promise<void>;
}

/** Opens a stand on a database, by default on one without rows. */
export async function openSealingStand(given?: string): Promise<SealingStand> {
  const url = given ?? (await workerDatabases().migrated());
  const database = openTestDatabase(url);
  const folder = mkdtempSync(path.join(quickFolder(), 'orangery-history-'));
  const storage = folderStorage(path.join(folder, 'files'), { warn: () => undefined });
  const damaged: number[] = [];
  const parts: SealingParts = {
    database,
    storage,
    fence: () => Promise.resolve(),
    dataDir: folder,
    now: () => DAY_END + 172_800_000,
    signal: new AbortController().signal,
    onDamaged: (blocks) => void (blocks > 0 && damaged.push(blocks)),
  };
  return {
    url,
    database,
    storage,
    folder,
    damaged,
    parts,
    add: (reports) => database.transaction().execute((tx) => insertBlocks(tx, reports)),
    hot: async () => {
      const rows = await database.selectFrom('history_block').select('reports').orderBy('id').execute();
      return rows.flatMap(({ reports }) => decodeBlock(reports));
    },
    close: async () => {
      await database.destroy();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
