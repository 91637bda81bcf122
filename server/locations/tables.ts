import type { Instant, Json } from '../platform/database/column.ts';

interface OrganisationTable {
  id: string;
  name: string;
  client_name: string | null;
  authentication_group: string | null;
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
}

interface GreenhouseTable {
  id: string;
  name: string;
  client_name: string | null;
  location_id: string;
  map_id: string | null;
}

/** How devices reach the network of a location, sealed. */
interface LocationNetworkTable {
  location_id: string;
  sealed: Buffer;
}

/** A map of a greenhouse; `versions` are site versions of nine parts, newest first. */
interface SiteMapTable {
  id: string;
  name: string;
  greenhouse_type: string;
  /** Null for an uploaded map that stands in no greenhouse yet. */
  greenhouse_id: string | null;
  versions: Json;
  plan_id: string;
}

/** A drawn plan; maps of the same shape share one. */
interface PlanTable {
  id: string;
  layers: Json;
}

/** How a layer of a plan was drawn before: edition 1 is the drawing before the plan's own, 2 the one before that. */
interface PlanLayerTable {
  plan_id: string;
  layer: string;
  edition: number;
  drawing: Json;
}

/** A version of a layer of a map: its drawing (0 is the plan's own), and how it came to be. */
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
}

/** Organisations, their places and the maps of these. */
export interface PlaceTables {
  organisation: OrganisationTable;
  location: LocationTable;
  location_network: LocationNetworkTable;
  greenhouse: GreenhouseTable;
  site_map: SiteMapTable;
  plan: PlanTable;
  plan_layer: PlanLayerTable;
  map_layer: MapLayerTable;
  map_plan: MapPlanTable;
}
