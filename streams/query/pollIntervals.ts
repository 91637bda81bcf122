/** The polling intervals by call, in ms. */

import type { Call } from '#contract/call';
import { getCommands } from '#contract/command';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages, getDevice } from '#contract/devices/device';
import { getDeviceConnection } from '#contract/devices/deviceConnection';
import { getErrorCodes } from '#contract/errorCode';
import { getIncident, getIncidentErrorCodes, getIncidents, getIncidentsOfMachine, getIncidentsOfMap } from '#contract/incident';
import { getActiveTreatment, getMapData, getSimInfo, getStateData, getSwVersion } from '#contract/fleet/dataGroup';
import { getErrorOverview, getMachines, getRawState, getRpState } from '#contract/fleet/machine';
import { getAllMaps } from '#contract/map';
import { getMetrics, getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments, getGreenhouses, getLocations, getOrganisation, getOrganisations } from '#contract/place';
import { getTreatmentsLastDay } from '#contract/fleet/treatment';
import { getAccountPolicy } from '#contract/sessionAccount';
import { STATE_EVERY_MS } from '#domain/devices/online';

/** Polling interval of the metrics screen, in ms. Source: LIVE-010, CONST-016. */
const METRICS_EVERY_MS = 1_000;
/** Polling interval of the device page header, in ms. Source: LIVE-014, CONST-020. */
const HEADER_EVERY_MS = 1_000;
/** Polling interval of the commands of a device while they are shown, in ms. */
const COMMANDS_EVERY_MS = 1_000;
/** Polling interval of the connection of a device and its messages while they are shown, in ms. */
const CONNECTION_EVERY_MS = 1_000;
/** Polling interval of the sections of a device page, in ms. Source: LIVE-012, CONST-018. */
const DETAIL_EVERY_MS = 5_000;
/** Polling interval of the dashboard, and of the state of all devices while it is shown, in ms. Source: LIVE-018, CONST-029. */
export const DASHBOARD_EVERY_MS = 3_000;
/** Polling interval of the list, the statistics and the details of incidents, in ms. Source: LIVE-019..021, CONST-026..028. */
export const INCIDENTS_EVERY_MS = 3_000;
/** Polling interval of the overview of the fleet's settings, in ms. Source: LIVE-023, CONST-030. */
export const FLEET_SETTINGS_EVERY_MS = 10_000;
/**
 * Polling interval of data that rarely changes (devices, types, stages, deployments, places, maps, error codes), in ms. Source: LIVE-015, LIVE-016, CONST-022.
 */
export const APP_DATA_EVERY_MS = 50_000;
/** Polling interval of the setting that enables session accounts, in ms: an administrator may switch it on while other users are signed in. */
const ACCOUNT_POLICY_EVERY_MS = 300_000;
/** Delay between a control action and the next request for the control state, in ms. Source: LIVE-017, CONST-021. */
export const CONTROL_REFRESH_MS = 1_000;

const row = (call: Call, everyMs: number) => [call.name, everyMs] as const;

/** Polling interval per call, in ms. A call without a row is requested once, and again on `query.requested`. */
const pollIntervals: ReadonlyMap<string, number> = new Map([
  row(getMetrics, METRICS_EVERY_MS),
  row(getAccountPolicy, ACCOUNT_POLICY_EVERY_MS),
  row(getRawState, HEADER_EVERY_MS),
  row(getCommands, COMMANDS_EVERY_MS),
  row(getDeviceConnection, CONNECTION_EVERY_MS),
  row(getMachines, STATE_EVERY_MS),
  row(getRpState, DETAIL_EVERY_MS),
  row(getSwVersion, DETAIL_EVERY_MS),
  row(getSimInfo, DETAIL_EVERY_MS),
  row(getMapData, DETAIL_EVERY_MS),
  row(getActiveTreatment, DETAIL_EVERY_MS),
  row(getErrorOverview, DETAIL_EVERY_MS),
  row(getStateData, DETAIL_EVERY_MS),
  row(getTotalMetrics, DASHBOARD_EVERY_MS),
  row(getTreatmentsLastDay, DASHBOARD_EVERY_MS),
  row(getIncidents, INCIDENTS_EVERY_MS),
  row(getIncident, INCIDENTS_EVERY_MS),
  row(getIncidentErrorCodes, INCIDENTS_EVERY_MS),
  row(getIncidentsOfMachine, INCIDENTS_EVERY_MS),
  row(getIncidentsOfMap, INCIDENTS_EVERY_MS),
  row(getAllDevices, APP_DATA_EVERY_MS),
  row(getDevice, APP_DATA_EVERY_MS),
  row(getAllDeviceTypes, APP_DATA_EVERY_MS),
  row(getAllLifeCycleStages, APP_DATA_EVERY_MS),
  row(getDeployments, APP_DATA_EVERY_MS),
  row(getLocations, APP_DATA_EVERY_MS),
  row(getGreenhouses, APP_DATA_EVERY_MS),
  row(getOrganisations, APP_DATA_EVERY_MS),
  row(getOrganisation, APP_DATA_EVERY_MS),
  row(getAllMaps, APP_DATA_EVERY_MS),
  row(getErrorCodes, APP_DATA_EVERY_MS),
]);

/** Returns the polling interval of a call, in ms; null for a call that is requested once. */
export function everyMsOf(call: { readonly name: string }): number | null {
  return pollIntervals.get(call.name) ?? null;
}
