import { schemaFields } from './schemaFields.ts';
import { type MetadataField, type MetadataKind, RAW } from './metadataField.ts';

/** The label of the empty option of sideshift. Source: MSG-133, MGMT-031. */
const NONE = 'None';

const field = (path: string, label: string, kind: MetadataKind = 'text'): MetadataField => ({ path: path.split('.'), label, kind });
const choice = (path: string, label: string, ...values: readonly string[]): MetadataField => ({
  ...field(path, label, 'choice'),
  choices: values.map((value) => ({ value, label: value === '' ? NONE : value })),
});

const wifi = [
  field('platform_wifi_credentials.wifi_ssid', 'Platform WiFi SSID'),
  field('platform_wifi_credentials.wifi_password', 'Platform WiFi Password', 'secret'),
];
const app = [
  field('app_login_credentials.username', 'App Login Username'),
  field('app_login_credentials.password', 'App Login Password', 'secret'),
];
const platform = [
  ...app,
  ...wifi,
  choice('cover_finish', 'Cover Finish', 'DEFAULT', 'INOX'),
  choice('wheel_type', 'Wheel Type', 'RAIL_IN', 'RAIL_OUT', 'GROUND'),
  choice('sideshift', 'Sideshift', '', 'SINGLE', 'TWIN'),
  choice('implement_type', 'Implement Type', 'P1', 'P2', 'P3', 'SC'),
];

const byType: ReadonlyMap<string, readonly MetadataField[]> = new Map([
  ['DIV01', [field('robot_platform_id', 'Robot Platform ID'), field('access_secret.value', 'Access Secret', 'secret'), ...wifi]],
  ['LUMION_FIX', platform],
  ['XENION_A6', platform],
  [
    'XENION_CONNECT',
    [
      field('div01_serial', 'DIV01 Serial'),
      ...app,
      ...wifi,
      field('safety_program_version', 'Safety Program Version'),
      field('safety_plc.admin_password', 'Safety PLC Admin Password', 'secret'),
      field('safety_plc.maintenance_password', 'Safety PLC Maintenance Password', 'secret'),
    ],
  ],
]);

/** Returns whether the specification describes the metadata of a type; its form and schema are then fixed. */
export const isSpecifiedMetadata = (device_type: string): boolean => byType.has(device_type);

/**
 * Returns the form fields for the metadata of a device type: the specified ones, otherwise those of its JSON schema and one for further
 * fields, otherwise one JSON field. Source: MGMT-024..037, GAP-72, FORM1.
 */
export const metadataFields = (
  device_type: string,
  schema: unknown,
  metadata: Readonly<Record<string, unknown>> = {},
): readonly MetadataField[] => byType.get(device_type) ?? schemaFields(schema, metadata) ?? RAW;
