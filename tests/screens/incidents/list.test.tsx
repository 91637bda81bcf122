import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { routes } from '#app/console/routes';
import { getIncidentErrorCodes, getIncidents } from '#contract/incident';
import { dateTimeText } from '#domain/text/dates';
import { AllIncidentsScreen } from '#screens/incidents/all/AllScreen';
import type { EventPayload } from '#streams/event';
import { pasteInto } from '../../support/pasteInto.ts';
import { answered, codesKnown } from '../../widgets/aConsole.tsx';
import { cells, rows } from '../onScreen.ts';
import { anIncident, keyForPage, NOW, page, rendered, showingIncidents } from './anIncidentList.tsx';

const list = (events = [page([anIncident(), rendered])], options = {}) => showingIncidents(<AllIncidentsScreen />, events, options);

it('[SHELL-013] the group of incidents leads to both screens', () => {
  expect(routes.filter(({ group }) => group === 'incidents').map(({ path, title, place }) => `${place} ${path} ${title}`)).toEqual(
    expect.arrayContaining([
      'menu /incidents/all All Incidents',
      'menu /incidents/analytics Incident Analytics',
      'menu /incidents/per_map Incidents per Map',
    ]),
  );
});

it('[INC-005] [INC-006] [INC-007] [INC-008] [INC-009] [INC-010] [INC-011] [INC-012] [INC-013] [INC-018] [INC-019] [MSG-095] an incident is a row', () => {
  list();
  expect(screen.getAllByRole('columnheader').map((head) => head.firstChild?.textContent)).toEqual([
    'Video',
    'Device',
    'Error Time',
    'Error Code',
    'Map Information',
    'Incident ID',
    'Treatment ID',
    'Info',
    'Copy Link',
  ]);
  const time = dateTimeText('2026-03-04T12:00:00Z');
  expect(cells()[0]).toEqual(['No', 'Boris, LF-02', time, '0x03000117', 'de-linde-2, 2.8.0, 104', 'i/1', 't-1', 'Info', 'Copy Link']);
  expect(cells()[1]?.[0]).toBe('Yes');
  expect(screen.getAllByRole('link', { name: 't-1' })[0]).toHaveAttribute('href', '/treatments/detail?treatment_id=t-1');
});

it('[INC-009] [INC-012] a missing value is a dash', () => {
  list([page([anIncident({ error_code: null, map_id: null, map_version: null, node_id: null, treatment_id: null, machine_serial: 'X' })])]);
  expect(cells()[0]?.slice(1, 7)).toEqual(['X', dateTimeText('2026-03-04T12:00:00Z'), '-', '-', 'i/1', '-']);
});

it('[ANY8] [INC-009] [INC-012] an empty code and empty ids are dashes, and lead nowhere', () => {
  list([page([anIncident({ error_code: '', map_id: '', map_version: '', node_id: '', treatment_id: '' })])]);
  expect(cells()[0]?.slice(3, 7)).toEqual(['-', '-', 'i/1', '-']);
  expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).not.toContain('/treatments/detail?treatment_id=');
});

it('[GAP-23] a code that the catalogue lacks is an Unknown Error Code', async () => {
  const { user } = list([page([anIncident({ error_code: '0x00000bad' })])]);
  await user.hover(screen.getByRole('button', { name: '0x00000bad' }));
  expect(screen.getByRole('tooltip')).toHaveTextContent('Unknown Error Code');
});

it('[INC-014] each column of data has a filter', () => {
  list();
  for (const head of ['Video', 'Device', 'Error Code', 'Map Information']) {
    expect(screen.getByRole('combobox', { name: `Filter ${head}` })).toBeVisible();
  }
  for (const head of ['Error Time', 'Incident ID', 'Treatment ID']) {
    expect(screen.getByRole('searchbox', { name: `Filter ${head}` })).toBeVisible();
  }
});

it('[INC-015] [GAP-63] [CALL-071] device, code, map and treatment are asked from the server, and choosing one clears the others', async () => {
  const { user, open, address } = list([page([anIncident()], {}, 23)]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(open()?.request.query).toEqual({ page: 1, per_page: 10 });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Device' }), 'Boris, LF-02');
  expect(open()?.request.query).toEqual({ machine_serial: 'LF-02', page: 0, per_page: 10 });
  expect(address()).toBe('/incidents/all?device_serial=LF-02');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Error Code' }), '0x03000117 Front bumper');
  expect(open()?.request.query).toEqual({ error_code: '0x03000117', page: 0, per_page: 10 });
  expect(screen.getByRole('combobox', { name: 'Filter Device' })).toHaveValue('');
  await user.type(screen.getByRole('searchbox', { name: 'Filter Treatment ID' }), 't{Enter}');
  expect(open()?.request.query).toEqual({ treatment_id: 't', page: 0, per_page: 10 });
  expect(screen.getByRole('combobox', { name: 'Filter Error Code' })).toHaveValue('');
  await user.clear(screen.getByRole('searchbox', { name: 'Filter Treatment ID' }));
  await user.tab();
  expect(open()?.request.query).toEqual({ page: 0, per_page: 10 });
});

it('[INC-014] [INC-015] a whole treatment id is typed quickly, and asked for once it is there', async () => {
  const { user, intents, open, address } = list();
  const field = screen.getByRole('searchbox', { name: 'Filter Treatment ID' });
  const asked = () => intents.filter(({ kind }) => kind === 'query.subscribed').length;
  const before = asked();
  await pasteInto(user, field, ' 0b5c9f9e-1f52 ');
  expect(asked()).toBe(before);
  expect(address()).toBe('/incidents/all');
  await user.keyboard('{Enter}');
  expect(field).toHaveValue('0b5c9f9e-1f52');
  expect(address()).toBe('/incidents/all?treatment_id=0b5c9f9e-1f52');
  expect(open()?.request.query).toEqual({ treatment_id: '0b5c9f9e-1f52', page: 0, per_page: 10 });
  await user.clear(field);
  await user.type(field, 't-2');
  await user.tab();
  expect(address()).toBe('/incidents/all?treatment_id=t-2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Device' }), 'Boris, LF-02');
  expect(field).toHaveValue('');
});

it('[INC-015] a map of the rows can be chosen', async () => {
  const { user, open } = list();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Map Information' }), 'de-linde-2');
  expect(open()?.request.query).toEqual({ map_id: 'de-linde-2', page: 0, per_page: 10 });
});

it.each([
  ['?device_serial=LF-02', { machine_serial: 'LF-02' }],
  ['?device_serial=LF-02&treatment_id=t-1', { treatment_id: 't-1' }],
  ['?treatment_id=%3Cb%3E', { treatment_id: '<b>' }],
  ['?device_serial=', {}],
])('[INC-001] [INC-003] [GAP-64] an address with %s asks for %j every 3 s', (search, query) => {
  const { open } = list([], { address: `/incidents/all${search}` });
  expect(open()).toMatchObject({ request: { query: { ...query, page: 0, per_page: 10 } }, everyMs: 3_000 });
});

const counted = (codes: readonly string[]) =>
  answered(getIncidentErrorCodes, {
    result: {
      calculated_at: '2026-03-04T12:00:00Z',
      total_number_of_incidents: codes.length,
      per_error_code: Object.fromEntries(codes.map((code) => [code, ['i']])),
    },
  });
it.each<[string, readonly EventPayload[], string]>([
  ['its rows', [page([anIncident({ error_code: '0X3000117' })], { error_code: '0x3000117' }), counted(['0x3000117'])], '0X3000117'],
  ['what it counts', [counted(['0X03000117'])], '0X03000117'],
  ['its catalogue', [codesKnown({ '0x3000117': 'Front bumper' })], '0x3000117'],
  ['nothing else', [counted(['0x0B'])], '0x03000117'],
])('[FILTER2] [INC-003] a code of the address is sent as the server writes it in %s', (_, events, sent) => {
  const { open } = list([...events], { address: '/incidents/all?error_code=0X3000117' });
  expect(open()?.request.query).toMatchObject({ error_code: sent });
  expect(screen.getByRole('combobox', { name: 'Filter Error Code' })).toHaveValue('0x03000117');
});

it('[FILTER2] [INC-015] a chosen code is sent as the rows wrote it, also once they are gone', async () => {
  const { user, open, address } = list([page([anIncident({ error_code: '0X300011A' })])]);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter Error Code' }), '0x0300011a Unknown Error Code');
  expect(open()?.request.query).toEqual({ error_code: '0X300011A', page: 0, per_page: 10 });
  expect(address()).toBe('/incidents/all?error_code=0x0300011a');
});

it('[INC-016] [INC-017] [MSG-096] Go To Incident opens what was typed, and not before', async () => {
  const { user, address } = list();
  const button = screen.getByRole('button', { name: 'Go To Incident' });
  expect(button).toBeDisabled();
  await user.type(screen.getByRole('textbox', { name: 'Incident ID' }), ' a/b ');
  await user.click(button);
  expect(address()).toBe('/incidents/all?incident_id=a%2Fb');
  expect(screen.getByRole('heading', { level: 2, name: 'Incident a/b' })).toBeVisible();
});

it('[INC-018] [INC-021] Info opens the detail; BACK returns to the list with its filter', async () => {
  const { user, address } = list([page([anIncident()], { machine_serial: 'LF-02' })], { address: '/incidents/all?device_serial=LF-02' });
  await user.click(screen.getByRole('link', { name: 'Info' }));
  expect(address()).toBe('/incidents/all?device_serial=LF-02&incident_id=i%2F1');
  await user.click(screen.getByRole('button', { name: 'BACK' }));
  expect(address()).toBe('/incidents/all?device_serial=LF-02');
  expect(screen.getByRole('table', { name: 'Incidents' })).toBeVisible();
});

it('[INC-021] BACK finds the page and the filters of the list as they were; meanwhile the list asks nothing', async () => {
  const next = anIncident({ incident_id: 'i-11' });
  const { user, intents, open } = list([page([anIncident()], {}, 12), page([next, rendered], { page: 1 }, 12)], { features: [] });
  await user.type(screen.getByRole('searchbox', { name: 'Filter Incident ID' }), '1');
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await user.click(screen.getByRole('link', { name: 'Info' }));
  const lists = (kind: 'query.subscribed' | 'query.unsubscribed') =>
    intents.filter((intent) => intent.kind === kind && intent.request.call === getIncidents.name).length;
  expect(lists('query.unsubscribed')).toBe(lists('query.subscribed'));
  expect(screen.queryByRole('table', { name: 'Incidents' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'BACK' }));
  expect(screen.getByRole('searchbox', { name: 'Filter Incident ID' })).toHaveValue('1');
  expect(rows()).toHaveLength(1);
  expect(open()?.request.query).toEqual({ page: 1, per_page: 10 });
});

it('[INC-019] [INC-020] Copy Link copies the whole address of the incident', async () => {
  const { user } = list([page([anIncident()])], { address: '/incidents/all?device_serial=' });
  await user.click(screen.getByRole('button', { name: 'Copy Link' }));
  expect(await navigator.clipboard.readText()).toBe(new URL('/incidents/all?incident_id=i%2F1', window.location.href).href);
  expect(screen.getByTitle('Copied')).toBeInTheDocument();
});

it('[INC-022] [RULE-113] [INC-005] loading, empty, failed and unknown have their looks; a failed load empties the list without an alert', () => {
  const { learn, intents, unmount } = list([]);
  expect(screen.getByRole('table', { name: 'Incidents' })).toHaveAttribute('aria-busy', 'true');
  learn([NOW + 1, page([])]);
  expect(screen.getByText('No rows found')).toBeVisible();
  learn([NOW + 2, page([anIncident()])]);
  expect(rows()).toHaveLength(1);
  learn([NOW + 3, { kind: 'request.failed', key: keyForPage(), call: getIncidents.name, failure: { status: 500, message: '' } }]);
  expect(screen.queryByText('i/1')).toBeNull();
  expect(intents.some(({ kind }) => kind === 'alert.raised')).toBe(false);
  unmount();
  list([], { isPast: true });
  expect(screen.getByText('Not known at that time')).toBeVisible();
});
