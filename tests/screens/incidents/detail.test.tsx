import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ServerFeature, serverFeatures } from '#contract/config';
import { getIncident, getIncidentFile, getIncidentLogs, getIncidentVideo, getRetryPostProcessing } from '#contract/incident';
import { dateTimeText } from '#domain/text/dates';
import { AllIncidentsScreen } from '#screens/incidents/all/AllScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { anIncident, detail, keyForDetail, NOW, rendered, showingIncidents } from './anIncidentList.tsx';

const opened = (incident: Parameters<typeof detail>[1], isPast = false, features: readonly ServerFeature[] = serverFeatures) =>
  showingIncidents(<AllIncidentsScreen />, [detail(incident?.incident_id ?? 'i/1', incident)], {
    address: `/incidents/all?incident_id=${encodeURIComponent(incident?.incident_id ?? 'i/1')}`,
    isPast,
    features,
  });
const section = (name: string) => within(screen.getByRole('region', { name }));
const valueOf = (part: string, label: string) => section(part).getByText(label).nextSibling?.textContent;

it('[INC-002] [INC-004] [CALL-075] [LIVE-021] an address with an incident opens its detail, which is asked every 3 s; the list is not', () => {
  const { intents } = opened(anIncident());
  expect(screen.getByRole('heading', { level: 2, name: 'Incident i/1' })).toBeVisible();
  const asked = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [intent] : []));
  expect(asked).toEqual([
    { kind: 'query.subscribed', request: { call: getIncident.name, params: { id: 'i/1' }, query: {} }, everyMs: 3_000 },
  ]);
});

it('[INC-023] [INC-024] [INC-025] [INC-026] [INC-027] [INC-028] [MSG-097] it has its sections', () => {
  opened(anIncident());
  const titles = screen.getAllByRole('region').map((one) => within(one).getByRole('heading').textContent);
  expect(titles.toSorted()).toEqual([
    'Data Store Information',
    'Extra Information',
    'Incident Information',
    'Meta Data',
    'Post Processing',
    'Video',
  ]);
});

it('[OPEN-119] [INC-023] [INC-024] [INC-026] [GAP-23] each field stands in its section', () => {
  opened(anIncident());
  expect(valueOf('Incident Information', 'Incident ID')).toBe('i/1');
  expect(valueOf('Incident Information', 'Error Time')).toBe(dateTimeText('2026-03-04T12:00:00Z'));
  expect(valueOf('Incident Information', 'Error Code')).toBe('0x03000117');
  expect(valueOf('Incident Information', 'Description')).toBe('Front bumper');
  expect(valueOf('Incident Information', 'Device')).toBe('Boris, LF-02');
  expect(valueOf('Incident Information', 'Manually Triggered')).toBe('No');
  expect(valueOf('Meta Data', 'Map')).toBe('de-linde-2');
  expect(valueOf('Meta Data', 'Map Version')).toBe('2.8.0');
  expect(valueOf('Meta Data', 'Node')).toBe('104');
  expect(valueOf('Meta Data', 'During Mission')).toBe('Yes');
  expect(valueOf('Data Store Information', 'Data Store ID')).toBe('store-1');
  expect(valueOf('Data Store Information', 'Files ID')).toBe('-');
  expect(valueOf('Data Store Information', 'Record Version')).toBe('3');
  expect(valueOf('Data Store Information', 'Upload Started')).toBe(dateTimeText('2026-03-04T12:01:00Z'));
  expect(valueOf('Data Store Information', 'Upload Finished')).toBe('Yes');
});

it('[INC-023] an incident with few fields has dashes', () => {
  opened({ incident_id: 'bare', incident_time: '2026-03-04T12:00:00Z', machine_serial: 'X', manually_triggered: false });
  expect(valueOf('Incident Information', 'Error Code')).toBe('-');
  expect(valueOf('Meta Data', 'Map')).toBe('-');
  expect(valueOf('Data Store Information', 'Upload Started')).toBe('-');
  expect(screen.getByText('Mosaic was not rendered')).toBeVisible();
});

it('[ANY8] [INC-023] an incident whose optional fields are empty has dashes, no empty code and no empty link', () => {
  opened(anIncident({ error_code: '', map_id: '', map_version: '', node_id: '', treatment_id: '', data_store_id: '' }));
  for (const label of ['Error Code', 'Description']) expect(valueOf('Incident Information', label)).toBe('-');
  for (const label of ['Map', 'Map Version', 'Node', 'Treatment ID']) expect(valueOf('Meta Data', label)).toBe('-');
  const leads = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(leads.filter((lead) => lead.endsWith('='))).toEqual([]);
  expect(screen.queryByText('Unknown Error Code')).toBeNull();
});

it('[INC-031] [INC-032] it leads to treatment, map and device', () => {
  opened(anIncident({ map_id: 'a b' }));
  expect(screen.getByRole('link', { name: 't-1' })).toHaveAttribute('href', '/treatments/detail?treatment_id=t-1');
  expect(screen.getByRole('link', { name: 'a b' })).toHaveAttribute('href', '/incidents/per_map?map_id=a%20b');
  expect(screen.getByRole('link', { name: 'Boris, LF-02' })).toHaveAttribute('href', '/device/detail?device_serial=LF-02');
});

it('[INC-033] [INC-034] [INC-035] the dashboards open elsewhere; one without a web address is not there', () => {
  opened(anIncident());
  for (const name of ['Incident Dashboard', 'Text Logs']) {
    expect(screen.getByRole('link', { name })).toHaveAttribute('rel', 'noopener noreferrer');
  }
  expect(screen.getByRole('link', { name: 'Incident Dashboard' })).toHaveAttribute('href', 'https://incidents.example/?incident_id=i');
  expect(section('Extra Information').queryByText('Cleaned Text Logs')).toBeNull();
});

it('[INC-035] the cleaned logs are a link where they have an address', () => {
  opened(anIncident({ cleaned_text_logging_url: 'https://logs.example/cleaned' }));
  expect(screen.getByRole('link', { name: 'Cleaned Text Logs' })).toHaveAttribute('href', 'https://logs.example/cleaned');
});

it('[INC-029] [MSG-098] an empty record says "Incident Not Found", and nothing else', () => {
  opened(null);
  expect(screen.getByText('Incident Not Found')).toBeVisible();
  expect(screen.queryByRole('region')).toBeNull();
});

it('[INC-030] [MSG-099] one that was triggered by hand warns', () => {
  opened(anIncident({ manually_triggered: true }));
  expect(screen.getByText('This incident is manually triggered')).toBeVisible();
});

it('[INC-030] another one does not warn', () => {
  opened(anIncident());
  expect(screen.queryByText('This incident is manually triggered')).toBeNull();
});

it.each([
  ['began', { upload_started: '2026-03-04T12:01:00Z' }, ['i/1.bag.gz', 'i/1.dat', 'i/1.json']],
  ['ended, from a server that gives no beginning', { upload_finished: true }, ['i/1.bag.gz', 'i/1.dat', 'i/1.json']],
  ['is not in the response', null, ['i/1.bag.gz', 'i/1.dat', 'i/1.json']],
  ['has not begun', { upload_started: null, upload_finished: null }, ['not uploaded yet', 'not uploaded yet', 'i/1.json']],
  [
    'has not begun, in words of yes and no',
    { upload_started: false, upload_finished: false },
    ['not uploaded yet', 'not uploaded yet', 'i/1.json'],
  ],
])('[UPLOADED1] [INC-036] [INC-037] [INC-038] files are offered when their upload %s', async (_, upload_results, notes) => {
  const { user, intents } = opened(anIncident({ upload_results }));
  const links = section('Extra Information').getAllByRole('button', { name: /^(?:Rosbag|Depth Video|Ros Parameters)$/ });
  expect(links.map((link) => link.nextSibling?.textContent)).toEqual(notes);
  for (const link of links) await user.click(link);
  const asked = intents.flatMap((intent) =>
    'request' in intent && intent.request.call === getIncidentFile.name ? [intent.request.params['a']] : [],
  );
  expect(asked).toEqual(['rosbag', 'depth', 'rosparam']);
});

it('[UPLOADED1] a file that the server does not have says so beside its link', async () => {
  const { user, learn } = opened(anIncident({ upload_results: { upload_started: null, upload_finished: null } }));
  await user.click(screen.getByRole('button', { name: 'Rosbag' }));
  const came = {
    key: keyOf({ call: getIncidentFile.name, params: { a: 'rosbag', b: 'i/1.bag.gz' }, query: {} }),
    call: getIncidentFile.name,
  };
  const failure = { status: 404, message: 'NotFound: The file is not uploaded' };
  learn([NOW + 1, { kind: 'request.started', ...came }], [NOW + 2, { kind: 'request.failed', ...came, failure }]);
  expect(screen.getByText('Nothing was saved: The file is not uploaded')).toBeVisible();
});

it.each([
  ['rosbag', 'Rosbag', 'i/1.bag.gz', 'INC-036'],
  ['depth', 'Depth Video', 'i/1.dat', 'INC-037'],
  ['rosparam', 'Ros Parameters', 'i/1.json', 'INC-038'],
])(
  '[%4$s] [INC-039] [MSG-100] the file %s is asked for by its name, and says "Downloading..." while it runs',
  async (kind, label, name) => {
    const { user, intents, learn } = opened(anIncident());
    const request = { call: getIncidentFile.name, params: { a: kind, b: name }, query: {} };
    expect(section('Extra Information').getByText(name)).toBeVisible();
    await user.click(screen.getByRole('button', { name: label }));
    expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request });
    expect(section('Extra Information').getAllByText('Downloading...')).toHaveLength(1);
    const came = { key: keyOf(request), call: getIncidentFile.name };
    learn([NOW + 1, { kind: 'request.started', ...came }], [NOW + 2, { kind: 'request.unchanged', ...came }]);
    expect(screen.queryByText('Downloading...')).toBeNull();
    expect(screen.getByRole('button', { name: label })).toBeEnabled();
  },
);

it('[EVID4] recordings are offered under the names that the server lists, whatever their format', async () => {
  const files = ['i/1.bag', 'i/1.dat', 'i/1.mcap'].map((name) => ({ name, size: 9 }));
  const { user, intents } = opened(anIncident({ files }));
  expect(section('Extra Information').queryByText('i/1.bag.gz')).toBeNull();
  const [, second] = section('Extra Information').getAllByRole('button', { name: 'Rosbag' });
  if (second !== undefined) await user.click(second);
  expect(intents.at(-1)).toMatchObject({ request: { call: getIncidentFile.name, params: { a: 'rosbag', b: 'i/1.mcap' } } });
});

const recorded = { format: 'MCAP', messages: 5, started_at: '2026-03-04T12:00:00Z', ended_at: '2026-03-04T12:01:00Z' };

it('[EVID6] the content of the recordings is listed, each topic once', () => {
  const topics = [
    { topic: '/b', type: 'std_msgs/String', messages: 2 },
    { topic: '/a', type: 'std_msgs/String', messages: 3 },
  ];
  opened(
    anIncident({
      recordings: [
        { ...recorded, topics },
        { ...recorded, format: 'ROS 1 bag', topics: topics.slice(0, 1) },
      ],
    }),
  );
  const rows = section('Recording').getAllByRole('row').slice(1);
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['/a', 'std_msgs/String', '3'],
    ['/b', 'std_msgs/String', '4'],
  ]);
  expect(section('Recording').getByText('ROS 1 bag')).toBeVisible();
});

const parsed = { post_processing_results: { log_parsing: { success: true, message: '2 log lines', retry_possible: false } } };

it('[EVID5] the log lines are asked for page by page, by level and by a part of the text', async () => {
  const { user, intents, learn } = opened(anIncident(parsed), false, ['incident_logs']);
  const wanted = (query: object) => ({ call: getIncidentLogs.name, params: { id: 'i/1' }, query: { page: 0, per_page: 10, ...query } });
  expect(intents).toContainEqual({ kind: 'query.subscribed', request: wanted({}), everyMs: null });
  const line = { time: '2026-03-04T12:00:00Z', level: 'error', name: '/base', message: 'wheel slips', source: 'base.cpp:4' };
  const answer = { total: 1, results: [line] };
  learn([NOW + 1, { kind: 'request.succeeded', key: keyOf(wanted({})), call: getIncidentLogs.name, answer }]);
  expect(section('Log Lines').getByText('wheel slips')).toBeVisible();
  await user.selectOptions(section('Log Lines').getByRole('combobox', { name: 'Filter Level' }), 'Warning');
  expect(intents).toContainEqual(expect.objectContaining({ kind: 'query.subscribed', request: wanted({ level: 'warning' }) }));
});

it('[RULE-081] [LEVEL1] a fatal line of the recording is highlighted, however it is written', () => {
  const { learn } = opened(anIncident(parsed), false, ['incident_logs']);
  const line = { time: '2026-03-04T12:00:00Z', level: 'FATAL', name: '/base', message: 'stopped', source: 'base.cpp:4' };
  const key = keyOf({ call: getIncidentLogs.name, params: { id: 'i/1' }, query: { page: 0, per_page: 10 } });
  learn([NOW + 1, { kind: 'request.succeeded', key, call: getIncidentLogs.name, answer: { total: 1, results: [line] } }]);
  expect(section('Log Lines').getByText('stopped').closest('tr')).toHaveAttribute('data-tone', 'error');
});

it.each<[string, readonly ServerFeature[], Parameters<typeof anIncident>[0]]>([
  ['a server that keeps none', ['commands'], parsed],
  ['an incident without any', ['incident_logs'], {}],
])('[EVID5] none are requested for %s', (_name, features, over) => {
  opened(anIncident(over), false, features);
  expect(screen.queryByRole('region', { name: 'Log Lines' })).toBeNull();
});

it('[INC-040] [INC-041] [INC-042] [INC-043] [INC-044] [INC-045] [INC-046] [INC-047] [MSG-101] [MSG-102] [MSG-103] [MSG-104] the post-processing is a table', () => {
  opened(anIncident());
  const rows = section('Post Processing').getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Data Parsed', 'Yes', 'Parsed 12 messages', ''],
    ['Logs Parsed', 'No', 'No result found', 'Retry'],
    ['Mosaic Rendered', 'No', 'Post Processing not started', 'Retry'],
  ]);
  const names = section('Post Processing').getAllByRole('button');
  expect(names.map((one) => one.getAttribute('aria-label'))).toEqual(['Retry Logs Parsed', 'Retry Mosaic Rendered']);
});

it('[INC-045] [CALL-077] [OPEN-78] Retry tries the step again; a refusal raises a message, and the incident is asked once more', async () => {
  const { user, intents, learn } = opened(anIncident());
  await user.click(section('Post Processing').getByRole('button', { name: 'Retry Logs Parsed' }));
  const request = { call: getRetryPostProcessing.name, params: { id: 'i/1', x: 'log_parsing' }, query: {} };
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request });
  const failure = { status: 409, message: 'Conflict: log_parsing runs' };
  const source = { key: keyOf(request), call: getRetryPostProcessing.name };
  learn([NOW + 1, { kind: 'request.started', ...source }]);
  learn([NOW + 2, { kind: 'request.failed', ...source, failure }]);
  expect(intents).toContainEqual({ kind: 'alert.raised', tone: 'warning', text: 'log_parsing runs' });
  expect(intents).toContainEqual(
    expect.objectContaining({ kind: 'query.requested', request: { call: getIncident.name, params: { id: 'i/1' }, query: {} } }),
  );
});

it('[INC-048] [INC-049] [MSG-106] without a rendered mosaic no video is asked for', () => {
  const { intents } = opened(anIncident());
  expect(section('Video').getByText('Mosaic was not rendered')).toBeVisible();
  expect(intents.some((intent) => 'request' in intent && intent.request.call === getIncidentVideo.name)).toBe(false);
});

const videoKey = keyOf({ call: getIncidentVideo.name, params: { incident_id: 'i-2' }, query: {} });
const videoCame = (bytes: number) => new Uint8Array(bytes);

it('[INC-048] [INC-050] [INC-052] [MSG-105] [MSG-107] [GAP-67] the video is asked once, shown, and let go on leaving', async () => {
  const { user, intents, door, shown } = opened(rendered);
  expect(section('Video').getByText('Loading video...')).toBeVisible();
  expect(intents).toContainEqual({
    kind: 'query.subscribed',
    request: { call: getIncidentVideo.name, params: { incident_id: 'i-2' }, query: {} },
    everyMs: null,
  });
  act(() => door.onSecret(videoKey, videoCame(41)));
  expect(screen.getByLabelText('Video of incident i-2')).toHaveAttribute('src', 'blob:video');
  expect(screen.getByLabelText('Video of incident i-2')).toHaveAttribute('controls');
  expect(shown).toEqual(['41 video/mp4']);
  await user.click(screen.getByRole('button', { name: 'BACK' }));
  expect(shown).toEqual(['41 video/mp4', 'forgotten']);
  expect(intents).toContainEqual(expect.objectContaining({ kind: 'query.unsubscribed', everyMs: null }));
});

it('[INC-051] [INC-052] [MSG-108] a body of 40 bytes is no video', () => {
  const { door, shown } = opened(rendered);
  act(() => door.onSecret(videoKey, videoCame(40)));
  expect(section('Video').getByText('Video not found')).toBeVisible();
  expect(shown).toEqual([]);
});

it('[INC-050] a video that does not come says so and can be asked for again', async () => {
  const { user, learn, intents } = opened(rendered);
  const failed: EventPayload = { kind: 'request.failed', key: videoKey, call: getIncidentVideo.name, failure: { status: 0, message: '' } };
  learn([NOW + 1, failed]);
  expect(section('Video').getByText('Loading failed')).toBeVisible();
  await user.click(section('Video').getByRole('button', { name: 'Try Again' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request: { call: getIncidentVideo.name } });
});

it('[VIDEO1] a video that cannot be decoded says so, and is loaded again when asked for', async () => {
  const { user, door, intents, shown } = opened(rendered);
  act(() => door.onSecret(videoKey, videoCame(41)));
  fireEvent.error(screen.getByLabelText('Video of incident i-2'));
  expect(section('Video').getByText('Loading failed')).toBeVisible();
  expect(screen.queryByLabelText('Video of incident i-2')).toBeNull();
  await user.click(section('Video').getByRole('button', { name: 'Try Again' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request: { call: getIncidentVideo.name } });
  expect(section('Video').getByText('Loading video...')).toBeVisible();
  act(() => door.onSecret(videoKey, videoCame(42)));
  expect(screen.getByLabelText('Video of incident i-2')).toBeVisible();
  expect(shown).toEqual(['41 video/mp4', 'forgotten', '42 video/mp4']);
});

const failed = (id: string): EventPayload => ({
  kind: 'request.failed',
  key: keyForDetail(id),
  call: getIncident.name,
  failure: { status: 500, message: '' },
});

it('[INC-023] a failed load says so; what was known before stays', async () => {
  const { user, learn, intents } = showingIncidents(<AllIncidentsScreen />, [], { address: '/incidents/all?incident_id=i%2F1' });
  learn([NOW + 1, failed('i/1')]);
  expect(screen.getByText('Loading failed')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(intents.at(-1)).toMatchObject({ kind: 'query.requested', request: { call: getIncident.name, params: { id: 'i/1' } } });
  learn([NOW + 2, detail('i/1', anIncident())], [NOW + 3, failed('i/1')]);
  expect(screen.getByRole('region', { name: 'Meta Data' })).toBeVisible();
  expect(screen.getByText('The newest state could not be loaded')).toBeVisible();
});

it('[INC-050] in the past nothing can be fetched or tried again', () => {
  opened({ ...rendered, post_processing_results: { ...rendered.post_processing_results, log_parsing: null } }, true);
  expect(section('Video').getByText('Not known at that time')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rosbag' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Retry Logs Parsed' })).toBeDisabled();
});
