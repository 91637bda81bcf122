import type { Instant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** A user's choice whether to be notified of a device. */
interface PushSettingTable {
  username: string;
  serial: string;
  mobile_push: boolean;
}

/**
 * A browser that receives notifications. The table `push_subscription` of older versions was never filled outside the demo, and is no longer read.
 */
interface PushReceiverTable {
  id: string;
  username: string;
  /** The URL of the browser at its push service. */
  endpoint: string;
  /** The public key and shared secret of the browser (RFC 8291) as JSON, sealed. */
  sealed_keys: string;
  label: string;
  /** The groups of the person at the last registration of the browser, as JSON. */
  groups: string;
  /** The locale of the person in the console at the last registration of the browser. */
  locale: string | null;
  created_at: Instant;
  renewed_at: Instant;
}

/** The groups of a person whose account was changed here, and the time of the change; no groups if the person was blocked or removed. */
interface PushAccessTable {
  username: string;
  /** A JSON list. */
  groups: string;
  changed_at: Instant;
}

/** The server's key pair for push services (VAPID): one row, created with the first registration. */
interface PushKeyTable {
  id: number;
  public_key: string;
  sealed_private_key: string;
}

/** The last notice that a person was sent about a site. */
interface PushSentTable {
  username: string;
  site: string;
  /** The serials of the devices that the notice names, as JSON. */
  serials: string;
  rang_at: Instant;
  /** The troubles that the notice names, those that ended lately, and the browsers that did not get it, as JSON. Version 0.5 leaves it as it was. */
  notice: string | null;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    push_setting: PushSettingTable;
    push_receiver: PushReceiverTable;
    push_access: PushAccessTable;
    push_key: PushKeyTable;
    push_sent: PushSentTable;
  }
}

/** The tables `push_setting`, `push_receiver`, `push_access`, `push_key` and `push_sent` with their migrations. */
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
    `create table push_receiver (
      id text primary key,
      username text not null,
      endpoint text not null unique,
      sealed_keys text not null,
      label text not null,
      groups text not null,
      created_at timestamptz not null,
      renewed_at timestamptz not null
    )`,
    `create index push_receiver_of on push_receiver (username)`,
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
  '063_push_locale': [`alter table push_receiver add column locale text`],
  '092_push_access': [`create table push_access (username text primary key, groups text not null, changed_at timestamptz not null)`],
  '100_push_notice': [`alter table push_sent add column notice text`],
};
