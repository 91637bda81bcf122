/** The type of a route's row (`RouteRow`), and the groups of the sidebar with their icons. */

import { Bot, List, MapPinned, Route, Settings2, ShieldCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ServerFeature } from '#contract/config';
import type { ScreenPath } from '#domain/addresses';
import type { Role } from '#domain/people/rights';
import type { Loadable } from '#ui/loadable';

/** The groups of the sidebar. A group without a route that the user may open is hidden. */
export const groups = {
  fleet: { label: 'Fleet Overviews', icon: List },
  device: { label: 'Device', icon: Bot },
  incidents: { label: 'Incidents', icon: TriangleAlert },
  treatments: { label: 'Treatments', icon: Route },
  maps: { label: 'Maps', icon: MapPinned },
  management: { label: 'Management', icon: Settings2 },
  validation: { label: 'Validation', icon: ShieldCheck },
} as const satisfies Record<string, { label: string; icon: LucideIcon }>;

/** Where a route is listed: in the menu, in the account menu only, or nowhere (reached by link). */
export type MenuPlace = 'menu' | 'profile' | 'hidden';

/** One route: the source of menu entry, title and access. */
export interface RouteRow {
  readonly path: ScreenPath;
  /** Name of the route in menu and top bar. */
  readonly title: string;
  readonly place: MenuPlace;
  readonly group?: keyof typeof groups;
  /** The icon of an entry outside a group. */
  readonly icon?: LucideIcon;
  /** Omitted: every signed-in user. */
  readonly roles?: readonly Role[];
  /** The feature that the server must announce; omitted: every server has it. */
  readonly feature?: ServerFeature;
  /** The roles that can use the screen fully; other roles open it and read which roles can. Omitted: everybody who may open it. */
  readonly actors?: readonly Role[];
  /** Whether a device can be stopped here: its code is loaded right after the first screen. */
  readonly hasStop?: boolean;
  readonly screen: Loadable<object>;
}
