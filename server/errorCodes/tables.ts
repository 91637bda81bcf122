import type { Json } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

interface ErrorCodeTable {
  code: string;
  description: Json;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    error_code: ErrorCodeTable;
  }
}

/** The table `error_code` with its migrations. */
export const errorCodeTables: TableHistory = {
  '001_fleet': [`create table error_code (code text primary key, description jsonb not null)`],
  '015_error_code_once': [`create unique index error_code_once on error_code (lower(code))`],
};
