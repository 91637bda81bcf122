/** The toggles "Show Device Info", "Show Software Info", "Show Map Info" and "Show SIM Info"; the hidden ones are remembered. */

import { useState } from 'react';
import { useBrowserStorage } from '#ui/browserStorage';
import type { SettingsGroup } from './selectSettingsRows.ts';

/** The four toggles, in order. `group` is the data that its columns need in addition to the device itself. Source: FLEET-032..035, GAP-85. */
export const infoGroups = [
  { id: 'device', label: 'Show Device Info' },
  { id: 'software', label: 'Show Software Info', group: 'sw_version' },
  { id: 'map', label: 'Show Map Info', group: 'map_data' },
  { id: 'sim', label: 'Show SIM Info', group: 'sim_info' },
] as const satisfies readonly { readonly id: string; readonly label: string; readonly group?: SettingsGroup }[];
/** One of the toggles. */
export type InfoGroup = (typeof infoGroups)[number]['id'];
/** The toggles that are on. */
export type ShownGroups = ReadonlySet<InfoGroup>;

const KEY = 'fleet-settings.hidden';

/** Returns the visible column groups, initially all, and the setter, which remembers the choice in this browser. */
export function useShownGroups(): readonly [ShownGroups, (id: InfoGroup, isShown: boolean) => void] {
  const remember = useBrowserStorage();
  const [shown, setShown] = useState<ShownGroups>(() => shownWithout((remember.get(KEY) ?? '').split(' ')));
  const toggle = (id: InfoGroup, isShown: boolean) => {
    const hidden = infoGroups.map((info) => info.id).filter((other) => (other === id ? !isShown : !shown.has(other)));
    remember.set(KEY, hidden.join(' '));
    setShown(shownWithout(hidden));
  };
  return [shown, toggle];
}

const shownWithout = (hidden: readonly string[]): ShownGroups =>
  new Set(infoGroups.map(({ id }) => id).filter((id) => !hidden.includes(id)));
