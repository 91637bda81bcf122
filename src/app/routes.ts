import { Bot, LayoutDashboard, List, MapPinned, Route, Settings2, ShieldCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { Role } from '#domain/rights';

/** A group of the sidebar. A group without a route that the person may open is not shown. */
export const groups = {
  fleet: { label: 'Fleet Overviews', icon: List },
  device: { label: 'Device', icon: Bot },
  incidents: { label: 'Incidents', icon: TriangleAlert },
  treatments: { label: 'Treatments', icon: Route },
  maps: { label: 'Maps', icon: MapPinned },
  management: { label: 'Management', icon: Settings2 },
  validation: { label: 'Validation', icon: ShieldCheck },
} as const satisfies Record<string, { label: string; icon: LucideIcon }>;

/** Where a route is offered: as a menu entry, in the account menu alone, or nowhere (reached by link). */
export type Place = 'menu' | 'profile' | 'hidden';

/** One route. Menu, title and access follow from its row. */
export interface RouteRow {
  readonly path: `/${string}`;
  /** The route's name: menu entry and top bar. */
  readonly title: string;
  readonly place: Place;
  readonly group?: keyof typeof groups;
  /** For an entry outside every group. */
  readonly icon?: LucideIcon;
  /** Left out: every signed-in person. */
  readonly roles?: readonly Role[];
  readonly screen: LazyExoticComponent<ComponentType>;
}

const screen = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));

/** Every route behind the sign-in, in the order of the menu. */
export const routes: readonly RouteRow[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    place: 'menu',
    icon: LayoutDashboard,
    screen: screen(async () => (await import('#screens/dashboard/DashboardScreen')).DashboardScreen),
  },
  {
    path: '/fleet/state',
    title: 'State Overview',
    place: 'menu',
    group: 'fleet',
    screen: screen(async () => (await import('#screens/fleet/state/StateScreen')).StateScreen),
  },
  {
    path: '/fleet/metrics',
    title: 'Metrics Overview',
    place: 'menu',
    group: 'fleet',
    screen: screen(async () => (await import('#screens/fleet/metrics/MetricsScreen')).MetricsScreen),
  },
  {
    path: '/fleet/settings',
    title: 'Settings Overview',
    place: 'menu',
    group: 'fleet',
    screen: screen(async () => (await import('#screens/fleet/settings/SettingsScreen')).SettingsScreen),
  },
  {
    path: '/fleet/actions',
    title: 'Global Actions',
    place: 'menu',
    group: 'fleet',
    screen: screen(async () => (await import('#screens/fleet/actions/ActionsScreen')).ActionsScreen),
  },
  {
    path: '/fleet/config',
    title: 'Config Compare',
    place: 'menu',
    group: 'fleet',
    screen: screen(async () => (await import('#screens/fleet/config/CompareScreen')).CompareScreen),
  },
  {
    path: '/device/detail',
    title: 'State',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/detail/DetailScreen')).DetailScreen),
  },
  {
    path: '/device/logs',
    title: 'Logs',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/logs/LogsScreen')).LogsScreen),
  },
  {
    path: '/device/events',
    title: 'Events',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/events/EventsScreen')).EventsScreen),
  },
  {
    path: '/device/commands',
    title: 'Commands',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/commands/CommandsScreen')).CommandsScreen),
  },
  {
    path: '/device/configuration',
    title: 'Configuration',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/configuration/ConfigurationScreen')).ConfigurationScreen),
  },
  {
    path: '/device/treatments',
    title: 'Treatments',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/treatments/TreatmentsScreen')).TreatmentsScreen),
  },
  {
    path: '/device/maintenance',
    title: 'Maintenance',
    place: 'menu',
    group: 'device',
    screen: screen(async () => (await import('#screens/device/maintenance/MaintenanceScreen')).MaintenanceScreen),
  },
  {
    path: '/incidents/all',
    title: 'All Incidents',
    place: 'menu',
    group: 'incidents',
    screen: screen(async () => (await import('#screens/incidents/all/AllScreen')).AllScreen),
  },
  {
    path: '/incidents/analytics',
    title: 'Incident Analytics',
    place: 'menu',
    group: 'incidents',
    screen: screen(async () => (await import('#screens/incidents/analytics/AnalyticsScreen')).AnalyticsScreen),
  },
  {
    path: '/incidents/per_map',
    title: 'Incidents per Map',
    place: 'menu',
    group: 'incidents',
    screen: screen(async () => (await import('#screens/incidents/per_map/PerMapScreen')).PerMapScreen),
  },
  {
    path: '/incidents/export',
    title: 'Export Incidents',
    place: 'menu',
    group: 'incidents',
    screen: screen(async () => (await import('#screens/incidents/export/ExportScreen')).ExportScreen),
  },
  {
    path: '/treatments/all',
    title: 'Overview All Treatments',
    place: 'menu',
    group: 'treatments',
    screen: screen(async () => (await import('#screens/treatments/all/AllScreen')).AllScreen),
  },
  {
    path: '/treatments/detail',
    title: 'Treatment Detail',
    place: 'hidden',
    group: 'treatments',
    screen: screen(async () => (await import('#screens/treatments/detail/DetailScreen')).DetailScreen),
  },
  {
    path: '/treatments/event_analysis',
    title: 'Event Analysis',
    place: 'menu',
    group: 'treatments',
    screen: screen(async () => (await import('#screens/treatments/event_analysis/EventAnalysisScreen')).EventAnalysisScreen),
  },
  {
    path: '/maps/maps',
    title: 'Overview Maps',
    place: 'menu',
    group: 'maps',
    screen: screen(async () => (await import('#screens/maps/maps/MapsScreen')).MapsScreen),
  },
  {
    path: '/maps/map_detail',
    title: 'Map Detail',
    place: 'hidden',
    group: 'maps',
    screen: screen(async () => (await import('#screens/maps/map_detail/MapDetailScreen')).MapDetailScreen),
  },
  {
    path: '/management/overview',
    title: 'Device Management',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/overview/OverviewScreen')).OverviewScreen),
  },
  {
    path: '/management/device_info',
    title: 'Device Info',
    place: 'hidden',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/device_info/DeviceInfoScreen')).DeviceInfoScreen),
  },
  {
    path: '/management/add',
    title: 'Add Device',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/add/AddScreen')).AddScreen),
  },
  {
    path: '/management/life_cycle_stages',
    title: 'Life Cycle Stages',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/life_cycle_stages/StagesScreen')).StagesScreen),
  },
  {
    path: '/management/device_types',
    title: 'Device Types',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/device_types/TypesScreen')).TypesScreen),
  },
  {
    path: '/management/subscriptions',
    title: 'Subscriptions',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/subscriptions/SubscriptionsScreen')).SubscriptionsScreen),
  },
  {
    path: '/management/ssh_credentials',
    title: 'SSH Credentials',
    place: 'menu',
    group: 'management',
    screen: screen(async () => (await import('#screens/management/ssh_credentials/SshCredentialsScreen')).SshCredentialsScreen),
  },
  {
    path: '/nimbus/cognito',
    title: 'Cognito',
    place: 'menu',
    group: 'validation',
    roles: ['system_admin'],
    screen: screen(async () => (await import('#screens/nimbus/cognito/CognitoScreen')).CognitoScreen),
  },
  {
    path: '/nimbus/organisations',
    title: 'Organisations',
    place: 'menu',
    group: 'validation',
    roles: ['system_admin'],
    screen: screen(async () => (await import('#screens/nimbus/organisations/OrganisationsScreen')).OrganisationsScreen),
  },
  {
    path: '/profile/account',
    title: 'Account',
    place: 'profile',
    screen: screen(async () => (await import('#screens/profile/account/AccountScreen')).AccountScreen),
  },
  {
    path: '/profile/notifications',
    title: 'Notifications',
    place: 'profile',
    screen: screen(async () => (await import('#screens/profile/notifications/NotificationsScreen')).NotificationsScreen),
  },
];
