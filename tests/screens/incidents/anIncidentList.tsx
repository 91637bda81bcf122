import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getIncident, getIncidents, type Incident } from '#contract/incident';
import { createSecretChannel, SecretContext } from '#hooks/secretChannel';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { ShowBytesContext, type ShowBytes } from '#ui/SaveFileContext';
import { aDevice, codesKnown, devicesKnown, showing } from '../../widgets/aConsole.tsx';

export const NOW = Date.UTC(2026, 2, 5);
type Query = Readonly<Record<string, string | number>>;

export const anIncident = (over: Partial<Incident> = {}): Incident => ({
  incident_id: 'i/1',
  incident_time: '2026-03-04T12:00:00Z',
  error_code: '0x03000117',
  machine_serial: 'LF-02',
  manually_triggered: false,
  map_id: 'de-linde-2',
  map_version: '2.8.0#2.8.0#1.0.0#2.8.0#2.0.8#1.0.0#1.0.2#1.8.0#1.0.0',
  node_id: '104',
  during_mission: true,
  treatment_id: 't-1',
  incident_dashboard_url: 'https://incidents.example/?incident_id=i',
  text_logging_url: 'https://logs.example/i',
  cleaned_text_logging_url: 'javascript:alert(1)',
  data_store_id: 'store-1',
  files_id: null,
  record_version: 3,
  upload_results: { upload_started: '2026-03-04T12:01:00Z', upload_finished: true },
  post_processing_results: {
    data_parsing: { success: true, message: 'Parsed 12 messages', retry_possible: false },
    log_parsing: { success: false, message: null, retry_possible: true },
    mosaic_rendering: null,
  },
  ...over,
});
export const rendered = anIncident({
  incident_id: 'i-2',
  post_processing_results: { mosaic_rendering: { success: true, message: 'Rendering successful', retry_possible: false } },
});

export const keyForPage = (query: Query = {}) => keyOf({ call: getIncidents.name, params: {}, query: { page: 0, per_page: 10, ...query } });
export const page = (incidents: readonly Incident[], query: Query = {}, total = incidents.length): EventPayload => ({
  kind: 'request.succeeded',
  key: keyForPage(query),
  call: getIncidents.name,
  answer: { total, incidents },
});
export const keyForDetail = (id: string) => keyOf({ call: getIncident.name, params: { id }, query: {} });
export const detail = (id: string, incident: Incident | null): EventPayload => ({
  kind: 'request.succeeded',
  key: keyForDetail(id),
  call: getIncident.name,
  answer: { incident },
});

interface Options {
  readonly address?: string;
  readonly isPast?: boolean;
  /** The features that the server announces; all unless given. */
  readonly features?: readonly ServerFeature[];
}

/** A screen of incidents with two devices and one code known; `shown` fills with what was made visible and let go. */
export function showingIncidents(
  view: ReactElement,
  events: readonly EventPayload[],
  { address = '/incidents/all', isPast = false, features = serverFeatures }: Options = {},
) {
  const intents: Intent[] = [];
  const shown: string[] = [];
  const door = createSecretChannel();
  const showBytes: ShowBytes = (bytes, type) => {
    shown.push(`${bytes.byteLength} ${type}`);
    return { address: 'blob:video', forget: () => void shown.push('forgotten') };
  };
  const known = [devicesKnown(aDevice('LF-01', 'Alba'), aDevice('LF-02', 'Boris')), codesKnown({ '0x03000117': 'Front bumper' })];
  const wrapped = (
    <SecretContext value={isPast ? null : door}>
      <ShowBytesContext value={showBytes}>{view}</ShowBytesContext>
    </SecretContext>
  );
  const options = { address, features, events: [...known, ...events].map((one) => [NOW, one] as const) };
  const all = showing(wrapped, isPast ? options : { ...options, intents });
  /** The open request of the list: the last subscribed one. */
  const open = () =>
    intents.flatMap((intent) => (intent.kind === 'query.subscribed' && intent.request.call === getIncidents.name ? [intent] : [])).at(-1);
  return { ...all, intents, shown, door, open, user: userEvent.setup() };
}
