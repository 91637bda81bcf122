import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getIncidentDays, getIncidentErrorCodes, getIncidentsOfMachine } from '#contract/incident';
import { dateTimeText } from '#domain/text/dates';
import { AnalyticsScreen } from '#screens/incidents/analytics/AnalyticsScreen';
import { keyOf, type EventPayload } from '#streams/event';
import { cells } from '../onScreen.ts';
import { showing } from '../../widgets/aConsole.tsx';
import { NOW, showingIncidents } from './anIncidentList.tsx';

const AT = '2026-03-04T12:00:00Z';
const statistics = {
  calculated_at: AT,
  total_number_of_incidents: 3,
  per_error_code: { '0x0000000b': ['a'], '0x03000117': ['b', 'c'] },
};
const all = (result: typeof statistics | null): EventPayload => ({
  kind: 'request.succeeded',
  key: keyOf({ call: getIncidentErrorCodes.name, params: {}, query: {} }),
  call: getIncidentErrorCodes.name,
  answer: { result },
});
const keyForDevice = (serial: string) => keyOf({ call: getIncidentsOfMachine.name, params: { serial }, query: {} });
const ofDevice = (serial: string, result: typeof statistics | null): EventPayload => ({
  kind: 'request.succeeded',
  key: keyForDevice(serial),
  call: getIncidentsOfMachine.name,
  answer: { result },
});
const open = (events: readonly EventPayload[], search = '', isPast = false) =>
  showingIncidents(<AnalyticsScreen />, events, { address: `/incidents/analytics${search}`, isPast });
const rowsOf = (name: string) => cells(within(screen.getByRole('table', { name })));
const TITLE = 'Most occurring error codes';
const ALL = 'Error codes of all devices';

it('[INC-053] [INC-055] [INC-056] [INC-057] [INC-058] [INC-059] [INC-060] [GAP-23] [MSG-109] [MSG-110] the codes of all devices by their share', () => {
  open([all(statistics)]);
  expect(screen.getByRole('heading', { name: TITLE })).toBeVisible();
  expect(rowsOf(ALL)).toEqual([
    ['0x03000117', 'Front bumper', '67 % (2/3)'],
    ['0x0000000b', 'Unknown Error Code', '33 % (1/3)'],
  ]);
  expect(screen.getByText(/^Calculated at/).parentElement).toHaveTextContent(`Calculated at ${dateTimeText(AT)}`);
});

it('[ROOM1] the bars are relative to the largest share, which fills its track', () => {
  open([all(statistics)]);
  const bars = [...screen.getByRole('table', { name: ALL }).querySelectorAll<HTMLElement>('.part')];
  expect(bars.map(({ style }) => style.width)).toEqual(['100%', '50%']);
});

it('[INC-054] [GAP-113] [LIVE-020] the same for the device of the address, asked every 3 s', () => {
  const { intents } = open([all(null), ofDevice('LF-02', statistics)], '?device_serial=LF-02');
  expect(rowsOf('Error codes of Boris')).toHaveLength(2);
  expect(screen.getByText('No rows found')).toBeVisible();
  const asked = intents.flatMap((intent) => (intent.kind === 'query.subscribed' ? [[intent.request.call, intent.everyMs]] : []));
  expect(asked).toContainEqual([getIncidentErrorCodes.name, 3_000]);
  expect(asked).toContainEqual([getIncidentsOfMachine.name, 3_000]);
});

it('[INC-054] [GAP-113] another device is chosen as on the device pages', async () => {
  const { user, address, memory } = open([all(statistics)]);
  expect(screen.getByRole('heading', { name: `${TITLE} - Alba` })).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: /Device/ }), 'boris{Enter}');
  expect(address()).toBe('/incidents/analytics?device_serial=LF-02');
  expect(screen.getByRole('heading', { name: `${TITLE} - Boris` })).toBeVisible();
  expect(memory.get('device_serial')).toBe('LF-02');
});

it('[INC-053] loading, failed, stale and unknown have their looks', () => {
  const { learn, unmount } = open([]);
  expect(screen.getByRole('table', { name: ALL })).toHaveAttribute('aria-busy', 'true');
  const failure = { status: 404, message: 'NotFound: no such device' };
  learn([NOW + 1, { kind: 'request.failed', key: keyForDevice('LF-01'), call: getIncidentsOfMachine.name, failure }]);
  expect(screen.getByText('Loading failed')).toBeVisible();
  learn(
    [NOW + 2, ofDevice('LF-01', statistics)],
    [NOW + 3, { kind: 'request.failed', key: keyForDevice('LF-01'), call: getIncidentsOfMachine.name, failure }],
  );
  expect(rowsOf('Error codes of Alba')).toHaveLength(2);
  expect(screen.getByText(/^Not up to date/)).toBeVisible();
  unmount();
  open([], '', true);
  expect(screen.getAllByText('Not known at that time').length).toBeGreaterThan(0);
});

it('[PERIOD1] [PERIOD2] the codes of a period are counted: it stands in the address, stays with another device, and an end is taken away', async () => {
  const { user, address, intents } = open([all(statistics)], '?from=2026-03-01T00:00:00.000Z&to=2026-03-02T00:00:00.000Z');
  const last = (call: string) =>
    intents.flatMap((intent) => (intent.kind === 'query.subscribed' && intent.request.call === call ? [intent.request.query] : [])).at(-1);
  const until = { end_time: '2026-03-02T00:00:00.000Z' };
  const both = { start_time: '2026-03-01T00:00:00.000Z', ...until };
  expect([last(getIncidentErrorCodes.name), last(getIncidentsOfMachine.name)]).toEqual([both, both]);
  await user.type(screen.getByRole('searchbox', { name: /Device/ }), 'boris{Enter}');
  expect(new URLSearchParams(address().split('?')[1]).get('from')).toBe(both.start_time);
  await user.clear(screen.getByLabelText('Incidents from'));
  await user.tab();
  expect([last(getIncidentErrorCodes.name), last(getIncidentsOfMachine.name)]).toEqual([until, until]);
});

it('[CHART9] the chart of days is requested when it comes near, not before', () => {
  const { intents } = open([all(statistics)]);
  expect(screen.getByRole('region', { name: 'Incidents by day' })).toBeVisible();
  expect(intents.some((intent) => intent.kind === 'query.subscribed' && intent.request.call === getIncidentDays.name)).toBe(false);
});

it('[CHART9] without the feature the screen is as before', () => {
  showing(<AnalyticsScreen />, { address: '/incidents/analytics', intents: [], features: ['incident_periods'] });
  expect(screen.queryByRole('region', { name: 'Incidents by day' })).toBeNull();
});
