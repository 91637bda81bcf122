import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredParquets } from '../parquet/storedParquet.ts';

/** The storage of the history: the newest days in the database, and sealed days in files, which are catalogued in the database. */
export interface HistoryStore {
  readonly database: Kysely<Database>;
  readonly parquets: StoredParquets;
}
