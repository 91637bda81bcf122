import { z } from '#contract/schema';
import { prettified } from './userType.ts';

/** What stands where a secret is. Source: MSG-131. */
export const MASK = '***';
const SECRET_NAME = /password|secret|private|token/i;
/** The empty sideshift. Source: MSG-133, MGMT-031. */
const NONE = 'None';

/** How a field of metadata is edited: `json` is anything that has no field of its own. */
export type MetadataKind = 'text' | 'secret' | 'number' | 'choice' | 'json';

/** A choice as it is stored, and as it is read. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One field of the metadata of a device. */
export interface MetadataField {
  /** Where it stands: wire names, outermost first; none is the whole. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: MetadataKind;
  readonly choices?: readonly Choice[];
}

/** The name of a field among the others of its device. */
export const fieldName = ({ path }: MetadataField): string => path.join('.');

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

/** Metadata for which nobody wrote down what it holds. */
const RAW: readonly MetadataField[] = [{ path: [], label: 'Metadata', kind: 'json' }];

/** Nothing is unfolded beyond; it stands there as JSON. */
const MAX_DEPTH = 4;
const record = z.record(z.string(), z.unknown());
const words = z.array(z.string()).min(1);

function kindOf(name: string, type: unknown): MetadataKind {
  if (type === 'string') return SECRET_NAME.test(name) ? 'secret' : 'text';
  return type === 'number' || type === 'integer' ? 'number' : 'json';
}

function fieldsOfSchema(schema: unknown, path: readonly string[]): readonly MetadataField[] {
  const { type, properties, enum: choices } = record.safeParse(schema).data ?? {};
  const inner = Object.entries(record.safeParse(properties).data ?? {});
  const values = words.safeParse(choices).data;
  if (inner.length > 0 && path.length < MAX_DEPTH) return inner.flatMap(([name, one]) => fieldsOfSchema(one, [...path, name]));
  if (path.length === 0) return RAW;
  const label = path.map(prettified).join(' ');
  if (values !== undefined) return [{ ...choice('', label, ...values), path }];
  return [{ path, label, kind: kindOf(path.join('.'), type) }];
}

/** The fields of the metadata of a type: those everybody knows, else those of its schema, else the whole as JSON. Source: MGMT-024..037, GAP-72. */
export const metadataFields = (device_type: string, schema: unknown): readonly MetadataField[] =>
  byType.get(device_type) ?? fieldsOfSchema(schema, []);
