/** The tables `audit` and `audit_head` with their migrations; SQL for the subject of a line. */

import type { Generated } from 'kysely';
import type { Instant, Json } from '../database/columnTypes.ts';
import type { TableHistory } from '../database/migrate.ts';

/** Audited calls; each row's hash covers the row and the previous hash. Append only. */
interface AuditTable {
  id: number;
  at: Instant;
  who: string;
  role: string | null;
  call: string;
  params: Json;
  request_id: string;
  status: number;
  hash: string;
  /**
   * The organisations of the person at that time, sorted; null for the staff, for unauthenticated callers, and for lines written before this column existed.
   */
  organisations: string[] | null;
  /** The changed fields; null if there are none, and for lines written before this column existed. */
  changes: Json | null;
}

interface AuditHeadTable {
  only_one: Generated<boolean>;
  id: number;
  hash: string;
  /** Id of the first line whose hash needs the key; null if there is no such line yet. */
  keyed_from: number | null;
}

declare module '../database/tables.ts' {
  interface Database {
    audit: AuditTable;
    audit_head: AuditHeadTable;
  }
}

/** SQL for the subject of a line, in lower case; null if the line has no subject. An index is built on this expression, so it must not change. */
export const SUBJECT = `lower(coalesce(params->>'email', params->>'serial', params->>'device_serial', params->>'error_code', params->>'id', params->>'a',
    params->>'location_id', params->>'greenhouse_id', params->>'organisation', params->>'organisation_id'))`;

/** Migrations of the audit record. */
export const auditTables: TableHistory = {
  '003_commands': [
    `create table audit (id bigint primary key, at timestamptz not null, who text not null, role text, call text not null, params jsonb not null,
    request_id text not null, status integer not null, hash text not null)`,
    // The last id and hash of the chain; the holder of its row lock is the only writer.
    `create table audit_head (only_one boolean primary key default true check (only_one), id bigint not null, hash text not null)`,
    `insert into audit_head (id, hash) values (0, '')`,
  ],
  '019_audit_key': [`create index audit_request on audit (request_id)`, `alter table audit_head add column keyed_from bigint`],
  '038_audit_lines': [
    `alter table audit add column organisations text[]`,
    `create index audit_at on audit (at desc, id desc)`,
    `create index audit_who on audit (who, at desc, id desc)`,
    `create index audit_call on audit (call, at desc, id desc)`,
    `create index audit_subject on audit ((${SUBJECT}), at desc, id desc)`,
    `create index audit_organisation on audit ((organisations[1]), at desc, id desc) where organisations is not null`,
  ],
  '071_audit_changes': [`alter table audit add column changes jsonb`],
};
