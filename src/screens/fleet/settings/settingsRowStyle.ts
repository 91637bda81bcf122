import { mapsValid } from '#domain/mapsValid';
import { rowSeenAt } from '#state/fleetRows';
import type { SettingsRow } from './selectSettingsRows.ts';

/** All that the columns show of a row. */
export function lookOfRow(row: SettingsRow): string {
  const { device, isOnline, sw_version, map_data, sim_info } = row;
  const { serial, name, device_type, life_cycle_stage } = device;
  return JSON.stringify([
    [serial, name, device_type, life_cycle_stage],
    isOnline,
    rowSeenAt(row),
    sw_version?.sw_version,
    mapsValid(map_data?.available_maps),
    sim_info?.sim_info?.sim_info,
  ]);
}
