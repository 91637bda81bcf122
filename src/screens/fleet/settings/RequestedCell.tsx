import type { ReactNode } from 'react';
import type { Call } from '#contract/call';
import { dataGroups } from '#contract/fleet/dataGroup';
import { FLEET_SETTINGS_EVERY_MS } from '#hooks/pollInterval';
import { useQuery } from '#hooks/useQuery';
import type { SettingsGroup } from './selectSettingsRows.ts';

interface Props {
  readonly serial: string;
  readonly group: SettingsGroup;
  readonly children: ReactNode;
}

/** Renders a cell and polls one group of a device's data while its row is shown. Source: LIVE-023. */
export function RequestedCell({ serial, group, children }: Props) {
  useSettingsQueries(serial, group);
  return <>{children}</>;
}

/** Polls one group of a device, for servers that push nothing. */
function useSettingsQueries(serial: string, group: SettingsGroup): void {
  const call: Call = dataGroups[group].call;
  useQuery(call, { serial }, {}, { everyMs: FLEET_SETTINGS_EVERY_MS });
}
