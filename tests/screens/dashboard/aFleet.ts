import { getErrorOverview, getMachines } from '#contract/fleet/machine';
import { getTotalMetrics } from '#contract/fleet/metrics';
import { getDeployments, getLocations } from '#contract/place';
import { getTreatmentsLastDay, type Treatment } from '#contract/fleet/treatment';
import { keyOf, type EventPayload } from '#streams/event';
import { reported, ticked, type TimedEvent } from '../../state/eventsOf.ts';
import { aDevice, answered, devicesKnown } from '../../widgets/aConsole.tsx';

/** The second at which the fleet below is looked at; its reports are one second old. */
export const NOW = 36_000;
/** An instant of the wire, some seconds before NOW. */
export const ago = (seconds: number) => new Date((NOW - seconds) * 1_000).toISOString();

const lane = (current_state: string, current_task = '') => ({ current_state, current_task });
const dock = (state: string) => ({ state });

const STATES = {
  'LF-01': { ...lane('ERROR'), error_code: '0x03000117' },
  'LF-02': lane('executing_task', 'uv_treatment'),
  'LF-03': lane('executing_task', 'waiting'),
  'LF-04': lane('executing_task', 'starting'),
  'LF-05': lane('waiting_for_task'),
  'DV-01': { ...dock('error'), error: '0x0a010023' },
  'DV-02': dock('docking'),
  'UV-01': lane('charging'),
} as const;
const typeOf = (serial: string) => (serial.startsWith('DV') ? 'DIV01' : serial.startsWith('UV') ? 'UVP01' : 'LUMION_FIX');

/** The devices: two in error (LF-01, DV-01), four in treatment (three lane robots and DV-02), and LF-06, which never reported. */
export const devices = [...Object.keys(STATES), 'LF-06'].map((serial) => ({
  ...aDevice(serial, `Robot ${serial}`),
  device_type: typeOf(serial),
}));

/** Events: the state of all devices was requested and arrived. */
export const machinesAnswered: EventPayload = { kind: 'request.unchanged', key: getMachines.name, call: getMachines.name };

/** All of the fleet as of NOW, reported a second before. */
export const fleetKnown: readonly TimedEvent[] = [
  [NOW - 2, devicesKnown(...devices)],
  ...Object.entries(STATES).map(([serial, state]): TimedEvent => [NOW - 1, reported(serial, NOW - 1, state)]),
  [NOW - 1, machinesAnswered],
  [NOW, ticked],
];

/** When the error of a device began, in seconds before NOW; ended when `isOver`. */
export const errorBegan = (serial: string, seconds: number, isOver = false): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getErrorOverview.name, params: { serial, hours: '48' }, query: {} }),
  call: getErrorOverview.name,
  answer: { result: [{ start_time: ago(seconds), stop_time: isOver ? ago(0) : null, duration_seconds: seconds }] },
});

/** Every device named stands at De Linde. */
export const placed = (...serials: readonly string[]): readonly TimedEvent[] => {
  const results = serials.map((device_serial) => ({ id: device_serial, device_serial, location_id: 'a', creation_date: ago(0) }));
  const locations = [{ id: 'a', name: 'De Linde', owned_by: 'o', timezone: 'Europe/Brussels' }];
  return [
    [NOW, answered(getDeployments, { total: results.length, results })],
    [NOW, answered(getLocations, { total: 1, results: locations })],
  ];
};

export const totalsAnswered = answered(getTotalMetrics, { total_mileage: 18_204_368, total_laneswitches: 392_846, time: ago(5) });

export const aTreatment = (id: string, over: Partial<Treatment> = {}): Treatment => ({
  id,
  creation_time: ago(7_200),
  start_time: ago(3_600),
  version: 1,
  finish_status: 'fully_completed',
  device_serials: ['LF-02'],
  stats: { coverage: 0.875, reached_end: true, total_treated: 31, total_asked: 64 },
  ...over,
});

export const lastDayAnswered = (...result: readonly Treatment[]): EventPayload =>
  answered(getTreatmentsLastDay, { result, from_dt: ago(86_400), to_dt: ago(0) });

export const failed = (call: { readonly name: string }): EventPayload => ({
  kind: 'request.failed',
  key: call.name,
  call: call.name,
  failure: { status: 503, message: '' },
});
