/** The paths of the console's screens, in the order of the menu. Links are built from these paths, so a link to a path without a screen does not compile. */
export const screenPaths = [
  '/dashboard',
  '/history',
  '/history/availability',
  '/history/region',
  '/history/accounts',
  '/fleet/state',
  '/fleet/metrics',
  '/fleet/settings',
  '/fleet/actions',
  '/fleet/config',
  '/fleet/compare_moments',
  '/device/detail',
  '/device/logs',
  '/device/events',
  '/device/commands',
  '/device/configuration',
  '/device/treatments',
  '/device/maintenance',
  '/incidents/all',
  '/incidents/analytics',
  '/incidents/per_map',
  '/incidents/export',
  '/treatments/all',
  '/treatments/detail',
  '/treatments/event_analysis',
  '/maps/maps',
  '/maps/map_detail',
  '/maps/locations',
  '/maps/greenhouses',
  '/maps/organisations',
  '/maps/org_detail',
  '/maps/authorisation',
  '/management/overview',
  '/management/device_info',
  '/management/add',
  '/management/life_cycle_stages',
  '/management/device_types',
  '/management/subscriptions',
  '/management/ssh_credentials',
  '/management/audit_log',
  '/management/kept_history',
  '/error_codes',
  '/users',
  '/nimbus/cognito',
  '/nimbus/organisations',
  '/profile/account',
  '/profile/notifications',
] as const;

/** The path of a screen. */
export type ScreenPath = (typeof screenPaths)[number];

/** Returns the address of a screen with its query parameters, encoded. */
export function screenAddress(path: ScreenPath, parameters: Readonly<Record<string, string>> = {}): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Returns the query parameter with which the table `name` filters one of its columns. */
export const tableFilter = (name: string, column: string, value: string): Readonly<Record<string, string>> => ({
  [`${name}.filter`]: `${column}=${encodeURIComponent(value)}`,
});

/** The query parameter that names the device of a page. */
export const DEVICE_SERIAL = 'device_serial';

/** The query parameters that identify the subject of a page: with another value it is another page, which opens at its top. */
const PAGE_SUBJECTS = ['incident_id', 'treatment_id', 'map_id', 'organisation', 'session'] as const;
/**
 * The query parameters that select the list in the tables of a page. They include the device, which is not a page subject: the pages of a device keep their
 * scroll position while the user steps through devices.
 */
const LISTED = [
  ...PAGE_SUBJECTS,
  DEVICE_SERIAL,
  'from',
  'to',
  'month',
  'history.span',
  'rectangle',
  'still',
  ...[1, 2].flatMap((half) => [`machine_serial_${half}`, `at_time_machine_${half}`]),
] as const;

/** The query parameters of a URL, read by name. */
interface Query {
  readonly get: (name: string) => string | null;
}

const partsOf = (query: Query, names: readonly string[]): string =>
  names.flatMap((name) => (query.get(name) ? [`${name}=${query.get(name)}`] : [])).join('&');

/** Returns the subject of a page as text, from its query; '' if it has none. Source: NAV3. */
export const pageSubject = (query: Query): string => partsOf(query, PAGE_SUBJECTS);

/** Returns, as text, the list that the tables of a page show, from the query of the page; '' if the path alone determines it. Source: LIST3. */
export const pageList = (query: Query): string => partsOf(query, LISTED);

/** The pages of one device, after `/device/`. */
type DevicePage = 'detail' | 'commands' | 'events' | 'treatments';

/** Returns the link to a page of a device, by default the State page. */
export const deviceLink = (serial: string, page: DevicePage = 'detail'): string =>
  screenAddress(`/device/${page}`, { [DEVICE_SERIAL]: serial });

/** Returns the link to the management page of a device: name, stage, deployment, metadata, credentials. Source: MGMT-009. */
export const deviceInfoLink = (serial: string): string => screenAddress('/management/device_info', { [DEVICE_SERIAL]: serial });

/** Returns the link to the page that shows how a device connects and how its messages were read. Source: CONN2. */
export const connectionLink = (serial: string): string =>
  screenAddress('/management/device_info', { [DEVICE_SERIAL]: serial, tab: 'connection' });

/** Returns whether a route shows one device, named in the URL. */
export const isOfDevice = (path: string): boolean => path.startsWith('/device/') || path === '/management/device_info';

/** Returns the link to the devices of a type, in the management overview. */
export const devicesOfTypeLink = (device_type: string): string =>
  screenAddress('/management/overview', tableFilter('management-devices', 'type', device_type));

/** Returns the link to one incident. Source: INC-020, DEV-126. */
export const incidentLink = (id: string): string => screenAddress('/incidents/all', { incident_id: id });

/** Returns the link to the incidents on a map. */
export const incidentsOfMapLink = (map_id: string): string => screenAddress('/incidents/per_map', { map_id });

/** Returns the link to one treatment. Source: DASH-017, DEV-160. */
export const treatmentLink = (id: string): string => screenAddress('/treatments/detail', { treatment_id: id });

/** Returns the link to the event analysis of a treatment. Source: TRT-030. */
export const eventAnalysisLink = (id: string): string => screenAddress('/treatments/event_analysis', { treatment_id: id });

/** Returns the link to a map in its newest version. Source: MAP-007. */
export const mapLink = (id: string): string => screenAddress('/maps/map_detail', { map_id: id });

/** Returns the link to the account of a session. */
export const accountLink = (session: string): string => screenAddress('/history/accounts', { session });
/** Returns the link to the page on which administrators switch session accounts on and off. */
export const accountSwitchesLink = (): string => screenAddress('/users', { tab: 'session_accounts' });
/** Returns the link to the search for devices that were in a region of a map. */
export const regionLink = (map_id: string): string => screenAddress('/history/region', { map_id });

/** Returns the link to a location. */
export const locationLink = (id: string): string => screenAddress('/maps/locations', { location: id });

/** Returns the link to the plan of a greenhouse with its devices. */
export const planLink = (location: string, greenhouse: string): string => screenAddress('/maps/locations', { location, greenhouse });

/** Returns the link to the tree of an organisation. */
export const treeLink = (id: string): string => screenAddress('/maps/org_detail', { organisation: id });

/** Returns the link to the people of an organisation. */
export const peopleLink = (id: string): string => screenAddress('/users', { tab: 'organisation_users', organisation: id });
