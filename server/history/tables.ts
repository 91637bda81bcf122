/**
 * The tables of the history with their migrations: reviews of episodes, the catalogue of files, hours of devices, pinned spans, bookmarks and accounts of
 * sessions.
 */

import type { Generated } from 'kysely';
import type { AccountLine } from '#contract/sessionAccount';
import type { Instant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** A person's review of an episode. */
interface HistoryReviewTable {
  episode_id: string;
  username: string;
  /** The person's name at the time of the review. */
  name: string;
  at: Instant;
}

/**
 * The catalogue of the files of the history. A file in state `writing` may not exist or be incomplete, and nobody reads it; the transaction that makes it
 * `complete` deletes the data that it replaces. A file in state `removing` may no longer exist. All columns but the name, the kind and the state describe the
 * complete file.
 */
interface HistoryFileTable {
  name: string;
  kind: 'reports' | 'rollups';
  state: 'writing' | 'complete' | 'removing';
  /** Instants of the file's first and last row. */
  first_at: Instant;
  last_at: Instant;
  serials: string[];
  row_count: number;
  bytes: number;
  sha256: string;
  footer_bytes: number;
  footer_crc: number;
  written_at: Instant;
  /** Whether the file was reduced to its pinned spans after its retention period. */
  is_cut: Generated<boolean>;
}

/**
 * Hours of devices, each for one organisation ('' while the device has no owner). Rows move into monthly files; rows of one hour in the table and in a file are
 * added up.
 */
interface HistoryRollupTable {
  serial: string;
  organisation: string;
  hour: Instant;
  reports: number;
  /** Number of reports in each of the 60 minutes, as JSON. */
  minute_reports: string;
  /** Activities of the minutes, each with its number of minutes, as JSON. */
  minute_activities: string;
  battery_min: number | null;
  battery_max: number | null;
  battery_avg: number | null;
  battery_reports: number;
  speed_min: number | null;
  speed_max: number | null;
  speed_avg: number | null;
  speed_reports: number;
  online_ms: number;
  treating_ms: number;
  error_ms: number;
  errors: number;
  /**
   * Whether the row was counted from sealed reports, which no longer change; false until its day is sealed, null if it was counted by an older server, which
   * did not record this.
   */
  is_sealed: Generated<boolean | null>;
}

/** A span that retention keeps, for one device or for all: pinned by a person, or inserted by hand, which counts as a pin of staff. */
interface HistoryPinTable {
  id: Generated<number>;
  from_at: Instant;
  /** End of the span, exclusive. */
  to_at: Instant;
  serial: string | null;
  /** Reason for keeping the span, shown to people. */
  reason: string;
  pin_id: Generated<string>;
  /** User name of the person who pinned the span; null if it was pinned by hand or the person's account was deleted. */
  username: Generated<string | null>;
  /** The person's name at the time of the pin. */
  author: Generated<string | null>;
  /** Time at which the span was pinned; null if it was pinned by hand. */
  written_at: Generated<Date | null>;
  /** Whether the pin applies to every organisation. */
  of_staff: Generated<boolean>;
  /** The organisations whose history the pin keeps: devices count while they work for one of them. */
  organisations: Generated<string[]>;
  /** The devices of a person's pin; null for all devices. */
  serials: Generated<string[] | null>;
}

/** A person's note on a moment; retention keeps the time around it for the devices of the organisations. */
interface HistoryBookmarkTable {
  bookmark_id: string;
  username: string;
  /** The author's name at the time of writing. */
  author: string;
  at: Instant;
  text: string;
  is_shared: boolean;
  /** Whether the author belonged to the provider's staff, who see everything, at the time of writing. */
  of_staff: boolean;
  /** The author's organisations at the time of writing; empty for staff. */
  organisations: string[];
  written_at: Instant;
}

/** The switch of an organisation ('' for the provider's staff): whether accounts of sessions are kept. Without a row the switch is off. */
interface AccountPolicyTable {
  organisation: string;
  is_on: boolean;
  changed_at: Instant;
  changed_by: string;
}

/** A record that a person has seen the notice about accounts of sessions. */
interface AccountNoticeTable {
  username: string;
  seen_at: Instant;
}

/** The account of a person's session. */
interface SessionAccountTable {
  session_id: string;
  username: string;
  /** The person's name at the time of the session. */
  author: string;
  is_shared: boolean;
  of_staff: boolean;
  /** The person's organisations at the time of the session; empty for staff. */
  organisations: string[];
  /** The instants of the account's first and last line. */
  begun_at: Instant;
  ended_at: Instant;
}

interface SessionAccountLineTable {
  session_id: string;
  sequence: number;
  at: Instant;
  kind: AccountLine['kind'];
  text: string;
  outcome: string;
}

/** A record that the account of a session was removed, by which late lines are refused. */
interface SessionAccountRemovedTable {
  session_id: string;
  removed_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    history_review: HistoryReviewTable;
    history_file: HistoryFileTable;
    history_rollup: HistoryRollupTable;
    history_pin: HistoryPinTable;
    history_bookmark: HistoryBookmarkTable;
    account_policy: AccountPolicyTable;
    account_notice: AccountNoticeTable;
    session_account: SessionAccountTable;
    session_account_line: SessionAccountLineTable;
    session_account_removed: SessionAccountRemovedTable;
  }
}

/** The migrations of the tables of the history. */
export const historyTables: TableHistory = {
  '068_history_reviews': [
    `create table history_review (episode_id text not null, username text not null, name text not null, at timestamptz not null,
    primary key (episode_id, username))`,
  ],
  '077_history_file': [
    `create table history_file (name text primary key, kind text not null, state text not null, first_at timestamptz not null, last_at timestamptz not null,
    serials text[] not null, row_count bigint not null, bytes bigint not null, sha256 text not null, footer_bytes bigint not null, footer_crc bigint not null,
    written_at timestamptz not null)`,
    `create index history_file_time on history_file (kind, last_at, first_at)`,
  ],
  '078_history_rollup': [
    `create table history_rollup (serial text not null, organisation text not null, hour timestamptz not null, reports integer not null,
    minute_reports text not null, minute_activities text not null, battery_min double precision, battery_max double precision, battery_avg double precision,
    battery_reports integer not null, speed_min double precision, speed_max double precision, speed_avg double precision, speed_reports integer not null,
    online_ms integer not null, treating_ms integer not null, error_ms integer not null, errors integer not null, primary key (serial, hour, organisation))`,
    `create index history_rollup_hour on history_rollup (hour)`,
  ],
  '079_history_pin': [
    `create table history_pin (id bigserial primary key, from_at timestamptz not null, to_at timestamptz not null, serial text, reason text not null)`,
  ],
  '080_history_file_cut': [`alter table history_file add column is_cut boolean not null default false`],
  '082_history_bookmark': [
    `create table history_bookmark (bookmark_id text primary key, username text not null, author text not null, at timestamptz not null, text text not null,
    is_shared boolean not null, of_staff boolean not null, organisations text[] not null, written_at timestamptz not null)`,
    `create index history_bookmark_time on history_bookmark (at)`,
    `create index history_bookmark_person on history_bookmark (username)`,
  ],
  '084_session_account_removed': [`create table session_account_removed (session_id text primary key, removed_at timestamptz not null)`],
  '086_history_pin_person': [
    `alter table history_pin add column pin_id text not null default gen_random_uuid()::text, add column username text, add column author text,
    add column written_at timestamptz, add column of_staff boolean not null default true, add column organisations text[] not null default '{}',
    add column serials text[]`,
    `create index history_pin_id on history_pin (pin_id)`,
    `create index history_pin_time on history_pin (from_at)`,
  ],
  '087_session_account': [
    `create table account_policy (organisation text primary key, is_on boolean not null, changed_at timestamptz not null, changed_by text not null)`,
    `create table account_notice (username text primary key, seen_at timestamptz not null)`,
    `create table session_account (session_id text primary key, username text not null, author text not null, is_shared boolean not null,
    of_staff boolean not null, organisations text[] not null, begun_at timestamptz not null, ended_at timestamptz not null)`,
    `create index session_account_person on session_account (username)`,
    `create index session_account_time on session_account (begun_at)`,
    `create table session_account_line (session_id text not null references session_account (session_id) on delete cascade, sequence integer not null,
    at timestamptz not null, kind text not null, text text not null, outcome text not null, primary key (session_id, sequence))`,
    `create index session_account_line_time on session_account_line (at)`,
  ],
  '090_history_rollup_sealed': [`alter table history_rollup add column is_sealed boolean`],
};
