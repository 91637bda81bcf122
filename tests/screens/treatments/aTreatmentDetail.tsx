import userEvent from '@testing-library/user-event';
import type { Call } from '#contract/call';
import { getMapGeojson } from '#contract/map';
import {
  getTreatmentDetail,
  getTreatmentLayer,
  type Treatment,
  type TreatmentJob,
  type TreatmentLayerName,
} from '#contract/fleet/treatment';
import { TreatmentDetailScreen } from '#screens/treatments/detail/DetailScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { aPlan, ground } from '../../support/aPlan.ts';
import { codesKnown, showing } from '../../widgets/aConsole.tsx';

export const job = (object_id: string, status: TreatmentJob['status'], more: Partial<TreatmentJob> = {}): TreatmentJob => ({
  job_type: 'uv_treatment',
  object_id,
  status,
  gutter: 7,
  ...more,
});

/** A treatment with one lane completed. */
export const aDetail = (over: Partial<Treatment> = {}): Treatment => ({
  id: 't/1',
  creation_time: '2026-03-04T12:00:00Z',
  start_time: '2026-03-04T12:02:00Z',
  version: 3,
  original_version: 3,
  finish_status: 'partially_completed',
  device_serials: ['LF-02'],
  device_names: ['Boris'],
  map_id: 'de-linde-2',
  map_name: 'De Linde 2',
  map_version: '2.8.0#4#1#3#2#1#1#2#1',
  treatment_type: 'UV',
  test_mission: false,
  settings: { mission_id: 'UV night, rows 1-12' },
  stats: { total_asked: 12, total_treated: 9, coverage: 0.75, reached_end: false },
  jobs: [job('101', 'COMPLETED', { treatment_time: 150, dosage: 420 })],
  ...over,
});

export const answered = (call: Call, params: Readonly<Record<string, string>>, answer: unknown): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: call.name, params, query: {} }),
  call: call.name,
  answer,
});
export const treatmentResponse = (treatment: Treatment): EventPayload =>
  answered(getTreatmentDetail, { id: treatment.id }, { result: treatment });
export const failed = (call: Call, params: Readonly<Record<string, string>>, status: number): EventPayload => ({
  kind: 'request.failed',
  key: keyOf({ call: call.name, params, query: {} }),
  call: call.name,
  failure: { status, message: 'no such thing' },
});
export const ON_MAP = { id: 'de-linde-2', version: '2.8.0' };
export const planResponse = answered(getMapGeojson, ON_MAP, { layers: aPlan() });
export const layerResponse = (layer: TreatmentLayerName, unit: string, ...values: readonly (readonly [string, number])[]): EventPayload => {
  const features = values.map(([object_id, value]) => ground([0, 2, 1, 22], { object_id, value, unit }));
  return answered(getTreatmentLayer, { id: 't/1', layer }, { treatment_layer: { type: 'FeatureCollection', features } });
};

/** The screen of one treatment, after some events. */
export function treatmentDetail(
  events: readonly EventPayload[] = [],
  { address = '/treatments/detail?treatment_id=t%2F1', isPast = false } = {},
) {
  const intents: Intent[] = [];
  const known = codesKnown({ '0x03000117': 'lane end not found' });
  const options = { address, events: [known, ...events].map((one) => [1, one] as const) };
  const shown = showing(<TreatmentDetailScreen />, isPast ? options : { ...options, intents });
  /** The requests of a call: their kind and parameters. */
  const askedOf = (call: Call) =>
    intents.flatMap((intent) =>
      'request' in intent && intent.kind !== 'query.unsubscribed' && intent.request.call === call.name
        ? [[intent.kind, intent.request.params]]
        : [],
    );
  return { ...shown, intents, askedOf, user: userEvent.setup() };
}
