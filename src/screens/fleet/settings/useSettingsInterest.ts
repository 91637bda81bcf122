import type { Call } from '#contract/call';
import { dataCalls } from '#state/deviceData';
import { FLEET_SETTINGS_EVERY_MS } from '#state/rhythm';
import { useInterest } from '#state/useInterest';
import type { SettingsGroup } from './selectSettingsRows.ts';

/** Keeps one group of a device fresh: a server may push nothing. */
export function useSettingsInterest(serial: string, group: SettingsGroup): void {
  const call: Call = dataCalls[group];
  useInterest(call, { serial }, {}, { everyMs: FLEET_SETTINGS_EVERY_MS });
}
