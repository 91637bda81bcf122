import { z } from '#contract/schema';
import { SECRET_NAME } from '../text/secretMask.ts';
import { describedBy, isMarkedSecret } from '../text/secretSchema.ts';
import { prettified } from '../text/prettified.ts';

/** The label of the empty sideshift option. Source: MSG-133, MGMT-031. */
const NONE = 'None';

/** The editor of a metadata field; `json` for values without a specific editor. */
export type MetadataKind = 'text' | 'secret' | 'number' | 'choice' | 'json';

/** An option: stored value and displayed label. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** One editable field of a device's metadata. */
export interface MetadataField {
  /** The path of wire names, outermost first; empty for the whole metadata. */
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: MetadataKind;
  readonly choices?: readonly Choice[];
}

/** Returns the unique name of a field: its path joined by dots. */
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

/** The single JSON field for metadata without known fields or schema. */
const RAW: readonly MetadataField[] = [{ path: [], label: 'Metadata', kind: 'json' }];

/** Maximum schema depth that becomes separate fields; deeper values are edited as JSON. */
const MAX_DEPTH = 4;
const record = z.record(z.string(), z.unknown());
const words = z.array(z.string()).check(z.minLength(1));

function kindOf(name: string, type: unknown, schema: unknown): MetadataKind {
  if (type === 'string') return SECRET_NAME.test(name) || isMarkedSecret(describedBy(schema)) ? 'secret' : 'text';
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
  return [{ path, label, kind: kindOf(path.join('.'), type, schema) }];
}

/** Returns the metadata fields of a type: the specified ones, else those of its JSON schema, else one JSON field. Source: MGMT-024..037, GAP-72. */
export const metadataFields = (device_type: string, schema: unknown): readonly MetadataField[] =>
  byType.get(device_type) ?? fieldsOfSchema(schema, []);
