import type { Buffer } from 'node:buffer';
import type { Generated } from 'kysely';
import type { Instant, Json } from '../platform/database/columnTypes.ts';
import type { TableHistory } from '../platform/database/migrate.ts';

/** A plan; maps of the same shape share one. */
interface PlanTable {
  id: string;
  layers: Json;
}

/** A map of a greenhouse; `versions` are site versions of nine parts, newest first. */
interface SiteMapTable {
  id: string;
  name: string;
  greenhouse_type: string;
  /** Null for an uploaded map that is in no greenhouse yet. */
  greenhouse_id: string | null;
  versions: Json;
  plan_id: string;
  /** Whether the map is no longer offered as a choice; its history is kept. */
  archived: Generated<boolean>;
}

/**
 * An earlier drawing of a plan layer, written by an older version of the server. The table is no longer read or written: the plans of earlier site versions are
 * stored in `map_plan`.
 */
interface PlanLayerTable {
  plan_id: string;
  layer: string;
  edition: number;
  drawing: Json;
}

/** A layer version of a map and its changelog entry. Nothing reads `edition`. */
interface MapLayerTable {
  map_id: string;
  layer: string;
  version: string;
  edition: number;
  made_at: Instant;
  done_by: string;
  message: string;
}

/** The whole plan of an uploaded site version; `version` is dotted. */
interface MapPlanTable {
  map_id: string;
  version: string;
  layers: Json;
  /** Name and greenhouse type of the map before this version; null for its first version, and for uploads of earlier versions of the server. */
  name_before: Generated<string | null>;
  greenhouse_type_before: Generated<string | null>;
}

/** A piece of the JSON of a stored layer, as it is sent. `source` identifies the source of the layer. */
interface PlanPieceTable {
  source: string;
  layer: string;
  part: number;
  bytes: Buffer;
}

declare module '../platform/database/tables.ts' {
  interface Database {
    plan: PlanTable;
    site_map: SiteMapTable;
    plan_layer: PlanLayerTable;
    map_layer: MapLayerTable;
    map_plan: MapPlanTable;
    plan_piece: PlanPieceTable;
  }
}

/** The tables of maps (`site_map`), plans, their layers and versions, with their migrations. */
export const mapTables: TableHistory = {
  '001_fleet': [
    `create table plan (id text primary key, layers jsonb not null)`,
    `create table site_map (id text primary key, name text not null, greenhouse_type text not null, greenhouse_id text not null references greenhouse (id),
    versions jsonb not null, plan_id text not null references plan (id))`,
  ],
  '010_map_layers': [
    `create table plan_layer (
      plan_id text not null references plan (id),
      layer text not null,
      edition integer not null check (edition > 0),
      drawing jsonb not null,
      primary key (plan_id, layer, edition)
    )`,
    `create table map_layer (
      map_id text not null references site_map (id),
      layer text not null,
      version text not null,
      edition integer not null check (edition >= 0),
      made_at timestamptz not null,
      done_by text not null,
      message text not null,
      primary key (map_id, layer, version)
    )`,
  ],
  '017_map_uploads': [
    `alter table site_map alter column greenhouse_id drop not null`,
    `create table map_plan (
      map_id text not null references site_map (id),
      version text not null,
      layers jsonb not null,
      primary key (map_id, version)
    )`,
  ],
  '032_plan_pieces': [
    `create table plan_piece (
      source text not null,
      layer text not null,
      part integer not null,
      bytes bytea not null,
      primary key (source, layer, part)
    )`,
  ],
  '047_archives': [`alter table site_map add column archived boolean not null default false`],
  '096_map_plan_before': [`alter table map_plan add column name_before text, add column greenhouse_type_before text`],
};
