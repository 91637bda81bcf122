/**
 * `device` with its metadata, revision and reported identity; lists of devices, device types and life cycle stages; calls to create, update and remove devices
 * and to rename a type.
 */

import { call } from '../call.ts';
import { optionalInstant, z } from '../schema.ts';

/** The identity that a device reports, by its message `identity`. An extension of this server. */
export const reportedIdentity = z.object({
  time: z.string(),
  device_type: z.nullish(z.string()),
  hardware_revision: z.nullish(z.string()),
  /** Serials of components, and versions of software, by name. */
  components: z.nullish(z.record(z.string(), z.string())),
  software: z.nullish(z.record(z.string(), z.string())),
});
/** The identity that a device reports. */
export type ReportedIdentity = z.infer<typeof reportedIdentity>;

/** The state of a device's copy of data that people entered: the instants of the last change and the last request, and whether the copy is current. */
const dataFetch = z.object({ changed_at: optionalInstant, asked_at: optionalInstant, is_current: z.boolean() });
/** The state of a device's copy of entered data. */
export type DataFetch = z.infer<typeof dataFetch>;

/** A device. Secrets inside `metadata` are masked as `***`. Source: spec, Device; OPEN-88. */
export const device = z.object({
  serial: z.string(),
  name: z.string(),
  client_name: z.nullish(z.string()),
  device_type: z.string(),
  hardware_revision_id: z.nullish(z.string()),
  life_cycle_stage: z.string(),
  first_seen: optionalInstant,
  last_seen: optionalInstant,
  metadata: z.nullish(z.record(z.string(), z.unknown())),
  /** Whether the metadata fits the schema of the type; null if the type has no schema. Present in the management view; other servers may omit it elsewhere. */
  metadata_valid: z.nullish(z.boolean()),
  active_deployment: z.nullish(z.object({ id: z.string(), location_id: z.string(), creation_date: optionalInstant })),
  is_live: z.nullish(z.boolean()),
  /** Whether device credentials are stored; an extension of this server. Without the field, only `getDeviceCredentials` shows whether there are any. */
  has_credentials: z.nullish(z.boolean()),
  /**
   * The expiry of the access token that a person downloaded last; null if nobody has downloaded one, or when the device has since renewed it with its key. An
   * extension of this server, announced as `device_tokens`.
   */
  access_token_ends_at: optionalInstant,
  has_wifi: z.nullish(z.boolean()),
  site_id: z.nullish(z.string()),
  site_version: z.nullish(z.string()),
  /** When the metadata of the device and the network of its location last changed, and when the device last requested them; an extension of this server. */
  data_fetches: z.nullish(z.object({ network: z.nullish(dataFetch), metadata: z.nullish(dataFetch) })),
  /** Present only in the decrypted answer: the metadata before the last change, until the device has fetched the new metadata; an extension of this server. */
  former_metadata: z.nullish(z.record(z.string(), z.unknown())),
  /** Present only in the answer for one device; null when the device has not reported its identity. */
  reported_identity: z.nullish(reportedIdentity),
});
/** A device. */
export type Device = z.infer<typeof device>;

/** Returns all devices visible to the caller. Source: CALL-089. */
export const getAllDevices = call({
  method: 'GET',
  path: 'all_devices',
  summary: 'Devices the caller may see.',
  answer: z.object({ result: z.array(device) }),
});

/** Returns one device. Fails: 404 unknown or not visible. Source: CALL-096, OPEN-95. */
export const getDevice = call({
  method: 'GET',
  path: 'device/{serial}',
  summary: 'One device, secrets masked.',
  answer: z.object({ result: device }),
});

/** Returns all life cycle stages. Source: CALL-090, OPEN-89. */
export const getAllLifeCycleStages = call({
  method: 'GET',
  path: 'all_life_cycle_stages',
  summary: 'Life cycle stages.',
  answer: z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

/**
 * Returns the device types with their hardware revisions. `archived`: not offered for new devices; an extension of this server, announced as `catalogues`.
 * Source: CALL-091, OPEN-90.
 */
export const getAllDeviceTypes = call({
  method: 'GET',
  path: 'all_device_types',
  summary: 'Device types with revisions.',
  answer: z.object({
    result: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        metadata_schema: z.nullish(z.record(z.string(), z.unknown())),
        revisions: z.nullish(z.array(z.object({ revision_id: z.nullish(z.string()), archived: z.nullish(z.boolean()) }))),
        archived: z.nullish(z.boolean()),
      }),
    ),
  }),
});

/**
 * Changes the given fields; a metadata secret given as `***` is kept unchanged if the server announces `kept_secrets`. Fails: 400 if no field is given, for an invalid name, an unknown stage or a
 * `***` without a stored secret; 404 unknown or not visible. Source: CALL-093, OPEN-92.
 */
export const postUpdateDevice = call({
  method: 'POST',
  path: 'update_device/{serial}',
  summary: 'Changes a device.',
  body: z.partial(
    z.object({
      name: z.string(),
      client_name: z.nullable(z.string().check(z.maxLength(100))),
      life_cycle_stage: z.string(),
      metadata: z.record(z.string(), z.unknown()),
    }),
  ),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Creates a device in the first stage, not deployed. Fails: 400 for an invalid serial or name, an unknown or archived type, or a revision of another
 * type or an archived one; 403 for users who are not staff; 409 when the serial exists (case-insensitive), unless this request id created it. Source:
 * CALL-092, OPEN-91, GAP-99, MGMT-066.
 */
export const postCreateDevice = call({
  method: 'POST',
  path: 'create_device/{serial}',
  summary: 'Makes a device.',
  body: z.object({ name: z.string(), device_type: z.string(), hardware_revision_id: z.nullish(z.string()) }),
  answer: z.object({ result: z.nullish(z.boolean()) }),
});

/**
 * Removes a device that never reported and was never deployed, with its credentials and actions. Fails: 403 for users who are not staff, 404 unknown,
 * 409 when it has reported or is used; the message names the uses. An extension of this server, announced as `removals`.
 */
export const postDeleteDevice = call({
  method: 'POST',
  path: 'delete_device/{serial}',
  summary: 'Removes a device.',
  body: z.object({}),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Renames a device type; an empty or unchanged name has no effect. Fails: 400 for an invalid name, 403 for users who are not staff, 404 unknown.
 * Source: CALL-094, OPEN-93, MGMT-070.
 */
export const postUpdateDeviceType = call({
  method: 'POST',
  path: 'update_device_type/{id}',
  summary: 'Gives a device type another name.',
  body: z.object({ name: z.string() }),
  answer: z.object({ result: z.boolean() }),
});

/** The calls that this file declares; `calls.ts` merges the calls of all files. */
export const deviceCalls = {
  getAllDevices,
  getDevice,
  getAllLifeCycleStages,
  getAllDeviceTypes,
  postUpdateDevice,
  postCreateDevice,
  postDeleteDevice,
  postUpdateDeviceType,
} as const;
