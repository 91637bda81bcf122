import type { Call } from '#contract/call';
import { dataCalls } from '#state/deviceData';
import { FLEET_SETTINGS_EVERY_MS } from '#state/rhythm';
import { useInterest } from '#state/useInterest';
import type { SettingsGroup } from './selectSettingsRows.ts';

/** Asks for one group of a device until it is known. */
export function useSettingsInterest(serial: string, group: SettingsGroup, isWanted: boolean): void {
  const call: Call = dataCalls[group];
  useInterest(call, { serial }, {}, { everyMs: FLEET_SETTINGS_EVERY_MS, isWanted });
}
