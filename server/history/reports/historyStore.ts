import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { StoredParquets } from '../parquet/storedParquet.ts';

/** Where the history is: newest days in the database, sealed days in files, which the database catalogues. */
export interface HistoryStore {
  readonly database: Kysely<Database>;
  readonly parquets: StoredParquets;
}
