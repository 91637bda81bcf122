import type { Kysely } from 'kysely';
import type { Database } from './tables.ts';

/** Runs reads on one snapshot, so that a day that is sealed during the reads is neither missing nor read twice. */
export const atOneMoment = <Result>(database: Kysely<Database>, read: (tx: Kysely<Database>) => Promise<Result>): Promise<Result> =>
  database.transaction().setIsolationLevel('repeatable read').execute(read);
