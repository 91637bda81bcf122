/** Types of columns: jsonb (`Json`) and timestamptz (`Instant`), and their nullable variants. */

import type { ColumnType } from 'kysely';

/** jsonb: written as JSON text (pg would convert an array to a PostgreSQL array), read as the parsed value. */
export type Json = ColumnType<unknown, string, string>;
/** Nullable jsonb. */
export type NullableJson = ColumnType<unknown, string | null, string | null>;
/** timestamptz: read as `Date`, written as `Date` or ISO text. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
/** Nullable timestamptz. */
export type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;
