import type { Call } from '#contract/call';
import { dataCalls } from '#state/deviceData';
import { FLEET_SETTINGS_EVERY_MS } from '#state/pollInterval';
import { useQuery } from '#state/useQuery';
import type { SettingsGroup } from './selectSettingsRows.ts';

/** Keeps one group of a device fresh: a server may push nothing. */
export function useSettingsQueries(serial: string, group: SettingsGroup): void {
  const call: Call = dataCalls[group];
  useQuery(call, { serial }, {}, { everyMs: FLEET_SETTINGS_EVERY_MS });
}
