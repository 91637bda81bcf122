import type { Instant, NullableInstant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** Whether a user is notified of a device. */
interface PushSettingTable {
  username: string;
  serial: string;
  mobile_push: boolean;
}

/** A browser that receives notifications. Rows of older versions have no endpoint: nothing is sent to them. */
interface PushSubscriptionTable {
  id: string;
  username: string;
  created_at: Instant;
  /** The address at its push service. */
  endpoint: string | null;
  /** Its public key and shared secret (RFC 8291) as JSON, sealed. */
  sealed_keys: string | null;
  label: string | null;
  /** The groups that its person had when it registered last, as JSON. */
  groups: string | null;
  renewed_at: NullableInstant;
}

/** The server's key pair towards push services (VAPID): one row, made with the first registration. */
interface PushKeyTable {
  id: number;
  public_key: string;
  sealed_private_key: string;
}

/** The last notice that a person was sent about a place. */
interface PushSentTable {
  username: string;
  site: string;
  /** The devices that it named, as JSON. */
  serials: string;
  rang_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    push_setting: PushSettingTable;
    push_subscription: PushSubscriptionTable;
    push_key: PushKeyTable;
    push_sent: PushSentTable;
  }
}

/** Schema of notification settings and push subscriptions. */
export const notificationTables: TableHistory = {
  '007_notifications': [
    `create table push_setting (
      username text not null,
      serial text not null references device (serial) on delete cascade,
      mobile_push boolean not null,
      primary key (username, serial)
    )`,
    `create table push_subscription (
      id text primary key,
      username text not null,
      created_at timestamptz not null
    )`,
    `create index push_subscription_of on push_subscription (username)`,
  ],
  '055_web_push': [
    `alter table push_subscription add column endpoint text unique, add column sealed_keys text, add column label text,
      add column groups text, add column renewed_at timestamptz`,
    `create table push_key (
      id integer primary key check (id = 1),
      public_key text not null,
      sealed_private_key text not null
    )`,
    `create table push_sent (
      username text not null,
      site text not null,
      serials text not null,
      rang_at timestamptz not null,
      primary key (username, site)
    )`,
  ],
};
