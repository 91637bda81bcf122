import type { Call } from '#contract/call';
import { getCommands } from '#contract/command';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getActiveTreatment, getMapData, getSimInfo, getStateData, getSwVersion } from '#contract/fleet/dataGroup';
import { getErrorOverview, getMachines, getRawState, getRpState } from '#contract/fleet/machine';
import { getAllMaps } from '#contract/map';
import { getMetrics, getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getAccountPolicy } from '#contract/sessionAccount';
import { fullListOf } from '#streams/query/fullLists';
import { pollInterval } from '#streams/operators/poll';
import {
  APP_DATA_EVERY_MS,
  CONTROL_REFRESH_MS,
  DASHBOARD_EVERY_MS,
  everyMsOf,
  FLEET_SETTINGS_EVERY_MS,
  INCIDENTS_EVERY_MS,
} from '#streams/query/pollIntervals';
import { expect, it } from 'vitest';

const rows: readonly (readonly [ids: string, call: Call, everyMs: number])[] = [
  ['[LIVE-010] [CONST-016]', getMetrics, 1_000],
  ['[LIVE-014] [CONST-020]', getRawState, 1_000],
  ['[COMMAND8]', getCommands, 1_000],
  ['[LIVE-013] [CONST-019]', getMachines, 5_000],
  ...[getRpState, getSwVersion, getSimInfo, getMapData, getActiveTreatment, getErrorOverview, getStateData].map(
    (call) => ['[LIVE-012] [CONST-018]', call, 5_000] as const,
  ),
  ['[LIVE-018] [CONST-029]', getTotalMetrics, 3_000],
  ...[
    getAllDevices,
    getAllDeviceTypes,
    getAllLifeCycleStages,
    getDeployments,
    getLocations,
    getGreenhouses,
    getOrganisations,
    getAllMaps,
  ].map((call) => ['[LIVE-015] [CONST-022]', call, 50_000] as const),
  ['[LIVE-016]', getErrorCodes, 50_000],
  ['[POLL12]', getAccountPolicy, 300_000],
];

it.each(rows.map(([ids, call, everyMs]) => [ids, call.name, everyMs, call] as const))(
  '%s %s is asked every %i ms',
  (_, __, everyMs, call) => {
    expect(everyMsOf(call)).toBe(everyMs);
  },
);

it('[LIVE-011] [CONST-017] after an error the metrics wait 2 s', () => {
  expect(pollInterval(everyMsOf(getMetrics) ?? 0).afterErrorMs).toBe(2_000);
});

it.each([
  ['[LIVE-018] [CONST-029] dashboard', DASHBOARD_EVERY_MS, 3_000],
  ['[LIVE-019] [CONST-027] [CONST-028] incidents and their statistics', INCIDENTS_EVERY_MS, 3_000],
  ['[CONST-030] settings overview', FLEET_SETTINGS_EVERY_MS, 10_000],
  ['[LIVE-017] control', CONTROL_REFRESH_MS, 1_000],
  ['[CONST-022] app data', APP_DATA_EVERY_MS, 50_000],
  ['[CONST-031] incidents after an error', pollInterval(INCIDENTS_EVERY_MS).afterErrorMs, 6_000],
])('%s', (_, ms, expected) => {
  expect(ms).toBe(expected);
});

it.each([
  ['RULE-115', getOrganisations, 10],
  ['RULE-116] [CONST-050', getAllMaps, 10],
  ['RULE-117] [CONST-051', getLocations, 50],
  ['RULE-118] [CONST-051', getGreenhouses, 50],
  ['RULE-119] [CONST-051', getDeployments, 50],
] as const)('[%s] the full list is loaded in pages', (_, call, perPage) => {
  expect(fullListOf(call)).toEqual({ call: call.name, params: {}, query: { per_page: perPage } });
});
