import type { Instant, NullableInstant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** Who controls a device; no row and no holder are nobody. `epoch` counts up with every change. */
interface ControlTable {
  serial: string;
  holder: string | null;
  holder_name: string | null;
  since: NullableInstant;
  epoch: number;
  changed_at: Instant;
}

/** When a person was last seen at any console. */
interface PresenceTable {
  username: string;
  seen_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    control: ControlTable;
    presence: PresenceTable;
  }
}

/** Who controls a device, and when people were last seen. */
export const controlTables: TableHistory = {
  '003_commands': [
    // `epoch` counts up with every change of control and never back.
    `create table control (serial text primary key references device (serial), holder text, holder_name text, since timestamptz,
    epoch integer not null, changed_at timestamptz not null, check ((holder is null) = (since is null)))`,
    `create index control_changed on control (changed_at)`,
    `create table presence (username text primary key, seen_at timestamptz not null)`,
  ],
};
