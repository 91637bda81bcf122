/** The type of a route's row (`RouteRow`), and the groups of the sidebar with their icons. */

import { Bot, History, List, MapPinned, Route, Settings2, ShieldCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ServerFeature } from '#contract/config';
import type { ScreenPath } from '#domain/addresses';
import type { Role } from '#domain/people/rights';
import type { Loadable } from '#ui/loadable';

/** The groups of the sidebar. A group without a route that the user may open is hidden. */
export const groups = {
  history: { label: 'History', icon: History },
  fleet: { label: 'Fleet Overviews', icon: List },
  device: { label: 'Device', icon: Bot },
  incidents: { label: 'Incidents', icon: TriangleAlert },
  treatments: { label: 'Treatments', icon: Route },
  maps: { label: 'Maps', icon: MapPinned },
  management: { label: 'Management', icon: Settings2 },
  validation: { label: 'Validation', icon: ShieldCheck },
} as const satisfies Record<string, { label: string; icon: LucideIcon }>;

/** The place where a route is listed: in the menu, only in the account menu, or nowhere because links lead to it. */
export type MenuPlace = 'menu' | 'profile' | 'hidden';

/** A route; its menu entry, title and access are derived from this row. */
export interface RouteRow {
  readonly path: ScreenPath;
  /** The name of the route in the menu and the top bar. */
  readonly title: string;
  readonly place: MenuPlace;
  readonly group?: keyof typeof groups;
  /** The icon of an entry that is not in a group. */
  readonly icon?: LucideIcon;
  /** The roles that may open the route; if omitted, every signed-in user may open it. */
  readonly roles?: readonly Role[];
  /** The feature that the server must announce; if omitted, no feature is required. */
  readonly feature?: ServerFeature;
  /** The roles that can use the screen fully; other roles can open it and see a note. If omitted, every role that may open it. */
  readonly actors?: readonly Role[];
  /** Whether a device can be stopped on this screen; the code of the screen is then loaded right after the first screen. */
  readonly hasStop?: boolean;
  readonly screen: Loadable<object>;
}
