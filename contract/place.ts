/** The entities `Deployment`, `Greenhouse`, `Location`, `Organisation` and `LocationTree`, and the calls that read them. */

import { call } from './call.ts';
import { instant, paged, pageQuery, z } from './schema.ts';

/** Whether an entity is no longer offered as a choice but kept for its history; an extension of this server, announced as `archives`. */
const archived = z.nullish(z.boolean());

/** The deployment of a device at a location. Source: spec, Deployment. */
export const deployment = z.object({ id: z.string(), device_serial: z.string(), location_id: z.string(), creation_date: instant });
/** A greenhouse of a location, with the id of its map. Source: spec, Greenhouse. */
export const greenhouse = z.object({
  id: z.string(),
  name: z.string(),
  client_name: z.nullish(z.string()),
  location_id: z.string(),
  map_id: z.nullish(z.string()),
  archived,
});
/** A location to which devices are deployed; `latitude` and `longitude` in degrees (WGS 84) are an extension of this server. Source: spec, Location. */
export const location = z.object({
  id: z.string(),
  name: z.string(),
  client_name: z.nullish(z.string()),
  owned_by: z.string(),
  timezone: z.string(),
  address: z.nullish(z.string()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
  archived,
});
/** An organisation; `authentication_group` is returned to a system_admin only. Source: spec, Organisation; ROLE-022. */
export const organisation = z.object({
  id: z.string(),
  name: z.string(),
  client_name: z.nullish(z.string()),
  authentication_group: z.nullish(z.string()),
  /** The allowed mail domains for members of the organisation; an extension of this server, announced as `mail_domains`. */
  mail_domains: z.nullish(z.array(z.string())),
  archived,
});
/** A location with its greenhouses and deployments. Source: OPEN-67. */
export const locationTree = z.extend(location, {
  greenhouses: z.nullish(z.array(greenhouse)),
  deployments: z.nullish(z.array(z.object({ device_serial: z.string() }))),
});

/** The deployment of a device at a location. */
export type Deployment = z.infer<typeof deployment>;
/** A greenhouse of a location. */
export type Greenhouse = z.infer<typeof greenhouse>;
/** A location to which devices are deployed. */
export type Location = z.infer<typeof location>;
/** A location with its greenhouses and deployments. */
export type LocationTree = z.infer<typeof locationTree>;
/** An organisation. */
export type Organisation = z.infer<typeof organisation>;

/** Returns the active deployments visible to the caller. Source: CALL-105, OPEN-104. */
export const getDeployments = call({
  method: 'GET',
  path: 'deployment/all',
  summary: 'Active deployments.',
  query: pageQuery,
  answer: paged(deployment),
});
/** Returns the locations visible to the caller. Source: CALL-048. */
export const getLocations = call({
  method: 'GET',
  path: 'locations/get_locations',
  summary: 'Locations.',
  query: pageQuery,
  answer: paged(location),
});
/** Returns the greenhouses visible to the caller. Source: CALL-051. */
export const getGreenhouses = call({
  method: 'GET',
  path: 'locations/get_greenhouses',
  summary: 'Greenhouses.',
  query: pageQuery,
  answer: paged(greenhouse),
});
/** Returns the organisations visible to the caller. Source: CALL-058. */
export const getOrganisations = call({
  method: 'GET',
  path: 'locations/get_organisations',
  summary: 'Organisations.',
  query: pageQuery,
  answer: paged(organisation),
});
/** Returns one organisation with its locations, their greenhouses and deployments. Source: CALL-059, OPEN-67. */
export const getOrganisation = call({
  method: 'GET',
  path: 'locations/get_organisation/{id}',
  summary: 'One organisation with its locations.',
  answer: z.object({ result: z.extend(organisation, { locations: z.nullish(z.array(locationTree)) }) }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const placeCalls = { getDeployments, getLocations, getGreenhouses, getOrganisations, getOrganisation } as const;
