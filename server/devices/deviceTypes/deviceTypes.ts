/** The device types of the product with their hardware revisions and metadata schemas, and the eight life cycle stages. */

const revisions = (...ids: readonly string[]) => ids.map((revision_id) => ({ revision_id }));
const text = { type: 'string' };
const words = (...values: readonly string[]) => ({ type: 'string', enum: values });
const group = (...names: readonly string[]) => ({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, text])) });

const wifi = { platform_wifi_credentials: group('wifi_ssid', 'wifi_password') };
const app = { app_login_credentials: group('username', 'password') };
const schema = (properties: Record<string, unknown>) => ({ type: 'object', properties });

const platform = schema({
  cover_finish: words('DEFAULT', 'INOX'),
  wheel_type: words('RAIL_IN', 'RAIL_OUT', 'GROUND'),
  sideshift: words('SINGLE', 'TWIN', ''),
  implement_type: words('P1', 'P2', 'P3', 'SC'),
  ...app,
  ...wifi,
});
const connect = schema({
  div01_serial: text,
  ...app,
  ...wifi,
  safety_program_version: text,
  safety_plc: group('admin_password', 'maintenance_password'),
});
const drive = schema({ robot_platform_id: text, access_secret: group('value'), ...wifi });
// The demo's sprayer has no metadata yet, so its metadata is shown as not valid.
const sprayer = {
  ...schema({ tank_litres: { type: 'number', minimum: 0 }, nozzle_count: { type: 'integer', minimum: 1 } }),
  required: ['tank_litres', 'nozzle_count'],
};

/** The device types with hardware revisions and metadata schema, if any. Source: CONST-062. */
export const deviceTypes = [
  { id: 'LUMION_FIX', name: 'Lumion Fix', metadata_schema: platform, revisions: revisions('LF-R1', 'LF-R2', 'LF-R3') },
  { id: 'XENION_CONNECT', name: 'Xenion Connect', metadata_schema: connect, revisions: revisions('XC-A', 'XC-B') },
  { id: 'XENION_A6', name: 'Xenion A6', metadata_schema: platform, revisions: revisions('XA-R1') },
  { id: 'DIV01', name: 'Divo', metadata_schema: drive, revisions: revisions('DV-R1', 'DV-R2') },
  { id: 'UVP01', name: 'UV panel 1', metadata_schema: null, revisions: revisions('UVP01-R1', 'UVP01-R2') },
  { id: 'UVP02', name: 'UV panel 2', metadata_schema: null, revisions: revisions('UVP02-R1') },
  { id: 'UVP03', name: 'UV panel 3', metadata_schema: null, revisions: revisions('UVP03-R1') },
  { id: 'UVP04', name: 'UV panel 4', metadata_schema: null, revisions: revisions('UVP04-R1') },
  { id: 'SPR01', name: 'Sprayer', metadata_schema: sprayer, revisions: revisions('SPR01-R1') },
  { id: 'SCT01', name: 'Scout', metadata_schema: null, revisions: revisions('SCT01-R1') },
  { id: 'DSS01', name: 'Sideshift', metadata_schema: null, revisions: revisions('DSS01-R1') },
  { id: 'DIL01', name: 'Interlink', metadata_schema: null, revisions: revisions('DIL01-R1') },
  { id: 'DBD01', name: 'Battery dock', metadata_schema: null, revisions: revisions('DBD01-R1') },
  { id: 'BUG01', name: 'Buggy', metadata_schema: null, revisions: revisions('BUG01-R1') },
  // The type has no revision yet, so that "No options available for this device type" is shown.
  { id: 'KOMPANO', name: 'Kompano', metadata_schema: null, revisions: [] },
];

/** The eight life cycle stages. */
export const lifeCycleStages = [
  { id: 'PRODUCTION', name: 'Production' },
  { id: 'TESTING', name: 'Testing' },
  { id: 'PRE_DEPLOYMENT', name: 'Pre-deployment' },
  { id: 'DEPLOYMENT', name: 'Deployment' },
  { id: 'COMMISSIONED', name: 'Commissioned' },
  { id: 'OPERATIONAL', name: 'Operational' },
  { id: 'SERVICE', name: 'Service' },
  { id: 'DECOMMISSIONED', name: 'Decommissioned' },
];
