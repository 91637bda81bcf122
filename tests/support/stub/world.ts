/** How an optional field (`?` in the documents) is left empty. Source: checklist, Entities: "the field can be missing or null". */
export type Emptiness = 'missing' | 'null';

/** Builds a record of an entity: its required fields, and every optional one missing or null. */
export type Entity = <Required extends object>(required: Required, optional: readonly string[]) => Required & Record<string, unknown>;

/** Returns a builder of records that leaves optional fields empty in one way. */
export const entityWith =
  (emptiness: Emptiness): Entity =>
  (required, optional) => ({ ...(emptiness === 'null' ? Object.fromEntries(optional.map((name) => [name, null])) : {}), ...required });

/** The one device, map, place, incident and treatment in the responses. */
export const WORLD = {
  serial: 'LU-0001',
  device: 'Robot One',
  deviceType: 'LUMION_FIX',
  map: 'map-1',
  mapVersion: '2.1.1#1#1#1#1#1#1#1#1',
  location: 'location-1',
  greenhouse: 'greenhouse-1',
  organisation: 'organisation-1',
  deployment: 'deployment-1',
  treatment: 'treatment-1',
  incident: 'incident-1',
  errorCode: '0x0000001a',
  lane: 'lane-1',
  at: '2026-03-04T13:05:00Z',
} as const;

const STATE = [
  'current_state',
  'current_task',
  'error_code',
  'state',
  'error',
  'battery_level',
  'controller',
  'current_node',
  'current_pose_x',
  'current_pose_y',
  'current_pose_theta',
  'current_velocity',
];
const INCIDENT = [
  'error_code',
  'map_id',
  'map_version',
  'during_mission',
  'treatment_id',
  'node_id',
  'incident_dashboard_url',
  'text_logging_url',
  'cleaned_text_logging_url',
  'data_store_id',
  'files_id',
  'record_version',
  'upload_results',
  'post_processing_results',
];
const TREATMENT = [
  'treatment_id',
  'start_time',
  'finish_time',
  'wait_time',
  'in_progress',
  'original_version',
  'finish_status',
  'device_names',
  'map_id',
  'map_name',
  'map_version',
  'mission_id',
  'treatment_type',
  'test_mission',
  'settings',
  'stats',
  'events',
  'jobs',
];
const DEVICE = [
  'client_name',
  'hardware_revision_id',
  'first_seen',
  'last_seen',
  'metadata',
  'active_deployment',
  'is_live',
  'has_wifi',
  'site_id',
  'site_version',
];

const square = [
  [0, 0],
  [40, 0],
  [40, 20],
  [0, 20],
  [0, 0],
];
const collection = (features: readonly unknown[]) => ({ type: 'FeatureCollection', features });
const feature = (type: string, coordinates: unknown, properties: object) => ({
  type: 'Feature',
  geometry: { type, coordinates },
  properties,
});

/** The layers of a small plan in local metres. Source: OPEN-51. */
const layers = {
  site: collection([feature('Polygon', [square], {})]),
  node: collection([feature('Point', [5, 5], { id: WORLD.lane })]),
  connection: collection([]),
  waypoint: collection([]),
  lane: collection([
    feature(
      'LineString',
      [
        [5, 5],
        [5, 18],
      ],
      { id: WORLD.lane, length: 13, width: 1 },
    ),
  ]),
  walkway: collection([]),
  gutter: collection([
    feature(
      'LineString',
      [
        [6, 5],
        [6, 18],
      ],
      { number: 1 },
    ),
  ]),
  obstacle: collection([]),
};

/** Returns the records of the entities, each with its required fields only. Source: checklist, Entities. */
export function recordsOf(entity: Entity) {
  const { at, serial } = WORLD;
  const greenhouse = entity({ id: WORLD.greenhouse, name: 'Greenhouse One', location_id: WORLD.location }, ['client_name', 'map_id']);
  const deployment = { id: WORLD.deployment, device_serial: serial, location_id: WORLD.location, creation_date: at };
  return {
    state: entity({}, STATE),
    device: entity(
      { serial, name: WORLD.device, device_type: WORLD.deviceType, life_cycle_stage: 'OPERATIONAL', metadata_valid: true },
      DEVICE,
    ),
    incident: entity({ incident_id: WORLD.incident, incident_time: at, machine_serial: serial, manually_triggered: false }, INCIDENT),
    treatment: entity({ id: WORLD.treatment, creation_time: at, version: 1, device_serials: [serial] }, TREATMENT),
    activeTreatment: entity({ treatment_id: WORLD.treatment, creation_time: at, jobs: [entity({ job_type: 'lane' }, ['object_id'])] }, [
      'settings',
      'start_time',
    ]),
    map: entity({ id: WORLD.map, name: 'Map One', versions: [WORLD.mapVersion] }, ['layers', 'greenhouse_type', 'map_name']),
    availableMap: entity({ version: WORLD.mapVersion, valid: true }, ['errors']),
    greenhouse,
    deployment,
    location: entity({ id: WORLD.location, name: 'Location One', owned_by: WORLD.organisation, timezone: 'Europe/Brussels' }, [
      'client_name',
      'address',
      'greenhouses',
      'deployments',
    ]),
    organisation: entity({ id: WORLD.organisation, name: 'Organisation One' }, ['client_name', 'authentication_group', 'locations']),
    managedUser: entity(
      {
        name: 'An',
        family_name: 'Verhoeven',
        email: 'an@serrarobotics.example',
        locale: 'nl-BE',
        user_type: 'system_admin',
        status: 'CONFIRMED',
        enabled: true,
        mfa_enabled: true,
        created: at,
      },
      ['organisation_id'],
    ),
    softwareInfo: entity({ software_version: '3.2.1', software_status: 'True' }, ['software_hash', 'software_manually_started']),
    deviceEvent: entity({ belgian_local_time: '2026-03-04T14:05:00', level: 'info', message: 'started' }, [
      'device_local_time',
      'device_local_timezone',
      'data',
      'action',
    ]),
    treatmentEvent: entity({ time: at, level: 'info', robot: serial }, ['user', 'data']),
    configChange: entity({ belgian_local_time: '2026-03-04T14:05:00', config_name: 'max_speed' }, [
      'device_local_time',
      'device_local_timezone',
      'old_value',
      'new_value',
    ]),
    errorPeriod: entity({ start_time: at, duration_seconds: 60 }, ['stop_time', 'next_state']),
    deviceAction: entity(
      { device_serial: serial, action_type: 'update', timestamp: at, done_by: 'an', action: entity({}, ['old_value', 'new_value']) },
      [],
    ),
    layers,
    emptyLayer: collection([]),
  };
}
