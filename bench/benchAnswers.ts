import type { AnswerOf } from '#contract/call';
import { getAllDevices, getAllDeviceTypes, getAllLifeCycleStages } from '#contract/devices/device';
import { getErrorCodes } from '#contract/errorCode';
import { getMachines } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments, getGreenhouses, getLocations, getOrganisations } from '#contract/place';
import { getTreatmentsLastDay } from '#contract/fleet/treatment';
import type { BenchFleet } from './benchFleet.ts';

type Answer = (query: URLSearchParams) => unknown;

function page(rows: readonly unknown[]): Answer {
  return (query) => {
    const size = Number(query.get('per_page') ?? 10);
    const from = Number(query.get('page') ?? 0) * size;
    return { total: rows.length, results: rows.slice(from, from + size) };
  };
}

const lane = {
  type: 'Feature',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [40, 0],
        [40, 1],
        [0, 1],
        [0, 0],
      ],
    ],
  },
  properties: { id: '101', length: 40, width: 1 },
};

const now = () => new Date().toISOString();

/** Returns the responses of the fake server by path and query; undefined for a call that the measured screens do not use. */
export function benchAnswers(fleet: BenchFleet): (path: string, query: URLSearchParams) => unknown {
  const machines = (): AnswerOf<typeof getMachines> => ({
    result: Object.fromEntries(
      fleet.serials.map((serial, device) => [serial, { timestamp: now(), is_live: true, state: fleet.report(device) }]),
    ),
  });
  const totals = (): AnswerOf<typeof getTotalMetrics> => ({ total_mileage: 1_000, total_laneswitches: 100, time: now() });
  const lastDay = (): AnswerOf<typeof getTreatmentsLastDay> => ({ result: [], from_dt: now(), to_dt: now() });
  const byPath = new Map<string, Answer>([
    [getMachines.path, machines],
    [getAllDevices.path, () => ({ result: fleet.devices })],
    [getAllDeviceTypes.path, () => ({ result: [{ id: 'LUMION_FIX', name: 'Lumion Fix', revisions: [] }] })],
    [getAllLifeCycleStages.path, () => ({ result: [{ id: 'operational', name: 'Operational' }] })],
    [getErrorCodes.path, () => ({ error_codes: {}, languages: [] })],
    [getDeployments.path, page(fleet.deployments)],
    [getLocations.path, page(fleet.locations)],
    [getGreenhouses.path, page([])],
    [getOrganisations.path, page([{ id: 'growers', name: 'Growers' }])],
    [getTotalMetrics.path, totals],
    [getTreatmentsLastDay.path, lastDay],
  ]);
  // All devices share one site.
  const endings: readonly (readonly [string, unknown])[] = [
    ['/state_data', { 'site/site_id': 'site', 'site/site_version': '2.1.1#1#1#1#1#1#1#1#1' }],
    ['/geojson', { layers: { lane: { type: 'FeatureCollection', features: [lane] } } }],
  ];
  return (path, query) => byPath.get(path)?.(query) ?? endings.find(([ending]) => path.endsWith(ending))?.[1];
}
