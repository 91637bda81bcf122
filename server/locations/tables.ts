import type { Generated } from 'kysely';
import type { Instant, NullableInstant } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

interface OrganisationTable {
  id: string;
  name: string;
  client_name: string | null;
  authentication_group: string | null;
  /** The allowed mail domains for members of the organisation, besides those in the settings; null if there are none. */
  mail_domains: Generated<string[] | null>;
  /** Whether the place is no longer offered as a choice; its history is kept. */
  archived: Generated<boolean>;
}

interface LocationTable {
  id: string;
  name: string;
  client_name: string | null;
  owned_by: string;
  timezone: string;
  address: string | null;
  latitude: number | null;
  longitude: number | null;
  archived: Generated<boolean>;
}

interface GreenhouseTable {
  id: string;
  name: string;
  client_name: string | null;
  location_id: string;
  map_id: string | null;
  archived: Generated<boolean>;
}

/** Network access of a location's devices, encrypted. */
interface LocationNetworkTable {
  location_id: string;
  sealed: Buffer;
  /** Null for a network that was stored before this instant was recorded. */
  changed_at: NullableInstant;
  /** The former network, until every device of the location has fetched the current one; encrypted in the same way. */
  former: Buffer | null;
}

/** The last fetch of each part of the entered data by a device. */
interface DataFetchTable {
  serial: string;
  part: string;
  /** A text that changes with the stored data. */
  state: string;
  fetched_at: Instant;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    organisation: OrganisationTable;
    location: LocationTable;
    greenhouse: GreenhouseTable;
    location_network: LocationNetworkTable;
    data_fetch: DataFetchTable;
  }
}

/** The tables `organisation`, `location`, `greenhouse`, `location_network`, `data_fetch` with their migrations. */
export const locationTables: TableHistory = {
  '001_fleet': [
    `create table organisation (id text primary key, name text not null, client_name text, authentication_group text)`,
    `create table location (id text primary key, name text not null, client_name text, owned_by text not null references organisation (id),
    timezone text not null, address text, latitude double precision, longitude double precision)`,
    `create table greenhouse (id text primary key, name text not null, client_name text, location_id text not null references location (id), map_id text)`,
  ],
  '015_network_information': [
    `create table location_network (location_id text primary key references location (id), sealed bytea not null)`,
  ],
  '041_mail_domains': [`alter table organisation add column mail_domains text[]`],
  '047_archives': [
    `alter table organisation add column archived boolean not null default false`,
    `alter table location add column archived boolean not null default false`,
    `alter table greenhouse add column archived boolean not null default false`,
  ],
  '062_data_fetches': [
    `alter table location_network add column changed_at timestamptz, add column former bytea`,
    `create table data_fetch (
      serial text not null references device (serial) on delete cascade,
      part text not null check (part in ('network', 'metadata')),
      state text not null,
      fetched_at timestamptz not null,
      primary key (serial, part)
    )`,
  ],
};
