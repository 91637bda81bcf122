import type { Instant, NullableInstant } from '../../platform/database/columnTypes.ts';
import type { TableHistory } from '../../platform/database/migrate.ts';

/** Control per device; no row, or a null holder, means no controller. `epoch` is incremented with every change. */
interface ControlTable {
  serial: string;
  holder: string | null;
  holder_name: string | null;
  since: NullableInstant;
  epoch: number;
  changed_at: Instant;
}

/** Time of a user's last activity at any console. */
interface PresenceTable {
  username: string;
  seen_at: Instant;
}

declare module '../../platform/database/tables.ts' {
  interface Database {
    control: ControlTable;
    presence: PresenceTable;
  }
}

/** The tables `control` and `presence` with their migrations. */
export const controlTables: TableHistory = {
  '003_commands': [
    // `epoch` is incremented with every change of control, never reset.
    `create table control (serial text primary key references device (serial), holder text, holder_name text, since timestamptz,
    epoch integer not null, changed_at timestamptz not null, check ((holder is null) = (since is null)))`,
    `create index control_changed on control (changed_at)`,
    `create table presence (username text primary key, seen_at timestamptz not null)`,
  ],
};
