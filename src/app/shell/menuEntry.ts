import type { LucideIcon } from 'lucide-react';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
}

/** A link of the sidebar, or a collapsible group of links. */
export type MenuEntry =
  | { readonly label: string; readonly icon: LucideIcon; readonly path: string }
  | { readonly label: string; readonly icon: LucideIcon; readonly entries: readonly MenuLink[] };

/** Returns whether an entry is the current one. Detail pages belong to the entry of their parent path. */
export const isCurrent = ({ path }: MenuLink, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

/** Returns the label of the group with the current path. */
export function currentGroup(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu.find((entry) => 'entries' in entry && entry.entries.some((link) => isCurrent(link, pathname)))?.label;
}
