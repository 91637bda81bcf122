import { entityWith, recordsOf, WORLD, type Emptiness } from './world.ts';

/** A file response: type, name and bytes. */
export interface FileBody {
  readonly file: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** The default response of a call; `params` are its path parameters. */
type Answer = (params: Readonly<Record<string, string>>) => unknown;

const paged = (results: readonly unknown[]) => ({ total: results.length, results });
const QR = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const file = (name: string, type: string): FileBody => ({ file: name, type, bytes: new TextEncoder().encode('{}') });
const succeeded: Answer = () => ({ success: true });
const done: Answer = () => ({ result: true });

type Records = ReturnType<typeof recordsOf>;

const signIn: Readonly<Record<string, Answer>> = {
  'POST login_method': () => ({ mfa_enabled: true }),
  'POST users/setup_mfa': () => ({ qr_code: QR }),
  'POST users/associate_code': () => ({ ok: true }),
  'POST users/update_mfa': () => ({ ok: true }),
  'GET locales': () => ({ result: [{ id: 'nl-BE', name: 'Dutch (Belgium)' }] }),
  'GET notifications/settings': () => ({ settings: {} }),
  'POST notifications/settings': succeeded,
  'GET notifications/mobile_push/state': () => ({ nr_active_subscriptions: 0 }),
};

const machine = (records: Records): Readonly<Record<string, Answer>> => ({
  'GET machines': () => ({ result: { [WORLD.serial]: { timestamp: new Date().toISOString(), state: records.state } } }),
  'GET metrics': () => ({ result: [{ serial: WORLD.serial }], updated: WORLD.at }),
  'GET total_metrics': () => ({ total_mileage: 1_500, total_laneswitches: 3, time: WORLD.at }),
  'GET machine/{serial}/config': () => ({
    file_names: ['navigation.yaml'],
    config: {
      'navigation.yaml': { max_speed: { value: 0.5, model: { command_name: 'set_max_speed', group: 'Navigation-GREEN', type: 'float' } } },
    },
  }),
  'POST machine/{serial}/config': succeeded,
  'GET machine/{serial}/logs': () => ({ result: [{ timestamp: WORLD.at, database_id: 'log-1' }] }),
  'GET machine/{serial}/events': () => paged([records.deviceEvent]),
  'GET machine/{serial}/error_overview/{x}': () => ({ result: [records.errorPeriod] }),
  'GET machine/{serial}/raw_state': () => ({ state: records.state, timestamp: WORLD.at }),
  'GET machine/{serial}/rp_state': () => ({ rp_state: null, timestamp: WORLD.at }),
  'GET machine/{serial}/sw_version': () => ({ sw_version: records.softwareInfo }),
  'GET machine/{serial}/active_treatment': () => ({ active_treatment: records.activeTreatment }),
  'GET machine/{serial}/state_data': () => ({}),
  'GET machine/{serial}/sim_info': () => ({ sim_info: { sim_info: null } }),
  'GET machine/{serial}/map_data': () => ({ time: WORLD.at, available_maps: { [WORLD.map]: records.availableMap } }),
  'GET machine/{serial}/wait/{event}': succeeded,
  'GET machine/{serial}/take_control': succeeded,
  'GET machine/{serial}/release_control': succeeded,
  'GET machine/{serial}/stop_immediately': succeeded,
  'GET machine/{serial}/upload_data/all': succeeded,
  'GET machine/{serial}/upload_data/{incident}': succeeded,
  'GET machine/{serial}/validate_maps': succeeded,
  'GET machine/{serial}/reload_config': succeeded,
  'GET machine/{serial}/treatments/sync': succeeded,
  'GET config/compare': () => ({ result: { differences: [{ key_value: 'navigation.yaml/max_speed' }] } }),
  'GET config/download': () => file(`config_${WORLD.serial}.zip`, 'application/zip'),
  'GET config/changes/{serial}': () => paged([records.configChange]),
  'GET xenion/{x}/maintenance/settings': () => ({ settings: { name: WORLD.device, life_cycle_stage: 'OPERATIONAL' } }),
  'POST xenion/{x}/maintenance/settings': succeeded,
  'GET xenion/{x}/maintenance/deployment/{y}': () => ({ username: 'robot', password: 'secret' }),
  'POST xenion/{x}/maintenance/deployment': succeeded,
});

const errorCodes: Readonly<Record<string, Answer>> = {
  'GET xenion/error_codes/all': () => ({
    error_codes: { [WORLD.errorCode]: { description: { development: 'Motor too hot' } } },
    languages: ['en', 'nl'],
  }),
  'POST xenion/error_codes/explain': () => ({ error_codes: {} }),
  'POST xenion/error_codes/update': done,
  'POST xenion/error_codes/register': done,
  'GET xenion/error_codes/export': () => file('error_codes_en.pdf', 'application/pdf'),
};

const places = (records: Records): Readonly<Record<string, Answer>> => ({
  'GET map/all_maps': () => paged([records.map]),
  'GET map/maps/ids': () => ({ result: [WORLD.map] }),
  'GET map/{id}/versions': () => ({ versions: [WORLD.mapVersion] }),
  'GET map/{id}/detail': () => ({ detail: records.map }),
  'GET map/{id}/{version}/changelog': () => ({ changelog: {} }),
  'GET map/{id}/{version}/geojson': () => ({ layers: records.layers }),
  'POST map/{a}/{b}/upload': done,
  'GET locations/get_locations': () => paged([records.location]),
  'POST locations/create_location': () => ({ result: records.location }),
  'POST locations/{id}/update_location': () => ({ result: records.location }),
  'GET locations/{id}/get_network_information': () => ({ wifi_ssid: null, wifi_password: null }),
  'POST locations/{id}/update_network_information': done,
  'GET locations/get_greenhouses': () => paged([records.greenhouse]),
  'POST locations/create_greenhouse': () => ({ result: records.greenhouse }),
  'POST locations/{id}/update_greenhouse': () => ({ result: records.greenhouse }),
  'GET locations/{id}/get_greenhouses': () => ({ result: [records.greenhouse] }),
  'GET locations/get_greenhouse_by_map/{mapId}': () => ({ result: null }),
  'GET locations/get_organisations': () => paged([records.organisation]),
  'GET locations/get_organisation/{id}': () => ({ result: records.organisation }),
  'POST locations/create_organisation': () => ({ result: records.organisation }),
  'POST locations/{id}/update_organisation': () => ({ result: records.organisation }),
  'GET locations/get_timezones': () => ({ result: ['Europe/Amsterdam', 'Europe/Brussels'] }),
  'GET users/system_admins': () => ({ result: [records.managedUser] }),
  'GET users/license_support_engineers': () => ({ result: [] }),
  'GET users/{organisation}': () => ({ result: [] }),
  'POST users/create': done,
});

const work = (records: Records): Readonly<Record<string, Answer>> => ({
  'GET incidents/all': () => ({ total: 1, incidents: [records.incident] }),
  'GET incidents/analytics/map/{id}': () => ({ result: null }),
  'GET incidents/analytics/machine/{serial}': () => ({ result: null }),
  'GET incidents/analytics/error_codes': () => ({ result: null }),
  'GET incidents/detail/{id}': () => ({ incident: records.incident }),
  'GET incidents/download/{a}/{b}': ({ b = '' }) => file(b, 'application/octet-stream'),
  'GET incidents/post_processing/{id}/retry/{x}': succeeded,
  'POST incidents/export': () => file('incident_export.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  'GET incidents/video/{incident_id}': ({ incident_id = '' }) => ({ ...file(`${incident_id}.mp4`, 'video/mp4'), bytes: new Uint8Array() }),
  'GET treatment/all': () => paged([records.treatment]),
  'GET treatment/crop_state': () => ({ crop_state: records.emptyLayer }),
  'GET treatment/crop_state/{a}/{b}': () => ({ treatment_layer: records.emptyLayer }),
  'GET treatment/last_day': () => ({ result: [records.treatment], from_dt: WORLD.at, to_dt: WORLD.at }),
  'GET treatment/{id}/detail': () => ({ result: records.treatment }),
  'GET treatment/{id}/recalculate_stats': () => ({ result: records.treatment }),
  'GET treatment/{id}/delete_stats': done,
  'GET treatment/{id}/event_analysis': () => ({ result: [records.treatmentEvent] }),
  'GET treatment/{id}/download': ({ id = '' }) => file(`treatment_${id}.json`, 'application/json'),
});

const management = (records: Records): Readonly<Record<string, Answer>> => ({
  'GET all_devices': () => ({ result: [records.device] }),
  'GET all_life_cycle_stages': () => ({ result: [{ id: 'OPERATIONAL', name: 'Operational' }] }),
  'GET all_device_types': () => ({ result: [{ id: WORLD.deviceType, name: 'Lumion Fix' }] }),
  'POST create_device/{x}': done,
  'POST update_device/{x}': done,
  'POST update_device_type/{x}': done,
  'GET device/actions': () => ({ total: 1, actions: [records.deviceAction] }),
  'GET device/{serial}': () => ({ result: records.device }),
  'GET device/{serial}/decrypted': () => ({ result: records.device }),
  'GET device/{serial}/credentials': () => ({ credentials: null }),
  'GET device/{serial}/access_token': ({ serial = '' }) => file(`${serial}_access_token.json`, 'application/json'),
  'GET device/{serial}/qr-code': () => ({ qr_code: QR }),
  'GET delete_credentials/{x}': done,
  'POST generate_credentials/{x}': ({ x = '' }) => file(`${x}_private_key.pem`, 'application/x-pem-file'),
  'POST device/{serial}/deploy': done,
  'GET deployment/actions': () => ({ total: 0, actions: [] }),
  'GET deployment/all': () => paged([records.deployment]),
  'GET deployment/{id}': () => ({ result: records.deployment }),
  'GET deployment/{id}/close': done,
  'GET deployment/location/{id}': () => paged([records.deployment]),
  'GET nimbus/{x}/validate': () => ({ validation_id: 'validation-1' }),
  'GET nimbus/{x}/results': () =>
    paged([{ severity: 'info', validation_time: WORLD.at, error_message: 'none', resource_name: 'an', nimbus_id: 'n-1' }]),
});

/**
 * Returns every documented call with its smallest documented response. Fixed path segments come before path parameters. Source: checklist, CALL and
 * OPEN rows.
 */
export function documentedAnswers(emptiness: Emptiness): Readonly<Record<string, Answer>> {
  const records = recordsOf(entityWith(emptiness));
  return { ...signIn, ...machine(records), ...errorCodes, ...places(records), ...work(records), ...management(records) };
}
