import type { Instant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** Whether a user is notified of a device. */
interface PushSettingTable {
  username: string;
  serial: string;
  mobile_push: boolean;
}

/** A phone subscribed to notifications. */
interface PushSubscriptionTable {
  id: string;
  username: string;
  created_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    push_setting: PushSettingTable;
    push_subscription: PushSubscriptionTable;
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
};
