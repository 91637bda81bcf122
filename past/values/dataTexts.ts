/** Values of a device's data groups as text for the explanation "why", as the screens show them. */

import type { ActiveTreatment, AvailableMap, SimInfo } from '#contract/fleet/dataGroup';
import type { DataGroup } from '#contract/fleet/dataGroup';
import { softwareMessage } from '#domain/devices/software';
import { mapsValid, mapsValidLabels } from '#domain/places/mapsValid';
import { usableVersion } from '#domain/places/mapVersion';
import { dataSizeText } from '#domain/text/dataSize';
import { dateTimeText } from '#domain/text/dates';
import { MISSING, percentText } from '#domain/text/numbers';
import { yesNo } from '#domain/text/yesNo';
import { laneCounts } from '#domain/treatments/laneCounts';
import { startOf } from '#domain/treatments/startTime';
import { selectDeviceData, type DataOf } from '#state/deviceData';
import type { RootState } from '#state/store';
import { selectLanesOfDevice } from './knownLanes.ts';

/** A function that returns a value of a device as text; null if it is missing. */
export type TextOf = (state: RootState, serial: string) => string | null;

/** Returns the function that formats a value in the data of a group as the screens do; null and `-` become null, the missing value. */
function inData<Group extends DataGroup>(group: Group, text: (data: DataOf<Group>) => string | null): TextOf {
  return (state, serial) => {
    const data = selectDeviceData(state, serial, group);
    const shown = data === undefined ? null : text(data);
    return shown === MISSING ? null : shown;
  };
}

const ofSim = (text: (sim: SimInfo) => string) =>
  inData('sim_info', ({ sim_info: answer }) => (answer?.sim_info == null ? null : text(answer.sim_info)));

const ofTreatment =
  (text: (treatment: ActiveTreatment, lanes: ReadonlySet<string> | undefined) => string): TextOf =>
  (state, serial) =>
    inData('active_treatment', ({ active_treatment: treatment }) =>
      treatment == null ? null : text(treatment, selectLanesOfDevice(state, serial)),
    )(state, serial);

function startText(treatment: ActiveTreatment): string {
  const { at, estimated } = startOf(treatment);
  return estimated ? `${dateTimeText(at)} estimated` : dateTimeText(at);
}

function lanesText({ jobs }: ActiveTreatment, lanes: ReadonlySet<string> | undefined): string {
  const { treated, requested, coverage } = laneCounts(jobs ?? [], lanes);
  return `${String(treated)}/${String(requested)}, ${percentText(coverage)}`;
}

const ofMaps = (text: (map: AvailableMap) => string | null) => (id: string) =>
  inData('map_data', ({ available_maps: maps }) => (maps != null && Object.hasOwn(maps, id) && maps[id] != null ? text(maps[id]) : null));

/** The values of a map on a device, by their name in `data-shows` after `map_data.available_maps.{id}`. */
const mapTexts: Readonly<Record<string, (id: string) => TextOf>> = {
  version: ofMaps(({ version }) => usableVersion(version).version),
  valid: ofMaps((map) => mapsValidLabels[mapsValid({ map })]),
};

const dataTexts: Readonly<Record<string, TextOf>> = {
  'sw_version.sw_version.software_status': inData('sw_version', ({ sw_version: info }) =>
    info == null ? null : (softwareMessage(info)?.text ?? (info.software_status || null)),
  ),
  'sim_info.sim_info.sim_info.ctd_data_usage': ofSim((sim) => dataSizeText(sim.ctd_data_usage)),
  'sim_info.sim_info.sim_info.overage_limit_reached': ofSim((sim) => yesNo(sim.overage_limit_reached)),
  'sim_info.sim_info.sim_info.overage_limit_override': ofSim((sim) => yesNo(sim.overage_limit_override)),
  'active_treatment.active_treatment.start_time': ofTreatment(startText),
  'active_treatment.active_treatment.jobs': ofTreatment(lanesText),
};

const MAP = /^map_data\.available_maps\.(.+)\.([a-z]+)$/;

/** Returns the function that formats a value of a data group as the screens do, by the name in `data-shows`; undefined if they show it unchanged. */
export function dataTextOf(name: string): TextOf | undefined {
  const [, id = '', part = ''] = MAP.exec(name) ?? [];
  if (Object.hasOwn(mapTexts, part)) return mapTexts[part]?.(id);
  return Object.hasOwn(dataTexts, name) ? dataTexts[name] : undefined;
}
