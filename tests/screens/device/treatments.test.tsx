import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getTreatmentAll, getTreatmentDownload, getTreatmentsSync, type Treatment } from '#contract/fleet/treatment';
import { dateTimeText } from '#domain/text/dates';
import { TreatmentsScreen } from '#screens/device/treatments/TreatmentsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import type { Intent } from '#streams/intent';
import { reported } from '../../state/eventsOf.ts';
import { aDevice, devicesKnown, showing } from '../../widgets/aConsole.tsx';

const serial = 'LF-02';
const request = (page: number, device_serial = serial) => ({
  call: getTreatmentAll.name,
  params: {},
  query: { device_serial, page, per_page: 10 },
});
const page = (at: number, total: number, ...results: readonly Treatment[]): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf(request(at)),
  call: getTreatmentAll.name,
  answer: { total, results },
});

const anEvent = (no_recovery_reason: string) => ({
  time: '2026-03-04T12:10:00Z',
  level: 'warning',
  message: 'stuck',
  data: { no_recovery_reason },
});
const done: Treatment = {
  id: 't/1',
  creation_time: '2026-03-04T12:00:00Z',
  start_time: '2026-03-04T12:02:00Z',
  version: 1,
  finish_status: 'partially_completed',
  device_serials: [serial],
  map_id: 'de-linde-2',
  map_name: 'De Linde 2',
  settings: { mission_id: 'UV night' },
  stats: { total_asked: 12, total_treated: 9, coverage: 0.75, reached_end: false },
  events: [anEvent('battery low'), anEvent('lane blocked'), anEvent('battery low')],
};
const waiting: Treatment = {
  id: 't2',
  creation_time: '2026-03-04T13:00:00Z',
  start_time: null,
  wait_time: 90,
  version: 1,
  finish_status: '',
  device_serials: [serial],
  map_id: 'old-map',
  stats: null,
};

const known: readonly (readonly [number, EventPayload])[] = [[1, devicesKnown(aDevice('LF-01', 'Alba'), aDevice(serial, 'Boris'))]];
const online = [...known, [1, reported(serial, 1)]] as const;

function treatments(events: readonly (readonly [number, EventPayload])[] = online, isPast = false) {
  const intents: Intent[] = [];
  const options = { address: `/device/treatments?device_serial=${serial}`, events };
  const shown = showing(<TreatmentsScreen />, isPast ? options : { ...options, intents });
  const of = (kind: Intent['kind']) =>
    intents.filter((intent) => intent.kind === kind && (!('request' in intent) || intent.request.call !== 'GET all_devices'));
  return { ...shown, intents, of, user: userEvent.setup() };
}
const cells = (row: number) =>
  within(screen.getAllByRole('row')[row] ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const OFFLINE = 'Device is not online, these may not be the last treatments';

it('[SHELL-040] the menu group of devices leads to it', () => {
  expect(routes.find(({ path }) => path === '/device/treatments')).toMatchObject({ title: 'Treatments', place: 'menu', group: 'device' });
});

it('[DEV-151] [DEV-152] [DEV-153] [DEV-154] [DEV-155] [DEV-156] [DEV-157] [DEV-158] [DEV-159] [OPEN-114] [OPEN-115] [GAP-68] a treatment is a row', () => {
  treatments([...online, [2, page(0, 2, waiting, done)]]);
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Start time',
    'Map',
    'Mission',
    'Finish status',
    'Rows total',
    'Rows not treated',
    'Reasons for no recovery',
    'Coverage',
    'Reached end',
    'To Details',
    'Download',
  ]);
  expect(cells(2).slice(0, 9)).toEqual([
    dateTimeText('2026-03-04T12:02:00Z'),
    'De Linde 2',
    'UV night',
    'Partially completed',
    '12',
    '3',
    'battery low, lane blocked',
    '75 %',
    'No',
  ]);
});

it('[DEV-151] [GAP-24] [DEV-157] one that has not begun shows when it will, estimated; a missing value is a dash', () => {
  treatments([...online, [2, page(0, 1, waiting)]]);
  expect(cells(1).slice(0, 9)).toEqual([
    `${dateTimeText('2026-03-04T13:01:30Z')}estimated`,
    'old-map',
    '-',
    'Running',
    '-',
    '-',
    '-',
    '-',
    '-',
  ]);
});

it('[DEV-160] [DEV-161] a row leads to its detail, and its file is saved', async () => {
  const { user, of } = treatments([...online, [2, page(0, 1, done)]]);
  expect(screen.getByRole('link', { name: 'To Details' }).getAttribute('href')).toBe('/treatments/detail?treatment_id=t%2F1');
  await user.click(screen.getByRole('button', { name: 'Download treatment t/1' }));
  expect(of('query.requested')).toMatchObject([{ request: { call: getTreatmentDownload.name, params: { id: 't/1' } } }]);
});

it('[DEV-150] [DEV-166] [GAP-114] the address chooses the device; a page is asked once, on opening and on paging', async () => {
  const { user, of, learn } = treatments();
  expect(screen.getByRole('heading', { name: 'Device Treatments - Boris' })).toBeTruthy();
  const pages = of('query.subscribed').filter((one) => 'request' in one && one.request.call === getTreatmentAll.name);
  expect(pages).toEqual([{ kind: 'query.subscribed', request: request(0), everyMs: null }]);
  learn([2, page(0, 12, done)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(of('query.subscribed').at(-1)).toEqual({ kind: 'query.subscribed', request: request(1), everyMs: null });
  expect(of('query.requested')).toEqual([]);
});

it('[DEV-162] [MSG-059] "Refresh Data" asks for the page that is shown', async () => {
  const { user, of, learn } = treatments();
  learn([2, page(0, 12, done)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
  expect(of('query.requested')).toEqual([{ kind: 'query.requested', request: request(1) }]);
});

it('[DEV-163] [DEV-164] [MSG-059] "Sync Treatments" tells the device, while it is online', async () => {
  const { user, of } = treatments();
  expect(screen.queryByText(OFFLINE)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Sync Treatments' }));
  expect(of('command.requested')).toEqual([
    {
      kind: 'command.requested',
      command: 'syncTreatments',
      request: { call: getTreatmentsSync.name, params: { serial }, query: {} },
      serial,
      deviceName: 'Boris',
    },
  ]);
});

it('[DEV-164] [DEV-165] [MSG-060] [GAP-01] offline it warns, and no command is sent to the device', async () => {
  const { user, of } = treatments(known);
  expect(screen.getByText(OFFLINE)).toBeTruthy();
  const sync = screen.getByRole('button', { name: 'Sync Treatments' });
  expect(sync.getAttribute('aria-disabled')).toBe('true');
  await user.click(sync);
  expect(of('command.requested')).toEqual([]);
});

it('[DEV-150] [MSG-012] [RULE-113] loading, empty and failed have their looks', () => {
  const { learn } = treatments();
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
  learn([2, page(0, 0)]);
  expect(screen.getByText('No rows found')).toBeTruthy();
  learn([3, page(0, 1, done)]);
  expect(screen.getByText('UV night')).toBeTruthy();
  learn([4, { kind: 'request.failed', key: keyOf(request(0)), call: getTreatmentAll.name, failure: { status: 500, message: '' } }]);
  expect(screen.queryByText('UV night')).toBeNull();
  expect(screen.getByText('No rows found')).toBeTruthy();
  expect(screen.queryByText(/Loading failed/)).toBeNull();
});

it('[DEV-150] in the past nothing is asked, sent or saved', () => {
  treatments(known, true);
  expect(screen.getByText('Not known at that time')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sync Treatments' }).getAttribute('aria-disabled')).toBe('true');
});
