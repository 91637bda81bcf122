import { call } from './call.ts';
import { optionalInstant, z } from './schema.ts';

/** A device as the lists know it. Secrets inside `metadata` are `***`. Source: spec, Device; OPEN-88. */
export const device = z.object({
  serial: z.string(),
  name: z.string(),
  client_name: z.string().nullish(),
  device_type: z.string(),
  hardware_revision_id: z.string().nullish(),
  life_cycle_stage: z.string(),
  first_seen: optionalInstant,
  last_seen: optionalInstant,
  metadata: z.record(z.string(), z.unknown()).nullish(),
  /** In the management view; other servers may leave it out elsewhere. */
  metadata_valid: z.boolean().nullish(),
  active_deployment: z.object({ id: z.string(), location_id: z.string(), creation_date: optionalInstant }).nullish(),
  is_live: z.boolean().nullish(),
  has_wifi: z.boolean().nullish(),
  site_id: z.string().nullish(),
  site_version: z.string().nullish(),
});
/** A device as the lists know it. */
export type Device = z.infer<typeof device>;

/** Every device the caller may see. Source: CALL-089. */
export const getAllDevices = call({
  method: 'GET',
  path: 'all_devices',
  summary: 'Devices the caller may see.',
  answer: z.object({ result: z.array(device) }),
});

/** One device; 404 for an unknown or foreign serial. Source: CALL-096, OPEN-95. */
export const getDevice = call({
  method: 'GET',
  path: 'device/{serial}',
  summary: 'One device, secrets masked.',
  answer: z.object({ result: device }),
});

/** Life cycle stages. Source: CALL-090, OPEN-89. */
export const getAllLifeCycleStages = call({
  method: 'GET',
  path: 'all_life_cycle_stages',
  summary: 'Life cycle stages.',
  answer: z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

/** Device types with their hardware revisions. Source: CALL-091, OPEN-90. */
export const getAllDeviceTypes = call({
  method: 'GET',
  path: 'all_device_types',
  summary: 'Device types with revisions.',
  answer: z.object({
    result: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        metadata_schema: z.record(z.string(), z.unknown()).nullish(),
        revisions: z.array(z.object({ revision_id: z.string().nullish() })).nullish(),
      }),
    ),
  }),
});

/**
 * Changes the fields that are given; a secret of the metadata that is given as `***` stays what it is. 400 without any field, for a bad name, an
 * unknown stage or a `***` that stands for nothing; 404 unknown or foreign. Source: CALL-093, OPEN-92.
 */
export const postUpdateDevice = call({
  method: 'POST',
  path: 'update_device/{serial}',
  summary: 'Changes a device.',
  body: z
    .object({
      name: z.string(),
      client_name: z.string().max(100).nullable(),
      life_cycle_stage: z.string(),
      metadata: z.record(z.string(), z.unknown()),
    })
    .partial(),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Makes a device of that serial, in the first stage, deployed nowhere. 400 for a bad serial or name, an unknown type, or a revision of another
 * type; 403 for people of an organisation; 409 when the serial exists, in any spelling, unless this very request made it. Source: CALL-092, OPEN-91,
 * GAP-99.
 */
export const postCreateDevice = call({
  method: 'POST',
  path: 'create_device/{serial}',
  summary: 'Makes a device.',
  body: z.object({ name: z.string(), device_type: z.string(), hardware_revision_id: z.string().nullish() }),
  answer: z.object({ result: z.boolean() }),
});

/**
 * Gives a device type another name; an empty one or the one it has changes nothing. 400 for a bad name, 403 for people of an organisation, 404
 * unknown. Source: CALL-094, OPEN-93, MGMT-070.
 */
export const postUpdateDeviceType = call({
  method: 'POST',
  path: 'update_device_type/{id}',
  summary: 'Gives a device type another name.',
  body: z.object({ name: z.string() }),
  answer: z.object({ result: z.boolean() }),
});
