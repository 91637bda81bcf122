import type { ColumnType } from 'kysely';

/** jsonb: written as text (an array given as such would become a PostgreSQL array), read as whatever it holds. */
export type Json = ColumnType<unknown, string, string>;
/** jsonb or nothing. */
export type NullableJson = ColumnType<unknown, string | null, string | null>;
/** timestamptz: read as a date, written as one or as ISO text. */
export type Instant = ColumnType<Date, Date | string, Date | string>;
/** timestamptz or nothing. */
export type NullableInstant = ColumnType<Date | null, Date | string | null, Date | string | null>;
