/** The entries of the sidebar, links and groups: which one is current, and where it leads from a page of a device. */

import type { LucideIcon } from 'lucide-react';
import { DEVICE_SERIAL, isOfDevice } from '#domain/addresses';

export interface MenuLink {
  readonly label: string;
  readonly path: string;
  /** The note of who can use the screen fully, if the user's role cannot. */
  readonly note?: string | undefined;
}

/** A link of the sidebar, or a collapsible group of links. */
export type MenuEntry =
  | { readonly label: string; readonly icon: LucideIcon; readonly path: string }
  | { readonly label: string; readonly icon: LucideIcon; readonly entries: readonly MenuLink[] };

/** Returns whether an entry is the current one. Detail pages belong to the entry of their parent path. */
const isOn = ({ path }: MenuLink, pathname: string): boolean => pathname === path || pathname.startsWith(`${path}/`);

const groupPath = (path: string): string | undefined => path.split('/')[1];

/**
 * Returns the current entry of a group: of two entries that contain a page, the one with the longer path; for a page without an entry, the first entry of its
 * group, i.e. the list that leads to the page.
 */
export function currentLink(entries: readonly MenuLink[], pathname: string): MenuLink | undefined {
  const [nearest] = entries.filter((link) => isOn(link, pathname)).toSorted((one, other) => other.path.length - one.path.length);
  return nearest ?? entries.find(({ path }) => groupPath(path) === groupPath(pathname));
}

/** Returns the target of an entry; on a page of a device, an entry leads to another page of the same device. */
export function addressOf({ path }: MenuLink, shown: { readonly pathname: string; readonly search: string }): string {
  const serial = new URLSearchParams(shown.search).get(DEVICE_SERIAL);
  if (serial === null || !isOfDevice(path) || !isOfDevice(shown.pathname)) return path;
  return `${path}?${new URLSearchParams({ [DEVICE_SERIAL]: serial }).toString()}`;
}

/** Returns the label of the group that contains the current path. */
export function currentGroup(menu: readonly MenuEntry[], pathname: string): string | undefined {
  return menu.find((entry) => 'entries' in entry && currentLink(entry.entries, pathname) !== undefined)?.label;
}
