/** Access by role: the roles that may open a route, the menu of a role, and its home page. */

import type { Role } from '#domain/people/rights';
import type { MenuEntry } from '../shell/menuEntry.ts';
import { groups, type RouteRow } from './routeRow.ts';

/** The features that the server announces beyond the specification. */
type Features = readonly string[];

/** Returns whether a role may open the route on a server with these features. Without a role, only unrestricted routes are open. Source: ROLE-014. */
export const mayOpen = (row: RouteRow, role: Role | null, features: Features = []): boolean =>
  (row.feature === undefined || features.includes(row.feature)) && (row.roles === undefined || (role !== null && row.roles.includes(role)));

const FOR_STAFF = 'Only the staff of the provider can do this';

/** Returns a note that only staff can use a screen fully; undefined if the role can. */
const noteFor = ({ actors }: RouteRow, role: Role | null): string | undefined =>
  actors === undefined || (role !== null && actors.includes(role)) ? undefined : FOR_STAFF;

/** Returns the sidebar for a role on a server with these features: single entries and groups, in the order of their first route. */
export function menuOf(rows: readonly RouteRow[], role: Role | null, features: Features = []): readonly MenuEntry[] {
  const open = rows.filter((row) => row.place === 'menu' && mayOpen(row, role, features));
  return open.flatMap((row, at): readonly MenuEntry[] => {
    if (row.group === undefined) return row.icon === undefined ? [] : [{ label: row.title, icon: row.icon, path: row.path }];
    if (open.findIndex((other) => other.group === row.group) !== at) return [];
    const entries = open
      .filter((other) => other.group === row.group)
      .map((one) => ({ label: one.title, path: one.path, note: noteFor(one, role) }));
    return [{ ...groups[row.group], entries }];
  });
}

/** Returns the home page of a role: the first menu entry that the role may open. Source: SIGN-029. */
export const homeOf = (rows: readonly RouteRow[], role: Role | null): string =>
  rows.find((row) => row.place === 'menu' && mayOpen(row, role))?.path ?? '/';
