import type { ReactNode } from 'react';
import { useSettingsQueries } from './useSettingsQueries.ts';
import type { SettingsGroup } from './selectSettingsRows.ts';

interface Props {
  readonly serial: string;
  readonly group: SettingsGroup;
  readonly children: ReactNode;
}

/** What a device tells of one group, kept fresh while its row is shown. Source: LIVE-023. */
export function AskedCell({ serial, group, children }: Props) {
  useSettingsQueries(serial, group);
  return children;
}
