import type { Generated } from 'kysely';
import type { Instant, Json, NullableInstant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

interface CommandTable {
  id: string;
  device_serial: string;
  command: string;
  arguments: Json;
  status: string;
  given_at: Instant;
  given_by: string;
  given_by_name: string;
  holder: string | null;
  holder_name: string | null;
  epoch: number | null;
  /** Deadline for delivery; `ends_by` is the deadline for the end of the command. */
  expires_at: Instant;
  ends_by: Instant;
  sent_at: NullableInstant;
  delivered_at: NullableInstant;
  ended_at: NullableInstant;
  /** Time at which the device reported `done` after its command had expired or failed. */
  confirmed_at: NullableInstant;
  text: string | null;
  /** Uploads only: whether the end was recorded in the incidents whose data was uploaded. */
  upload_noted: Generated<boolean>;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    command: CommandTable;
  }
}

/** The table `command` with its migrations. */
export const commandTables: TableHistory = {
  '003_commands': [
    `create table command (id text primary key, device_serial text not null references device (serial), command text not null, arguments jsonb not null,
    status text not null check (status in ('given', 'sent', 'delivered', 'done', 'failed', 'expired')),
    given_at timestamptz not null, given_by text not null, given_by_name text not null, holder text, holder_name text, epoch integer,
    expires_at timestamptz not null, ends_by timestamptz not null, sent_at timestamptz, delivered_at timestamptz, ended_at timestamptz,
    confirmed_at timestamptz, text text)`,
    `create index command_recent on command (device_serial, given_at desc, id)`,
    `create index command_config on command (device_serial, given_at) where command = 'config'`,
    `create index command_open on command (expires_at) where ended_at is null`,
  ],
  '008_incident': [
    // Partial index: uploads whose end is not recorded yet are queried at every check.
    `alter table command add column upload_noted boolean not null default false`,
    `create index command_upload on command (given_at) where command = 'upload_data' and not upload_noted`,
  ],
  // Partial indexes: each start queries the users who ever had control, and the stops of the last day, among the commands of years.
  '093_command_start': [
    `create index command_control on command (device_serial, given_by) where command = 'take_control'`,
    `create index command_stop on command (given_at) where command = 'stop_immediately'`,
  ],
};
