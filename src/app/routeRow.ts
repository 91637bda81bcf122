import { Bot, List, MapPinned, Route, Settings2, ShieldCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ComponentType, LazyExoticComponent } from 'react';
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
