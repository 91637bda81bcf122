import type { LucideIcon } from 'lucide-react';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** A link of the sidebar, or a group of links that opens. */
export type MenuEntry =
  | { readonly label: string; readonly icon: LucideIcon; readonly path: string }
  | { readonly label: string; readonly icon: LucideIcon; readonly entries: readonly MenuLink[] };

/** Does an entry stand for the present path? Detail pages belong to the entry above them. */
export const isCurrent = ({ path }: MenuLink, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** The label of the group that holds the present path. */
export function currentGroup(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu.find((entry) => 'entries' in entry && entry.entries.some((link) => isCurrent(link, pathname)))?.label;
}
