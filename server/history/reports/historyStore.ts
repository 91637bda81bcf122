import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredParquets } from '../parquet/storedParquet.ts';

/** The storage of the history: the newest days in the database, sealed days in files, which the database catalogues. */
export interface HistoryStore {
  readonly database: Kysely<Database>;
  readonly parquets: StoredParquets;
}
